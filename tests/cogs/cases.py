"""Cases of a game: a position, what somebody does there step by step, and what stands there then.

A step says only what is special about it. Checked after each of them is that a move is not made before it is
confirmed, that a refusal, a look and **Back** change nothing, and that everything else does.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from any_game import GAMES, AnyEvening, beginning_with, chosen_in, lines_of, steps_of
from simcord.backend.models import Message
from simulated import confirms, controls, open_world, picks, text_of

from bot.games.chance import Chance
from bot.text import Words, words

STRANGER, NEXT = -1, -2
"""Somebody who sits nowhere, and whoever's turn it is."""


@dataclass(frozen=True)
class Say:
    """A sentence of the catalogue, said in the language of the case; `#` stands for what is not looked at."""

    key: str
    data: Mapping[str, Any]

    def within(self, speak: Words) -> list[str]:
        """The parts of it that have to stand there."""
        return [part for part in speak(self.key, **self.data).split("#") if part]


def say(key: str, /, **data: Any) -> Say:
    return Say(key, data)


def refusal(code: str, /, **data: Any) -> Say:
    return Say(f"refusal.{code}", data)


def panel_of(game: str) -> Callable[..., Say]:
    """The sentences of the panels of a game by the ends of their keys."""
    return lambda key, /, **data: Say(f"{game}.panel.{key}", data)


Text = str | Say


@dataclass(frozen=True, kw_only=True)
class Do:
    """One step, and what is expected of the message that answers it."""

    act: Callable[[AnyEvening], Awaitable[Message | None]]
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


# Running ----------------------------------------------------------------------------------------------


def cases(*given: Case) -> Any:
    """The decorator of the test that runs these cases of a game."""
    return pytest.mark.parametrize("case", given, ids=lambda case: case.name.replace(" ", "_"))


async def run(key: str, case: Case, folder: Path) -> None:
    """Plays a case in a world of its own, where all want to confirm what nobody can change afterwards."""
    sample = GAMES[key]
    position = isinstance(case.begin, sample.game.state_type)
    seats = case.seats or (case.begin.seats if position else sample.game.info.seats[0])
    with (
        patch.object(Chance, "fresh", lambda: Chance(bytes([case.seed]) * 32)),
        beginning_with(sample, case.begin if position else None),
    ):
        async with await open_world(folder, locale=case.locale) as world:
            names = [*case.names, *(f"player{at}" for at in range(len(case.names), seats))]
            now = AnyEvening(world, sample, [world.person(name, case.locale) for name in names])
            await now.begin(options=None if position else case.begin)
            for person in now.people:
                await world.wish(person, confirm=True)
            (first, *_) = await now.owing() or [0]
            now.turn_to(now.people[first])
            for number, step in enumerate(case.steps):
                await _step(now, step, f"{case.name}, step {number + 1}")


async def _step(now: AnyEvening, step: Do, where: str) -> None:
    before = await now.moment()
    if step.by is not None:
        seat = (await now.owing())[0] if step.by == NEXT else step.by
        now.turn_to(now.world.person("Zoe") if seat == STRANGER else now.people[seat])
    shown = await step.act(now)
    after = await now.moment()
    speak = words("ja" if now.world.locale == "ja" else "en")
    if shown is not None:
        _stands(step, shown, speak, where)
    if step.board:
        _says(text_of(now.world.boards()[-1]), step.board, speak, where)
    refused = any(isinstance(text, Say) and text.key.startswith("refusal.") for text in _texts(step.says))
    kept = step.kept
    if kept is None:
        kept = refused or (shown is not None and bool(confirms(shown)))
        kept = kept or (step.loose and after.version == before.version)
    assert (after.version == before.version) == kept, (
        f"{where}: it has{' not' * (not kept)} to stay as it was"
    )
    for name, value in step.state.items():
        assert _found(after.state, name) == value, (where, name)


def _stands(step: Do, shown: Message, speak: Words, where: str) -> None:
    """What is expected of a message."""
    text, found, lines = text_of(shown), picks(shown), lines_of(shown)
    ways, buttons = {*found, *steps_of(shown)}, {item.get("label"): item for item in controls(shown)}
    _says(text, step.says, speak, where)
    for hidden in _texts(step.hides):
        parts = hidden.within(speak) if isinstance(hidden, Say) else [hidden]
        assert not all(part in text for part in parts), f"{where}: {hidden}"
    if step.steps is not None:
        assert steps_of(shown) == set(step.steps), where
    if step.picks is not None:
        assert found == list(step.picks), where
    if step.chosen is not None:
        assert chosen_in(shown) == list(step.chosen), where
    assert set(step.offers) <= ways, where
    assert not set(step.lacks) & ways, where
    for path, line in step.lines.items():
        assert line in lines.get(path, ""), f"{where}: {path} is {lines.get(path)}"
    for name, off in step.off.items():
        assert bool(buttons[name].get("disabled")) == off, f"{where}: {name}"


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
