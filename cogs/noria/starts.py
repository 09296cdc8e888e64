"""Start positions of the solo game that several people can play one after the other, and the best games with
each in a server."""

from dataclasses import replace

from bot.discord.at_table import table_for
from bot.discord.channels import server_of
from bot.discord.commands import declared, plain_command
from bot.discord.content import Button, Content, Entry, Menu, number
from bot.discord.game_commands import begins
from bot.discord.layout import NAME
from bot.discord.opening import open_table, options_from, typed
from bot.discord.presenter import Given, Line, Param
from bot.discord.router import Call, on
from bot.discord.view_models import called
from bot.games.contract import Refusal
from bot.games.noria.notation import whole_key
from bot.games.noria.state import NoriaState
from bot.tables.model import PlayedSetup, ResultRow, Scored
from bot.text import Words, cut, one_line, plain, stamp

LINES = 10
"""Games in the list of a start."""
STARTS = 8
"""Starts in the list of a server: each is as long as a line can be."""
GAME, OPTION = "noria", "start"


def buttons(speak: Words) -> tuple[Button, ...]:
    """What stands below the ranking of a game with a start."""
    challenge = Button("noria.challenge", speak("noria.panel.challenge"))
    return challenge, Button("noria.scores", speak("noria.panel.scores"))


async def played(call: Call, typed: str) -> list[Line]:
    """The starts of the server as lines and values, newest first; none in a direct message."""
    guild = call.interaction.guild_id
    found = await call.tables.results.setups_of(guild, GAME, STARTS) if guild is not None else ()
    starts = [(each, on_one_line(each.best.result.setup)) for each in found]
    lines = [(f"{_in_short(each, call.words)} · {start}", start) for each, start in starts]
    return [line for line in lines if begins(typed, *line)]


async def _show_start(call: Call) -> Content:
    table = await table_for(call, game=GAME)
    return Content((call.words("noria.panel.start", start=await _position(call, table.id)),))


@on("noria.challenge", answers="private")
async def _challenge(call: Call) -> Content:
    position = await _position(call, call.id.table)
    return await open_table(call, GAME, options_from(GAME, {OPTION: position}))


async def _position(call: Call, table: int) -> str:
    moment = await call.tables.queries.now_at(table)
    if isinstance(moment.state, NoriaState) and moment.state.setup:
        return moment.state.setup
    raise Refusal("noria_no_start")


@on("noria.scores")
async def _high_scores(call: Call) -> Content:
    """**High scores** under a ranking, and a line of the list of starts."""
    guild = server_of(call, "only_in_server")
    table = number(call.value) if call.values else call.id.table
    rows = [row for row in await call.tables.results.at(table) if row.setup and row.guild == guild]
    if not rows:
        raise Refusal("noria_no_start")
    return await _listed(call, rows[0].setup, rows[0])


async def _listed(call: Call, setup: str, like: ResultRow | None) -> Content:
    """The best games that began like this, by the same rules; equal points share their place."""
    speak = call.words
    all_starts = Button("noria.starts", speak("noria.scores.all_starts"))
    head = (speak("noria.scores.title"), speak("noria.panel.start", start=setup))
    if like is None:
        return Content((*head, speak("noria.scores.none_with_it")), rows=((all_starts,),))
    found = await call.tables.results.best_like(like, LINES + 1)
    results = [scored.result for scored in found]
    points = [result.points for result in results]
    lines = [
        speak(
            f"noria.scores.{'won' if result.place == 1 else 'lost'}",
            place=points.index(result.points) + 1,
            name=plain(_name(scored, speak)),
            n=result.points,
            when=stamp(result.at, "d"),
        )
        for scored, result in zip(found[:LINES], results, strict=False)
    ]
    more = speak("noria.scores.more", n=LINES) if len(found) > LINES else ""
    rows = ((replace(buttons(speak)[0], style="primary"), all_starts),)
    return Content((*head, "\n".join(lines), more), rows=rows, table=results[0].table)


@on("noria.starts")
async def _starts(call: Call) -> Content:
    speak, guild = call.words, server_of(call, "only_in_server")
    found = await call.tables.results.setups_of(guild, GAME, STARTS)
    head = speak("noria.scores.starts")
    if not found:
        return Content((head, speak("noria.scores.none")))
    lines, entries = list[str](), list[Entry]()
    for each in found:
        best, start = each.best.result, on_one_line(each.best.result.setup)
        name, games = plain(_name(each.best, speak)), speak("noria.scores.games", n=each.games)
        lines.append(speak("noria.scores.start", n=best.points, name=name, games=games, start=start))
        entries.append(Entry(_in_short(each, speak), str(best.table), start))
    menu = Menu("noria.scores", speak("noria.scores.menu"), tuple(entries))
    return Content((head, "\n".join(lines)), rows=(menu,))


def _name(scored: Scored, speak: Words) -> str:
    return cut(called(scored.sitter.name, speak), NAME) or speak("noria.scores.somebody")


def _in_short(each: PlayedSetup, speak: Words) -> str:
    name, games = one_line(_name(each.best, speak)), speak("noria.scores.games", n=each.games)
    return speak("noria.scores.start_short", n=each.best.result.points, name=name, games=games)


def on_one_line(setup: str) -> str:
    """The lines of a start in one, as they can be typed into a command."""
    return " / ".join(setup.splitlines())


async def _scores(call: Call, given: Given) -> Content:
    """The best games with this start, else the last one here, else the starts of the server."""
    guild, results = server_of(call, "only_in_server"), call.tables.results
    if given["setup"]:
        key = whole_key(typed(GAME, OPTION, given["setup"]))
        return await _listed(call, key, await results.newest_with(guild, GAME, key))
    newest = await results.newest_in(call.channel, GAME)
    return await (_listed(call, newest.setup, newest) if newest else _starts(call))


COMMANDS = (
    plain_command("noria.setup", _show_start),
    declared("noria.scores", _scores, Param("setup", required=False, offers=played)),
)
