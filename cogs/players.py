"""Bringing players together: `/games tables` with the tables that wait for players, `/games mine` with a
person's own ones, `/games wanted` with what people would like to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from bot.discord import catalog, channels, settings
from bot.discord.channels import server_of
from bot.discord.content import IN_A_ROW, Button, Content, Entry, Menu, Row, chosen, note, page_of, turning
from bot.discord.ids import number
from bot.discord.lobby import most_seats
from bot.discord.people import NAME
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, on, one_of
from bot.discord.view_models import rules
from bot.games.contract import Refusal
from bot.tables.matchmaking import NUMBERS, SEASONS, Wanted, wanted_of
from bot.tables.model import MatchRequest, Sitter, Status, Table
from bot.tables.turn_clock import Duty
from bot.text import Marked, Words, cut, jump_url, plain, stamp

OPEN_ON_PAGE = IN_A_ROW
"""Open tables on a page: their buttons stand side by side."""
_OPTIONS = 200
"""Characters of what a table has chosen."""
OWN_ON_PAGE = 6
"""Own tables on a page, so that the message stays below Discord's length."""
SHORT_NAME = 24
"""Characters of a name, as they are written, in a line that may hold ten of them."""
LAST = datetime.max.replace(tzinfo=UTC)
NAMED = 5
"""So many of those who want a game are named."""


# Open tables -------------------------------------------------------------------------------------------


@on("games.tables")
async def open_tables(call: Call) -> None:
    """The newest tables of a server that can be joined, or a further page. Refusals: players_in_server."""
    await call.reply.show(await _open_tables(call, number(call.id.rest)))


@on("games.join")
async def _join(call: Call) -> None:
    """**Join** below the list; the lobby is refreshed. Refusals: those of its own button."""
    table, _, at = call.id.rest.partition("/")
    joined = await call.tables.lobby.join(number(table), call.person, key=call.key)
    done = call.words("games.tables.joined", title=_title(joined, call.words), address=_address(joined))
    await call.reply.show(await _open_tables(call, number(at), done))


async def _open_tables(call: Call, at: int, done: str = "") -> Content:
    """One page of the list, below what a press of it has done."""
    guild, speak = server_of(call, "players_in_server"), call.words
    tables = [
        table for table in await call.tables.queries.lobbies(guild) if channels.sees(call, table.channel)
    ]
    title = speak("games.tables.title")
    if not tables:
        buttons = (
            Button("wanted.panel", speak("games.wanted.button"), style="primary"),
            Button("games.tables", speak("kit.refresh")),
        )
        return Content((title, speak("games.tables.none")), rows=(buttons,))
    shown, at, pages = page_of(tables, at, OPEN_ON_PAGE)
    foot = f"-# {speak('games.rules.page', page=at + 1, pages=pages)}" if pages > 1 else ""
    joining = tuple(_joining(call, table, at) for table in shown)
    again = Button("games.tables", speak("kit.refresh"), str(at))
    before, after = turning(
        "games.tables", (speak("games.rules.previous"), speak("games.rules.next")), at, pages
    )
    return Content(
        (title, done, *(_entry(call, table) for table in shown), foot),
        rows=(joining, (before, again, after) if pages > 1 else (again,)),
    )


def _entry(call: Call, table: Table) -> str:
    speak = call.words
    host = next((sitter.name for sitter in table.sitters if sitter.user == table.host), "")
    title = _title(table, speak)
    seats = speak(
        "games.tables.seats",
        host=plain(cut(host, NAME)),
        n=len(table.sitters),
        seats=most_seats(table),
        fewest=rules(table).info.seats[0],
    )
    head = speak("games.tables.entry", title=title, address=_address(table), channel=table.channel)
    return "\n".join((head, seats, f"-# {_chosen(table, speak)}"))


def _chosen(table: Table, speak: Words) -> str:
    """What is not as at any other table of the game, in a few words."""
    rule, words_for = rules(table), presenter_of(table.game).options
    usual = words_for(rule.options_type(), speak)
    rows = [row for row in words_for(rule.decode_options(table.options), speak) if row not in usual]
    rows += settings.rows(table, speak)
    shown = [speak("lobby.option", option=label, value=plain(value)) for label, value in rows]
    return cut(" · ".join(shown), _OPTIONS) if shown else speak("games.tables.usual")


