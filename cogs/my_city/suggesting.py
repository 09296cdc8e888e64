"""What Discord offers while somebody types a command of `/mycity`."""

from __future__ import annotations

from discord import app_commands

from bot.discord import panel
from bot.discord.autocomplete import suggestions
from bot.discord.people import table_for
from bot.discord.router import Call
from bot.games.my_city.city import EPISODES
from bot.games.my_city.ghost import ghost_of
from bot.games.my_city.legal import FIRST
from bot.games.my_city.preview import Offer, offers
from bot.games.my_city.standing import episodes_left
from cogs.my_city.presses import GAME, asked_of
from cogs.my_city.spelling import parts
from render.my_city import names
from render.my_city.words import spot


async def spots(call: Call, typed: str) -> list[app_commands.Choice[str]]:
    """The legal spots that begin at the cell that is typed, or cover all of several, the best ones first."""
    table = await table_for(call, game=GAME)
    view, _ = await panel.look(call, table, GAME)
    seat = table.seat_of(call.person.id)
    if view is None or seat is None or asked_of(call, table, view) is None:
        return []
    given = parts(typed)
    found = [offer for offer in offers(view, seat) if _fits(offer, given)]
    return suggestions(
        (spot(offer.cells, call.words, offer.gain), str(ghost_of(offer.cells))) for offer in found
    )


async def episodes(call: Call, typed: str) -> list[app_commands.Choice[int]]:
    """The episodes that can be begun now, for whoever chooses them."""
    table = await table_for(call, game=GAME)
    view, _ = await panel.look(call, table, GAME)
    if view is None or view.phase != "between" or table.seat_of(call.person.id) != FIRST:
        return []
    wanted = typed.strip().casefold()
    named = [(names.titled(EPISODES[number], call.words), number) for number in episodes_left(view)]
    return suggestions((name, number) for name, number in named if wanted in name.casefold())


def _fits(offer: Offer, given: list[str]) -> bool:
    if len(given) == 1:
        return offer.cells[0].startswith(given[0])
    *whole, begun = given or [""]
    return {*whole} <= {*offer.cells} and any(cell.startswith(begun) for cell in offer.cells)
