"""What is done in the cases of a game, step by step. Each step takes what is expected then (`cases.Do`)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from any_game import A_WHILE, AnyEvening
from cases import Do, say
from simcord.backend.models import Message
from simulated import controls

from bot.games.contract import Move


def step(**usual: Any) -> Callable[[Callable[..., Awaitable[Message | None]]], Callable[..., Do]]:
    """Makes a kind of step of what is done in it; `usual` is expected unless a case says something else."""

    def kind(act: Callable[..., Awaitable[Message | None]]) -> Callable[..., Do]:
        return lambda *how, **expected: Do(act=lambda now: act(now, *how), **{**usual, **expected})

    return kind


@step(kept=True)
async def look(now: AnyEvening) -> Message:
    """The panel is opened anew."""
    now.shown = None
    return await now.opened()


@step()
async def press(now: AnyEvening, action: str, lines: Sequence[str] | None = None) -> Message:
    """A control of this action is used, a menu with these lines."""
    await now.world.press(now.actor, await now.opened(), action, values=lines)
    return await now.opened()


@step()
async def label(now: AnyEvening, *labels: str) -> Message:
    """Buttons are pressed one after the other, by what stands on them."""
    for wanted in labels:
        (item,) = [item for item in controls(await now.opened()) if item.get("label") == wanted]
        await now.world.send(now.world.prepared(now.actor, await now.opened(), item["custom_id"]))
    return await now.opened()


@step()
async def forged(now: AnyEvening, verb: str, rest: str = "", values: Sequence[str] | None = None) -> Message:
    """A control of the moment that carries this, made up or of an older version."""
    name = await now.custom_id(verb, rest)
    (answer,) = await now.world.send(now.world.prepared(now.actor, await now.opened(), name, values))
    assert answer.acknowledged
    return await now.opened()


@step()
async def sure(now: AnyEvening) -> Message:
    """**Confirm**."""
    await now.world.confirm(now.actor, await now.opened())
    return await now.opened()


@step(kept=True)
async def asks(now: AnyEvening, name: str) -> Message:
    """A command of tables that every game has."""
    return await now.world.ask(now.actor, f"table {name}")


@step(kept=True)
async def wait(now: AnyEvening) -> None:
    """A while goes by."""
    await now.world.env.advance_time(A_WHILE)


@step(loose=True)
async def check(now: AnyEvening, work: Callable[[AnyEvening], Awaitable[None]]) -> None:
    """Something that only this case looks at."""
    await work(now)


def pick(*to: Move | str, **expected: Any) -> Do:
    """A move or a further step is picked, or several lines of a menu."""

    async def act(now: AnyEvening) -> Message:
        await now.world.pick(now.actor, await now.opened(), *to)
        return await now.opened()

    return Do(act=act, loose=isinstance(to[0], str), **expected)


back = partial(press, "table.back", kept=True)
"""**Back**."""
undo = partial(press, "table.undo", says=say("table.undo.done"), kept=False)
"""**Undo** below the panel."""


def typed(name: str, /, **given: Any) -> Callable[..., Do]:
    """A command of the game with these parameters: `typed("take", card="Ulm")(says=...)`."""

    async def act(now: AnyEvening) -> Message:
        now.shown = await now.command(now.actor, name, **given)
        return now.shown

    return lambda **expected: Do(act=act, **expected)


def offer(name: str, option: str, text: str, found: Any, /, **given: Any) -> Do:
    """What is offered while a command is typed: parts of lines by their values, all as a set or as a list."""

    async def act(now: AnyEvening) -> None:
        offered = await now.offers(now.actor, name, option, text, **given)
        if isinstance(found, Mapping):
            assert all(line in offered.get(value, "") for value, line in found.items()), (found, offered)
            assert found or not offered
        else:
            assert type(found)(offered) == found

    return Do(act=act, kept=True)
