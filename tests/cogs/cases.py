"""Cases of a game: a position, what somebody does there step by step, and what stands there then.

A step says only what is special about it. Checked after each of them is that a move is not made before it is
confirmed, that a refusal, a look and **Back** change nothing, and that everything else does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from any_game import A_WHILE, GAMES, AnyEvening, beginning_with, chosen_in, lines_of, steps_of
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import confirms, controls, open_world, picks, text_of

from bot.games.chance import Chance
from bot.games.contract import Move
from bot.text import Words, words

STRANGER, NEXT = -1, -2
"""Somebody who sits nowhere, and whoever's turn it is."""


@dataclass(frozen=True)
class Say:
    """A sentence of the catalogue, said in the language of the case; `start` is what stands before `#`."""

    key: str
    data: Mapping[str, Any]

    def within(self, speak: Words) -> list[str]:
        """The parts of it that have to stand there."""
        return [part for part in speak(self.key, **self.data).split("#") if part]


def say(key: str, /, **data: Any) -> Say:
    """A sentence; `#` stands for what is not looked at."""
    return Say(key, data)


def refusal(code: str, /, **data: Any) -> Say:
    """The sentence of a refusal."""
    return Say(f"refusal.{code}", data)


def panel_of(game: str) -> Callable[..., Say]:
    """The sentences of the panels of a game by the ends of their keys."""
    return lambda key, /, **data: Say(f"{game}.panel.{key}", data)


Text = str | Say