def _joining(call: Call, table: Table, at: int) -> Button:
    sits = table.seat_of(call.person.id) is not None
    label = call.words("games.tables.in" if sits else "games.tables.join", table=table.id)
    closed = sits or len(table.sitters) >= most_seats(table)
    return Button("games.join", label, f"{table.id}/{at}", style="success", disabled=closed)


def _title(table: Table, speak: Words) -> str:
    return speak("table.which.entry", game=catalog.name(table.game, speak), table=table.id)


def _address(table: Table) -> str:
    return jump_url(table.guild, table.channel)


# Own tables --------------------------------------------------------------------------------------------


@on("games.mine")
async def mine(call: Call) -> None:
    """A person's tables on all servers, first those that wait for them; and those they watch."""
    speak, user = call.words, call.person.id
    own = sorted(await call.tables.queries.tables_of(user), key=lambda table: _order(table, user))
    found = [*own, *await call.tables.spectators.watched_by(user)]
    if not found:
        await call.reply.show(note(speak("games.mine.none")))
        return
    shown, at, pages = page_of(found, number(call.id.rest), OWN_ON_PAGE)
    sitting = [await _line(call, table) for table in shown if table.seat_of(user) is not None]
    watching = [await _line(call, table) for table in shown if table.seat_of(user) is None]
    texts = [speak("games.mine.title"), "\n".join(sitting)] if sitting else []
    texts += [speak("games.mine.watched"), "\n".join(watching)] if watching else []
    pager = turning("games.mine", (speak("games.rules.previous"), speak("games.rules.next")), at, pages)
    rows: tuple[Row, ...] = (pager,) if pages > 1 else ()
    foot = (f"-# {speak('games.rules.page', page=at + 1, pages=pages)}",) if pages > 1 else ()
    await call.reply.show(Content(tuple(texts), rows=rows, foot=foot))


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
    address = jump_url(table.guild, table.channel, newest)
    line = speak("games.mine.line", title=_title(table, speak), address=address, state=_state(call, table))
    wrong = await channels.trouble(call.app, table)
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
    duties = own or [duty for _, duty in owed]
    since = stamp(min(duty.since for duty in duties))
    until = "" if table.rests else _until(duties, speak)
    if own:
        return speak("games.mine.you", since=since) + until
    names = speak.all_of(_short_name(sitter) for sitter, _ in owed)
    return speak("games.mine.waiting", names=names, since=since) + until


def _short_name(sitter: Sitter) -> str:
    """The name, short enough: signs that would format are written as two, and are never cut in half."""
    shown = (plain(cut(sitter.name, length)) for length in range(SHORT_NAME, 0, -1))
    return next(name for name in shown if len(name) <= SHORT_NAME)


def _until(owed: Iterable[Duty], speak: Words) -> str:
    """The first deadline, if there is any."""
    ends = [duty.deadline for duty in owed if duty.deadline is not None and duty.away is None]
    return speak("games.mine.until", when=stamp(min(ends))) if ends else ""


# Requests ----------------------------------------------------------------------------------------------


@on("wanted.panel")
async def wanted(call: Call) -> None:
    """What a person would like to play, with how many and until when; and who else would. Refusals:
    players_in_server."""
    await call.reply.show(await _panel(call))


def _choice(key: str, read: Callable[[Call], object]) -> None:
    """Registers the control of one wish. Refusals: players_in_server, and those of `_look` where the person
    looks for players already."""

    @on(f"wanted.{key}")
    async def choose(call: Call) -> None:
        value, guild = read(call), server_of(call, "players_in_server")
        locale = await channels.language_of_posts(call)
        try:
            await call.tables.matchmaking.choose(
                guild,
                call.person,
                lambda wanted: replace(wanted, **{key: value}),
                channel=call.channel,
                locale=locale,
            )
        except Refusal as refusal:
            raise _named(refusal, call.words) from None
        await wanted(call)


_choice(
    "games", lambda call: tuple(game.info.key for game in catalog.games() if game.info.key in call.values)
)
_choice("numbers", lambda call: tuple(n for n in NUMBERS if str(n) in call.values))
_choice("season", lambda call: one_of(SEASONS, call.value))
_choice("seen", lambda call: call.id.rest == "on")


