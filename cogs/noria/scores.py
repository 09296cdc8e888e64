"""The best solo games of a server, start by start. Names never leave the server in which they were told."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.ids import number
from bot.discord.opening import typed
from bot.discord.people import NAME, server_of
from bot.discord.router import Call, Press, on
from bot.discord.scenes import called
from bot.games.contract import Refusal
from bot.games.noria.notation import canonical, on_one_line, read_start
from bot.tables.model import PlayedSetup, Scored
from bot.text import Words, cut, one_line, plain, stamp
from cogs.noria.presses import GAME

LINES = 10
"""Games in the list of a start."""
STARTS = 8
"""Starts in the list of a server: each is as long as a line can be."""


@dataclass(frozen=True, slots=True)
class Played:
    """A start that was played in a server."""

    start: str
    """In one line, as it can be typed."""
    about: str
    """Its best game in a few words without Markdown."""


async def show(call: Call, setup: str | None) -> None:
    """The best games with the start position that was typed, else with the one that was played last in this
    channel, else the starts of the server. Refusals: only_in_server, those of the notation,
    noria_whole_start."""
    guild = _server(call)
    key = meant(setup) if setup else await call.app.tables.newest_setup(call.channel, GAME)
    await call.reply.private(await _listed(call, guild, key) if key else await _starts(call, guild))


@on("noria.scores")
async def scores(press: Press) -> None:
    """**High scores** under a ranking, and a line of the list of starts: the games that began like that one.
    Refusals: only_in_server, noria_no_start."""
    guild = _server(press)
    table = number(press.value) if press.values else press.id.table
    rows = [row for row in await press.app.tables.results(table) if row.setup and row.guild == guild]
    if not rows:
        raise Refusal("noria_no_start")
    await press.reply.show(await _listed(press, guild, rows[0].setup))


@on("noria.starts")
async def starts(press: Press) -> None:
    """**All starts** under the list of one. Refusals: only_in_server."""
    await press.reply.show(await _starts(press, _server(press)))


def meant(text: str) -> str:
    """The setup of the results that somebody means. Refusals: those of the notation, noria_whole_start."""
    start = read_start(typed(GAME, "start", text))
    if not (start.bot_path and start.player_path):
        raise Refusal("noria_whole_start")
    return canonical(start)


async def played(call: Call) -> list[Played]:
    """The starts of the server, the one that was played last first; none in a direct message."""
    guild = call.interaction.guild_id
    if guild is None:
        return []
    found = await call.app.tables.setups_of(guild, GAME, STARTS)
    return [Played(on_one_line(each.best.result.setup), _in_short(each, call.words)) for each in found]


def _server(call: Call) -> int:
    return server_of(call, "only_in_server")


async def _listed(call: Call, guild: int, setup: str) -> Content:
    """The best games that began like this."""
    speak = call.words
    found = await call.app.tables.best_with(guild, GAME, setup, LINES + 1)
    all_starts = Button("noria.starts", speak("noria.scores.all_starts"))
    head = (speak("noria.scores.title"), speak("noria.panel.start", start=setup))
    if not found:
        return Content((*head, speak("noria.scores.none_with_it")), rows=((all_starts,),))
    points = [scored.result.points for scored in found]
    lines = [_line(scored, points.index(scored.result.points) + 1, speak) for scored in found[:LINES]]
    more = speak("noria.scores.more", n=LINES) if len(found) > LINES else ""
    challenge = Button("noria.challenge", speak("noria.panel.challenge"), style="primary")
    rows: tuple[Row, ...] = ((challenge, all_starts),)
    return Content((*head, "\n".join(lines), more), rows=rows, table=found[0].result.table)


async def _starts(call: Call, guild: int) -> Content:
    """The starts of a server, each with its best game, and a menu that leads to their lists."""
    speak = call.words
    found = await call.app.tables.setups_of(guild, GAME, STARTS)
    if not found:
        return Content((speak("noria.scores.starts"), speak("noria.scores.none")))
    lines = [_start_line(each, speak) for each in found]
    entries = tuple(
        Entry(_in_short(each, speak), str(each.best.result.table), on_one_line(each.best.result.setup))
        for each in found
    )
    menu = Menu("noria.scores", speak("noria.scores.menu"), entries)
    return Content((speak("noria.scores.starts"), "\n".join(lines)), rows=(menu,))


def _line(scored: Scored, place: int, speak: Words) -> str:
    """A game of a list; equal points share their place."""
    result = scored.result
    return speak(
        f"noria.scores.{'won' if result.place == 1 else 'lost'}",
        place=place,
        name=plain(_name(scored, speak)),
        n=result.points,
        when=stamp(result.at, "d"),
    )


def _name(scored: Scored, speak: Words) -> str:
    """Who it was, cut; somebody, where that is not to be told."""
    return cut(called(scored.sitter.name, speak), NAME) or speak("noria.scores.somebody")


def _start_line(each: PlayedSetup, speak: Words) -> str:
    best = each.best
    name, games = plain(_name(best, speak)), speak("noria.scores.games", n=each.games)
    start = on_one_line(best.result.setup)
    return speak("noria.scores.start", n=best.result.points, name=name, games=games, start=start)


def _in_short(each: PlayedSetup, speak: Words) -> str:
    name, games = one_line(_name(each.best, speak)), speak("noria.scores.games", n=each.games)
    return speak("noria.scores.start_short", n=each.best.result.points, name=name, games=games)
