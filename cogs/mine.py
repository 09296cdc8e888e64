"""`/games mine`: a person's tables on all servers, first those that wait for them; and those they watch."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.discord import catalog, threads
from bot.discord.content import Button, Content, Row
from bot.discord.ids import number
from bot.discord.router import Call, on
from bot.tables.model import Sitter, Status, Table
from bot.tables.turn_clock import Duty
from bot.text import Words, cut, jump_url, plain, stamp

ACTION = "games.mine"
PAGE = 6
"""Tables on a page, so that the message stays below Discord's length."""
NAME = 24
"""Characters of a name, as they are written, in a line that may hold ten of them."""
LAST = datetime.max.replace(tzinfo=UTC)


async def show(call: Call, at: int = 0) -> None:
    """The tables of a person, from a page on."""
    await call.reply.show(await _page(call, at))


@on(ACTION)
async def _turn_to(press: Call) -> None:
    await show(press, number(press.id.rest))


async def _page(call: Call, at: int) -> Content:
    speak, user = call.words, call.person.id
    own = sorted(await call.tables.queries.tables_of(user), key=lambda table: _order(table, user))
    watched = await call.tables.spectators.watched_by(user)
    found = [*own, *watched]
    if not found:
        return Content((speak("games.mine.none"),))
    pages = -(-len(found) // PAGE)
    at = min(at, pages - 1)
    shown = found[at * PAGE : (at + 1) * PAGE]
    sitting = [await _line(call, table) for table in shown if table.seat_of(user) is not None]
    watching = [await _line(call, table) for table in shown if table.seat_of(user) is None]
    texts = [speak("games.mine.title"), "\n".join(sitting)] if sitting else []
    texts += [speak("games.mine.watched"), "\n".join(watching)] if watching else []
    foot = (f"-# {speak('games.rules.page', page=at + 1, pages=pages)}",) if pages > 1 else ()
    return Content(tuple(texts), rows=_turning(at, pages, speak), foot=foot)


def _turning(at: int, pages: int, speak: Words) -> tuple[Row, ...]:
    if pages == 1:
        return ()
    return (
        (
            Button(ACTION, speak("games.rules.previous"), str(max(at - 1, 0)), disabled=at == 0),
            Button(ACTION, speak("games.rules.next"), str(at + 1), disabled=at == pages - 1),
        ),
    )


def _order(table: Table, user: int) -> tuple[int, datetime]:
    """What waits for the person, then for others, longest first; then lobbies, then what rests."""
    if table.status is Status.LOBBY:
        return 2, table.created
    if table.paused_since is not None:
        return 3, table.paused_since
    waits = min((duty.since for _, duty in _owed(table)), default=LAST)
    own = next((duty for sitter, duty in _owed(table) if sitter.user == user), None)
    return (0, own.since) if own else (1, waits)


def _owed(table: Table) -> list[tuple[Sitter, Duty]]:
    """The people who owe a decision, and since when; computers answer by themselves."""
    return [(sitter, duty) for sitter in table.sitters if (duty := sitter.pace.duty) is not None]


async def _line(call: Call, table: Table) -> str:
    """A table with a link to its newest post, how it stands, and what is wrong with its place."""
    speak = call.words
    posts = [post for post in await call.tables.outbox.posts(table.id) if post.seat is None]
    newest = next((post.message for post in reversed(posts) if post.channel == table.channel), None)
    title = speak("table.which.entry", game=catalog.name(table.game, speak), table=table.id)
    line = speak(
        "games.mine.line",
        title=title,
        address=jump_url(table.guild, table.channel, newest),
        state=_state(call, table),
    )
    wrong = await threads.trouble(call.app, table)
    return f"{line}\n  -# {speak(f'games.mine.{wrong}')}" if wrong else line


def _state(call: Call, table: Table) -> str:
    speak = call.words
    if table.status is Status.LOBBY:
        return speak("games.mine.lobby", n=len(table.sitters))
    if table.paused_since is not None:
        return speak("games.mine.paused", since=stamp(table.paused_since))
    owed = _owed(table)
    if not owed:
        return speak("games.mine.thinking")
    own = [duty for sitter, duty in owed if sitter.user == call.person.id]
    since = stamp(min(duty.since for duty in own or [duty for _, duty in owed]))
    until = "" if table.rests else _until(own or [duty for _, duty in owed], speak)
    if own:
        return speak("games.mine.you", since=since) + until
    names = speak.all_of(_name(sitter) for sitter, _ in owed)
    return speak("games.mine.waiting", names=names, since=since) + until


def _name(sitter: Sitter) -> str:
    """The name, short enough: signs that would format are written as two, and are never cut in half."""
    shown = (plain(cut(sitter.name, length)) for length in range(NAME, 0, -1))
    return next(name for name in shown if len(name) <= NAME)


def _until(owed: Iterable[Duty], speak: Words) -> str:
    """The first deadline, if there is any."""
    ends = [duty.deadline for duty in owed if duty.deadline is not None and duty.away is None]
    return speak("games.mine.until", when=stamp(min(ends))) if ends else ""
