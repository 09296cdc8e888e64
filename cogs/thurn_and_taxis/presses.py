"""What the controls of the private panel do. Nothing is decided here but what is shown before it is made."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.ids import number
from bot.discord.people import table_for
from bot.discord.router import Press, on
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
)
from cogs.thurn_and_taxis.choice import BEGIN, closing_of, packed_places
from cogs.thurn_and_taxis.taking import DECK

GAME = "thurn_and_taxis"


@on("taxis.take")
async def take(press: Press) -> None:
    """A card from the menu: an open one by its place, or the top of the deck."""
    value = press.value
    await panel.play(
        press, press.id.table, press.id.turn, TakeBlind() if value == DECK else TakeOpen(number(value))
    )


@on("taxis.official")
async def call_official(press: Press) -> None:
    """**Administrator**, the only one who is called by a button of his own."""
    await panel.play(press, press.id.table, press.id.turn, Administrator())


@on("taxis.play")
async def play(press: Press) -> None:
    """A card and the end to which it goes: `left/ulm`."""
    side, _, city = press.value.partition("/")
    move = Play(city, "left" if side == "left" else "right")
    await panel.play(press, press.id.table, press.id.turn, move)


@on("taxis.start")
async def start(press: Press) -> None:
    """The card that begins a route where none lies."""
    await panel.play(press, press.id.table, press.id.turn, Begin(press.value))


@on("taxis.begin")
async def preview_begin(press: Press) -> None:
    """The card that would begin another route: what is lost is shown first."""
    await panel.preview(press, f"{BEGIN}{press.value}")


@on("taxis.give_up")
async def give_up(press: Press) -> None:
    """**Confirm** under the route that is lost."""
    await panel.play(press, press.id.table, press.id.turn, Begin(press.id.rest))


@on("taxis.more")
@on("taxis.anew")
@on("taxis.closing")
@on("taxis.cartwright")
async def go_on(press: Press) -> None:
    """A button that leads on to what it carries."""
    await panel.preview(press, press.id.rest)


@on("taxis.mode")
async def choose_mode(press: Press) -> None:
    """How the offices are placed: shown with the best ones."""
    await panel.preview(press, press.value)


@on("taxis.offices")
async def choose_offices(press: Press) -> None:
    """The cities from the menu, by their places in the route: shown with what they yield, or why not."""
    places = (number(value) - 1 for value in press.values)
    await panel.preview(press, f"{press.id.rest}{packed_places(places)}")


@on("taxis.close")
async def close(press: Press) -> None:
    """**Confirm** under a closing."""
    table = await table_for(press, press.id.table)
    view, _ = await panel.look(press, table, GAME)
    closing = closing_of(view, press.id.rest) if view else None
    if closing is None:
        await panel.preview(press, "")
        return
    await panel.play(press, table.id, press.id.turn, Close(closing.offices, closing.cartwright))


@on("taxis.discard")
async def discard(press: Press) -> None:
    """A card of the hand, after closing."""
    await panel.play(press, press.id.table, press.id.turn, Discard(press.value))


@on("taxis.end")
async def end_turn(press: Press) -> None:
    """**End turn**."""
    await panel.play(press, press.id.table, press.id.turn, EndTurn())
