"""What each command of `/taxis` does: the same as the controls, with the same confirmations."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.people import table_for
from bot.discord.router import Call, refused
from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.land import region_of
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.offer import EACH
from bot.games.thurn_and_taxis.possible import may_call_cartwright, may_carry, may_close
from bot.games.thurn_and_taxis.rows import sides
from bot.games.thurn_and_taxis.view import TaxisView
from bot.tables.model import Table
from bot.text import LOCALES, words
from cogs.thurn_and_taxis.choice import BEGIN, CLOSE, MORE, Closing, offered
from cogs.thurn_and_taxis.closing import why_not
from cogs.thurn_and_taxis.playing import route_of
from cogs.thurn_and_taxis.presses import GAME
from cogs.thurn_and_taxis.spelling import all_meant, meant
from cogs.thurn_and_taxis.taking import DECK
from render.thurn_and_taxis import names

NOWHERE = "-"
"""What stands for closing without an office."""


async def take(call: Call, card: str) -> None:
    """Takes an open card or the top of the deck. Refusals: no_such_city, not_open, and those of the rules."""
    table = await table_for(call, game=GAME)
    view, turn = await panel.look(call, table, GAME)
    if view is None or is_deck(card):
        await panel.play(call, table.id, turn, TakeBlind())
        return
    city = meant(card)
    if city not in view.display:
        raise Refusal("not_open", city=names.city(city, call.words))
    await panel.play(call, table.id, turn, TakeOpen(view.display.index(city) + 1))


async def play(call: Call, card: str, side: str | None) -> None:
    """Lays a card of the hand; before a route is lost it asks."""
    city = meant(card)
    table = await table_for(call, game=GAME)
    view, turn = await panel.look(call, table, GAME)
    if view is None or not panel.is_asked(call, table, view) or city not in view.hand:
        await panel.play(call, table.id, turn, Begin(city))
        return
    move = _laying(view, city, side)
    if move is None:
        await panel.show(call, table, note=call.words("thurn_and_taxis.command.which_side"))
    elif isinstance(move, Begin) and view.phase == "play" and route_of(view):
        await panel.show(call, table, choice=f"{BEGIN}{city}")
    else:
        await panel.play(call, table.id, turn, move)


async def call_official(call: Call, official: str) -> None:
    """The Administrator comes at once; the others work by what is done with them, so it is offered."""
    table = await table_for(call, game=GAME)
    view, turn = await panel.look(call, table, GAME)
    if view is None or official == "administrator" or not panel.is_asked(call, table, view):
        await panel.play(call, table.id, turn, Administrator())
    elif official == "postmaster":
        await _postmaster(call, table, view, turn)
    elif official == "postal_carrier":
        await panel.show(call, table, note=_why_no_carrier(call, view))
    elif may_call_cartwright(view):
        await panel.show(call, table, choice=CLOSE)
    else:
        await panel.play(call, table.id, turn, Close((), cartwright=True))


async def close(call: Call, cities: str | None, cartwright: bool | None) -> None:
    """Shows a closing to be confirmed. Refusals: no_such_city, and those of the rules."""
    wanted = None if cities is None else offices_of(cities)
    table = await table_for(call, game=GAME)
    view, turn = await panel.look(call, table, GAME)
    if view is None or not panel.is_asked(call, table, view) or not may_close(view):
        # Not possible, and the rules know why.
        await panel.play(call, table.id, turn, Close())
        return
    closing = _closing(view, wanted, cartwright)
    refusal = why_not(view, closing)
    if refusal:
        await panel.show(call, table, choice=CLOSE, note=refused(call.words, refusal))
    elif cartwright and not may_call_cartwright(view):
        await panel.play(call, table.id, turn, Close(closing.offices, cartwright=True))
    else:
        await panel.show(call, table, choice=closing.text(route_of(view)))


async def discard(call: Call, card: str) -> None:
    """Discards a card of the hand. Refusals: no_such_city, and those of the rules."""
    await _do(call, Discard(meant(card)))


async def end_turn(call: Call) -> None:
    """Ends the turn."""
    await _do(call, EndTurn())


def is_deck(text: str) -> bool:
    """Whether the deck is meant, in any language."""
    said = {words(locale)("thurn_and_taxis.panel.deck").casefold() for locale in LOCALES}
    return text.strip().casefold() in {DECK, *said}


def offices_of(text: str) -> tuple[str, ...]:
    """The cities of a list; none where it says so. Refusal: no_such_city."""
    said = {words(locale)("thurn_and_taxis.command.nowhere").casefold() for locale in LOCALES}
    return () if text.strip().casefold() in {NOWHERE, *said} else all_meant(text)


async def _do(call: Call, move: TaxisMove) -> None:
    table = await table_for(call, game=GAME)
    _, turn = await panel.look(call, table, GAME)
    await panel.play(call, table.id, turn, move)


def _laying(view: TaxisView, city: str, side: str | None) -> TaxisMove | None:
    """The move that is meant; None if two ends fit and nothing was said about them."""
    route = route_of(view)
    if not route or side == "new":
        return Begin(city)
    if side is not None:
        return Play(city, "left" if side == "left" else "right")
    ends = sides(route, city)
    if len(ends) == 2 and len(route) > 1:
        return None
    return Play(city, ends[-1]) if ends else Begin(city)


async def _postmaster(call: Call, table: Table, view: TaxisView, turn: int) -> None:
    if view.phase == "take":
        key = "official_forced" if view.forced_postmaster else "take_first"
        await panel.show(call, table, note=refused(call.words, Refusal(key)))
    elif view.may_take:
        await panel.show(call, table, choice=MORE)
    else:
        await panel.play(call, table.id, turn, TakeBlind())


def _why_no_carrier(call: Call, view: TaxisView) -> str:
    """What keeps the Postal Carrier from being called; empty if the panel offers what he makes possible."""
    if may_carry(view):
        return ""
    if view.phase != "close":
        return refused(call.words, Refusal("carrier_early"))
    if view.official is not None:
        return refused(call.words, Refusal("official_used"))
    return refused(call.words, Refusal("carrier_no_card"))


def _closing(view: TaxisView, wanted: tuple[str, ...] | None, cartwright: bool | None) -> Closing:
    """What is to be shown: the offices in the order of the route, the Cartwright where he helps unless
    nobody wants him."""
    route = route_of(view)
    offices = wanted or ()
    regions = {region_of(city) for city in offices}
    mode = regions.pop() if len(offices) > 1 and len(regions) == 1 else EACH
    best = offered(view, mode)
    calls = may_call_cartwright(view) and cartwright is not False
    if wanted is None:
        return Closing(mode, calls, best.offices)
    in_order = tuple(sorted(offices, key=lambda city: route.index(city) if city in route else -1))
    return Closing(mode, calls, in_order)