@dataclass(frozen=True, kw_only=True)
class Do:
    """One step, and what is expected of the message that answers it."""

    act: Callable[[Run], Awaitable[Message | None]]
    by: int | None = None
    """The seat that does it, else `STRANGER` or `NEXT`; None: who did the step before."""
    kept: bool | None = None
    """Whether nothing changes; None: as it follows from what is shown."""
    loose: bool = False
    """Whether it may be a way to a further step, which changes nothing."""
    says: Text | Sequence[Text] = ()
    hides: Text | Sequence[Text] = ()
    board: Text | Sequence[Text] = ()
    """What stands on the newest board."""
    steps: Collection[str] | None = None
    """All that the message leads to."""
    picks: Sequence[str] | None = None
    """All that can be picked, in its order."""
    offers: Collection[str] = ()
    """Some of what can be picked."""
    lacks: Collection[str] = ()
    """What can't be picked, nor led to."""
    chosen: Sequence[str] | None = None
    lines: Mapping[str, str] = field(default_factory=dict)
    """What some lines of the menus say, or part of it, by their paths."""
    off: Mapping[str, bool] = field(default_factory=dict)
    """Whether buttons are off, by their labels."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """What the state holds then, by dotted names; `#` counts."""


@dataclass(frozen=True)
class Case:
    """A position, or options of a game that begins, and steps from there; the first seat begins."""

    name: str
    begin: Any
    steps: tuple[Do, ...]
    seats: int = 0
    """0: as many as the position has."""
    locale: str = "en-US"
    names: tuple[str, ...] = ()
    seed: int = 0


def case(name: str, begin: Any, *steps: Do, **how: Any) -> Case:
    """A case of these steps; `how` are its other fields."""
    return Case(name, begin, steps, **how)


@dataclass
class Run:
    """A case under way."""

    evening: AnyEvening
    locale: str
    seat: int
    stranger: MemberActor
    at: Message | None = None
    """The panel."""

    @property
    def actor(self) -> MemberActor:
        """Who does something now."""
        return self.stranger if self.seat == STRANGER else self.evening.people[self.seat]

    async def panel(self) -> Message:
        """The panel that is open, else a fresh one."""
        if self.at is None:
            self.at = await self.evening.panel(self.actor)
        return self.at


# Steps ------------------------------------------------------------------------------------------------


def look(**expected: Any) -> Do:
    """The panel is opened anew."""

    async def act(run: Run) -> Message:
        run.at = None
        return await run.panel()

    return Do(act=act, **{"kept": True, **expected})


def pick(*to: Move | str, **expected: Any) -> Do:
    """A move or a further step is picked, or several lines of a menu."""

    async def act(run: Run) -> Message:
        await run.evening.world.pick(run.actor, await run.panel(), *to)
        return await run.panel()

    return Do(act=act, loose=isinstance(to[0], str), **expected)


def press(action: str, rest: str | None = None, values: Sequence[str] | None = None, **expected: Any) -> Do:
    """A control of this action is used."""

    async def act(run: Run) -> Message:
        await run.evening.world.press(run.actor, await run.panel(), action, rest=rest, values=values)
        return await run.panel()

    return Do(act=act, **expected)


def label(*labels: str, **expected: Any) -> Do:
    """Buttons are pressed one after the other, by what stands on them."""

    async def act(run: Run) -> Message:
        for wanted in labels:
            panel = await run.panel()
            (item,) = [item for item in controls(panel) if item.get("label") == wanted]
            await run.evening.world.send(run.evening.world.prepared(run.actor, panel, item["custom_id"]))
        return await run.panel()

    return Do(act=act, **expected)


def forged(verb: str, rest: str = "", values: Sequence[str] | None = None, **expected: Any) -> Do:
    """A control of the moment that carries this, made up or of an older version."""

    async def act(run: Run) -> Message:
        evening, panel = run.evening, await run.panel()
        turn = (await evening.moment()).turn
        name = f"s1:{evening.presenter.group}.{verb}:{evening.table}:{turn}:{rest}"
        (answer,) = await evening.world.send(evening.world.prepared(run.actor, panel, name, values))
        assert answer.acknowledged
        return await run.panel()

    return Do(act=act, **expected)


def sure(**expected: Any) -> Do:
    """**Confirm**."""

    async def act(run: Run) -> Message:
        await run.evening.world.confirm(run.actor, await run.panel())
        return await run.panel()

    return Do(act=act, **expected)


def back(**expected: Any) -> Do:
    """**Back**."""
    return press("table.back", **{"kept": True, **expected})


def undo(**expected: Any) -> Do:
    """**Undo** below the panel."""
    return press("table.undo", **{"says": say("table.undo.done"), "kept": False, **expected})


def typed(name: str, /, **given: Any) -> Callable[..., Do]:
    """A command of the game with these parameters: `typed("take", card="Ulm")(says=...)`."""

    async def act(run: Run) -> Message:
        run.at = await run.evening.command(run.actor, name, **given)
        return run.at

    return lambda **expected: Do(act=act, **expected)


def offer(name: str, option: str, text: str, found: Any, /, **given: Any) -> Do:
    """What is offered while a command is typed: parts of lines by their values, all as a set or as a list."""

    async def act(run: Run) -> None:
        offered = await run.evening.offers(run.actor, name, option, text, **given)
        if isinstance(found, Mapping):
            assert all(line in offered.get(value, "") for value, line in found.items()), (found, offered)
            assert found or not offered
        elif isinstance(found, set):
            assert set(offered) == found
        else:
            assert list(offered) == found

    return Do(act=act, kept=True)


def asks(name: str, **expected: Any) -> Do:
    """A command of tables that every game has."""

    async def act(run: Run) -> Message:
        return await run.evening.world.ask(run.actor, f"table {name}")

    return Do(act=act, **{"kept": True, **expected})


def wait(**expected: Any) -> Do:
    """A while goes by."""

    async def act(run: Run) -> None:
        await run.evening.world.env.advance_time(A_WHILE)

    return Do(act=act, **{"kept": True, **expected})


def check(work: Callable[[Run], Awaitable[None]]) -> Do:
    """Something that only this case looks at."""

    async def act(run: Run) -> None:
        await work(run)

    return Do(act=act, loose=True)


# Running ----------------------------------------------------------------------------------------------


def cases(*given: Case) -> Any:
    """The decorator of the test that runs these cases of a game."""
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case.name.replace(" ", "_")) for case in given]
    )


async def run(key: str, case: Case, folder: Path) -> None:
    """Plays a case in a world of its own."""
    sample = GAMES[key]
    position = isinstance(case.begin, sample.game.state_type)
    seats = case.seats or (sample.game.seats(case.begin) if position else sample.game.info.seats[0])
    async with await open_world(folder, locale=case.locale) as world, AsyncExitStack() as stack:
        stack.enter_context(patch.object(Chance, "fresh", lambda: Chance(bytes([case.seed]) * 32)))
        stack.enter_context(beginning_with(sample, case.begin if position else None))
        people = [world.person(name, case.locale) for name in case.names]
        people += [world.person(f"player{at}", case.locale) for at in range(len(people), seats)]
        evening = AnyEvening(world, sample, people)
        await evening.begin(options=None if position else case.begin)
        (seat, *_) = await evening.owing() or [0]
        now = Run(evening, case.locale, seat, world.person("Zoe", case.locale))
        for number, step in enumerate(case.steps):
            await _step(now, step, f"{case.name}, step {number + 1}")


async def _step(run: Run, step: Do, where: str) -> None:
    before = await run.evening.moment()
    seat = (await run.evening.owing())[0] if step.by == NEXT else step.by
    if seat is not None and seat != run.seat:
        run.seat, run.at = seat, None
    shown = await step.act(run)
    after = await run.evening.moment()
    speak = words("ja" if run.locale == "ja" else "en")
    if shown is not None:
        _stands(step, shown, speak, where)
    if step.board:
        _says(text_of(run.evening.world.boards()[-1]), step.board, speak, where)
    refused = any(isinstance(text, Say) and text.key.startswith("refusal.") for text in _texts(step.says))
    kept = step.kept
    if kept is None:
        kept = refused or (shown is not None and bool(confirms(shown)))
        kept = kept or (step.loose and after.version == before.version)
    assert (after.version == before.version) == kept, (
        f"{where}: it has{' not' * (not kept)} to stay as it was"
    )
    for name, value in step.state.items():
        assert (where, name, _found(after.state, name)) == (where, name, value)


def _stands(step: Do, shown: Message, speak: Words, where: str) -> None:
    """What is expected of a message."""
    text, found = text_of(shown), picks(shown)
    _says(text, step.says, speak, where)
    for hidden in _texts(step.hides):
        parts = hidden.within(speak) if isinstance(hidden, Say) else [hidden]
        assert not all(part in text for part in parts), f"{where}: {hidden}"
    if step.steps is not None:
        assert (where, steps_of(shown)) == (where, set(step.steps))
    if step.picks is not None:
        assert (where, found) == (where, list(step.picks))
    assert set(step.offers) <= {*found, *steps_of(shown)}, f"{where}: {set(step.offers) - {*found}}"
    assert not set(step.lacks) & {*found, *steps_of(shown)}, where
    if step.chosen is not None:
        assert (where, chosen_in(shown)) == (where, list(step.chosen))
    lines = lines_of(shown)
    for path, line in step.lines.items():
        assert line in lines.get(path, ""), f"{where}: {path} is {lines.get(path)}"
    buttons = {item.get("label"): bool(item.get("disabled")) for item in controls(shown)}
    assert (where, {name: buttons.get(name) for name in step.off}) == (where, dict(step.off))


def _says(text: str, wanted: Text | Sequence[Text], speak: Words, where: str) -> None:
    for one in _texts(wanted):
        for part in one.within(speak) if isinstance(one, Say) else [one]:
            assert part in text, f"{where}: {part!r} is not in {text!r}"


def _texts(given: Text | Sequence[Text]) -> Sequence[Text]:
    return [given] if isinstance(given, str | Say) else given


def _found(state: Any, name: str) -> Any:
    """A part of a state: `hands.0`, `routes.0.#` for how many."""
    for part in name.split("."):
        if part == "#":
            state = len(state)
        elif part.lstrip("-").isdecimal():
            state = state[int(part)]
        else:
            state = getattr(state, part)
    return state
