"""What each command of `/noria` does: the same as the controls, with the same confirmations."""

from __future__ import annotations

from collections.abc import Callable

from bot.discord import panel
from bot.discord.people import table_for
from bot.discord.router import Call
from bot.games.noria.box import Chamber, DiscKind, Path
from bot.games.noria.bundle import NOTHING
from bot.games.noria.legal import own, refusal
from bot.games.noria.moves import (
    Activate,
    Build,
    Buy,
    Choose,
    Invest,
    Modify,
    NoriaMove,
    Place,
    Politics,
    Produce,
    TakeShip,
    Travel,
)
from bot.games.noria.panel import buy_offers, invest_offers, kindest
from bot.games.noria.view import NoriaView
from cogs.noria import spelling
from cogs.noria.between import DEBATE
from cogs.noria.choice import in_order, text_of
from cogs.noria.presses import GAME

AT_ONCE = (Place, Choose, TakeShip, Build, Produce)
"""Moves that the panel, too, makes without showing them first."""


async def step(call: Call, move: NoriaMove) -> None:
    """Makes a move, or shows it to be confirmed as the panel would. Refusals: those of the rules."""
    await _step(call, lambda view: move)


async def place(call: Call, disc: DiscKind, slot: str, kind: Callable[[DiscKind, str], NoriaMove]) -> None:
    """A disc into a slot: while the start wheel is built, or a new one (`Fit`)."""
    await step(call, kind(disc, spelling.slot(slot)))


async def swap(call: Call, one: str, other: str) -> None:
    """Two slots exchanged, named in any order."""
    first, second = in_order([spelling.slot(one), spelling.slot(other)])
    await step(call, Modify(first, second))


async def activate(call: Call, slot: str, double: bool | None, targets: str | None) -> None:
    """A disc by its slot; a bonus disc with the slots that it names."""
    named = tuple(spelling.slots(targets or ""))
    await step(call, Activate(spelling.slot(slot), double=bool(double), targets=named))


async def travel(call: Call, island: str) -> None:
    """To an island by its number, or to the next one face down."""
    await step(call, Travel(spelling.island(island)))


async def buy(call: Call, disc: DiscKind, pay: str | None) -> None:
    """A disc of the market, shown with the payment; without one with what keeps most choices."""
    paid = None if pay is None else spelling.payment(pay)

    def move(view: NoriaView) -> NoriaMove:
        found = [one.payments for one in buy_offers(view) if one.disc == disc and one.payments]
        usual = kindest(own(view).stock, found[0]) if found else NOTHING
        return Buy(disc, usual if paid is None else paid)

    await _step(call, move)


async def invest(call: Call, path: Path, pay: str | None) -> None:
    """The next level of a path, likewise."""
    paid = None if pay is None else spelling.payment(pay)

    def move(view: NoriaView) -> NoriaMove:
        found = [one.payments for one in invest_offers(view) if one.path == path and one.payments]
        usual = kindest(own(view).stock, found[0]) if found else NOTHING
        return Invest(path, usual if paid is None else paid)

    await _step(call, move)


async def politics(call: Call, down: Chamber, remove: Chamber | None = None) -> None:
    """Both chambers, or the panel with those that a politician can leave."""
    table = await table_for(call, game=GAME)
    view, _ = await panel.look(call, table, GAME)
    if remove is None and panel.is_asked(call, table, view):
        await panel.show(call, table, choice=f"{DEBATE}/{down}")
    else:
        await step(call, Politics(down, remove))


async def _step(call: Call, wanted: Callable[[NoriaView], NoriaMove]) -> None:
    table = await table_for(call, game=GAME)
    view, turn = await panel.look(call, table, GAME)
    if view is None:
        # The table itself refuses, whatever the move.
        await panel.play(call, table.id, turn, Choose("energy"))
        return
    move = wanted(view)
    shown = not isinstance(move, AT_ONCE) and not (isinstance(move, Travel) and move.island is not None)
    if shown and panel.is_asked(call, table, view) and refusal(view, view.active, move) is None:
        await panel.show(call, table, choice=text_of(move))
    else:
        await panel.play(call, table.id, turn, move)
