"""`/games leaderboard`: who plays a game best in a server, page by page, as a picture and in words."""

from __future__ import annotations

from bot.discord import catalog
from bot.discord.content import Button, Content
from bot.discord.ids import number
from bot.discord.people import NAME
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, on
from bot.tables.statistics import Standing
from bot.text import Words, cut, one_line, plain
from cogs.statistics.asking import known, server
from render.leaderboard import LeaderboardCard, Ranked, leaderboard, told

ACTION = "games.leaderboard"
ROWS = 10
"""Rows of a page."""


async def show(call: Call, game: str) -> None:
    """The first page of the game that is meant. Refusals: statistics_in_server, no_such_game, cool_down."""
    await call.reply.private(await _page(call, known(game), 0))


@on(ACTION)
async def _turn_to(press: Call) -> None:
    """**Leaderboard** of a person's statistics, and the pages. Refusals: those of `show`."""
    game, _, page = press.id.rest.partition("/")
    await press.reply.show(await _page(press, known(game), number(page)))


async def _page(call: Call, game: str, page: int) -> Content:
    spend(call, PICTURE)
    speak = call.words
    found = await call.tables.statistics.leaderboard(server(call), game)
    pages = max(-(-len(found) // ROWS), 1)
    page = min(page, pages - 1)
    rows = [_ranked(each, speak, call.person.id) for each in found[page * ROWS : (page + 1) * ROWS]]
    card = LeaderboardCard(game, tuple(rows), len(found), page, pages)
    lines = [told(row, speak, plain(cut(row.name, NAME))) for row in rows]
    texts = (speak("statistics.leaderboard", game=catalog.name(game, speak)),)
    foot = ("\n".join(lines), speak("statistics.leaderboard_about"))
    turning = (
        Button(ACTION, speak("statistics.previous"), f"{game}/{page - 1}", disabled=page == 0),
        Button(ACTION, speak("statistics.next"), f"{game}/{page + 1}", disabled=page == pages - 1),
    )
    mine = Button("games.statistics", speak("statistics.mine"), f"{call.person.id}/{game}")
    buttons = (*turning, mine) if pages > 1 else (mine,)
    return Content(texts, (leaderboard(card, speak),), (buttons,), foot=foot)


def _ranked(each: Standing, speak: Words, reader: int) -> Ranked:
    tally, rating = each.tally, each.rating
    return Ranked(
        place=each.place,
        name=one_line(tally.name),
        rating=rating.points,
        games=tally.games,
        wins=tally.wins,
        average=tally.place,
        certainty=speak(f"statistics.certainty.{rating.certainty}"),
        provisional=rating.certainty == "provisional",
        own=tally.user == reader,
    )