@on("wanted.look")
async def _look(call: Call) -> None:
    """**Look for players**. Refusals: players_in_server, cannot_post, channel_not_allowed, nothing_wanted,
    never_enough {games}."""
    guild = server_of(call, "players_in_server")
    channels.check_channel(call)
    await channels.refuse_elsewhere(call)
    locale = await channels.language_of_posts(call)
    try:
        await call.tables.matchmaking.look(guild, call.person, channel=call.channel, locale=locale)
    except Refusal as refusal:
        raise _named(refusal, call.words) from None
    await wanted(call)


@on("wanted.withdraw")
async def _withdraw(call: Call) -> None:
    """**Withdraw**: the request is over."""
    await call.tables.matchmaking.withdraw(server_of(call, "players_in_server"), call.person.id)
    await wanted(call)


def _named(refusal: Refusal, speak: Words) -> Refusal:
    """The same refusal; one of what no game can do says what each of these games can."""
    if refusal.code != "never_enough":
        return refusal
    keys, takes = str(refusal.data["games"]).split(), list[str]()
    for game in catalog.games():
        low, high = game.info.seats
        if game.info.key in keys:
            title, least = catalog.title(game, speak), max(low, NUMBERS[0])  # alone is not with others
            takes.append(speak("games.wanted.takes", game=title, low=least, high=high))
    return Refusal(refusal.code, games=Marked(speak.all_of(takes)))


async def _panel(call: Call) -> Content:
    guild, speak = server_of(call, "players_in_server"), call.words
    row = await call.tables.matchmaking.wanted(guild, call.person.id)
    wishes = wanted_of(row)
    looking = row is not None and row.since is not None
    others = [one for one in await call.tables.matchmaking.looking(guild) if one.user != call.person.id]
    texts = (
        speak("games.wanted.title"),
        _request(row, speak),
        speak("games.wanted.is_seen" if wishes.seen else "games.wanted.is_unseen"),
        _others(others, speak),
    )
    seen = "off" if wishes.seen else "on"
    begin = Button("wanted.look", speak("games.wanted.look"), style="primary", disabled=not wishes.games)
    buttons = (
        Button("wanted.withdraw", speak("games.wanted.withdraw")) if looking else begin,
        Button("wanted.seen", speak(f"games.wanted.seen_{seen}"), seen),
        Button("games.tables", speak("games.tables.button")),
        Button("wanted.panel", speak("kit.refresh")),
    )
    return Content(texts, rows=(*_wishes(wishes, speak), buttons))


def _request(row: MatchRequest | None, speak: Words) -> str:
    """Whether others are looked for, and until when."""
    if row is None or row.since is None:
        return speak("games.wanted.idle")
    if row.until is None:
        return speak("games.wanted.always")
    return speak("games.wanted.until", when=stamp(row.until, "f"), left=stamp(row.until))


def _others(rows: Sequence[MatchRequest], speak: Words) -> str:
    """Who else wants which game: by name those who like it, the others as a number."""
    found = [speak("games.wanted.others")]
    for game in catalog.games():
        wanting = [row for row in rows if game.info.key in wanted_of(row).games]
        if wanting:
            title, people = catalog.title(game, speak), _people(wanting, speak)
            found.append(speak("games.wanted.line", game=title, people=people))
    return "\n".join(found) if len(found) > 1 else speak("games.wanted.nobody")


def _people(rows: Sequence[MatchRequest], speak: Words) -> str:
    named = [plain(cut(row.name, NAME)) for row in rows if wanted_of(row).seen][:NAMED]
    unnamed = len(rows) - len(named)
    if not named:
        return speak("games.wanted.somebody", n=unnamed)
    return speak.all_of([*named, speak("games.wanted.more", n=unnamed)] if unnamed else named)


def _wishes(wishes: Wanted, speak: Words) -> tuple[Menu, ...]:
    """A menu for each wish."""
    games = [Entry(catalog.title(game, speak), game.info.key) for game in catalog.games()]
    numbers = [Entry(speak("games.wanted.number", n=n), str(n)) for n in NUMBERS]
    seasons = [Entry(speak(f"games.wanted.season.{season}"), season) for season in SEASONS]
    return (
        Menu("wanted.games", speak("games.wanted.games"), chosen(games, *wishes.games), most=len(games)),
        Menu(
            "wanted.numbers",
            speak("games.wanted.numbers"),
            chosen(numbers, *wishes.numbers),
            most=len(numbers),
        ),
        Menu("wanted.season", speak("games.wanted.season"), chosen(seasons, wishes.season)),
    )
