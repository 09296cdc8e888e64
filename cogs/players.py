"""Bringing players together: `/games tables`, `/games mine` and `/games wanted`."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from msgspec.structs import replace

from bot.discord import called_role, catalog, channels, table_words
from bot.discord.at_table import entry_of
from bot.discord.channels import server_of
from bot.discord.circle_calls import asked
from bot.discord.content import Button, Content, Entry, Menu, Row, chosen, number, page_of, turning
from bot.discord.layout import NAME
from bot.discord.lobby import most_seats
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, on, one_of
from bot.discord.view_models import owing, rules
from bot.games.contract import Refusal
from bot.store.records import NUMBERS, Wanted
from bot.tables.matchmaking import SEASONS
from bot.tables.model import MatchRequest, SeatRow, Status, Table
from bot.tables.turn_clock import Duty
from bot.text import Marked, Words, cut, jump_url, plain, stamp
from cogs import solo

OPEN_ON_PAGE = 5
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


def _page_line(at: int, pages: int, speak: Words) -> str:
    return f"-# {speak('games.rules.page', page=at + 1, pages=pages)}" if pages > 1 else ""


def _turning(action: str, at: int, pages: int, speak: Words) -> tuple[Button, Button]:
    return turning(action, (speak("games.rules.previous"), speak("games.rules.next")), at, pages)


# Open tables -------------------------------------------------------------------------------------------


@on("games.tables")
async def open_tables(call: Call, done: str = "") -> Content:
    """A page of the newest tables of a server that can be joined, below what a press of it has done."""
    guild, speak = server_of(call, "players_in_server"), call.words
    lobbies = await call.tables.queries.lobbies(guild)
    tables = [table for table in lobbies if channels.sees(call, table.channel)]
    title = speak("games.tables.title")
    if not tables:
        look = Button("wanted.panel", speak("games.wanted.button"), style="primary")
        again = Button("games.tables", speak("kit.refresh"))
        return Content((title, speak("games.tables.none")), rows=((look, again),))
    shown, at, pages = page_of(tables, number(call.id.rest.rpartition("/")[2]), OPEN_ON_PAGE)
    joining: list[Button] = []
    for table in shown:
        sits = table.seat_of(call.person.id) is not None
        label = speak("games.tables.in" if sits else "games.tables.join", table=table.id)
        closed = sits or len(table.sitters) >= most_seats(table)
        joining.append(Button("games.join", label, f"{table.id}/{at}", style="success", disabled=closed))
    again = Button("games.tables", speak("kit.refresh"), str(at))
    before, after = _turning("games.tables", at, pages, speak)
    last = (before, again, after) if pages > 1 else (again,)
    texts = (title, done, *(_entry(table, speak) for table in shown), _page_line(at, pages, speak))
    return Content(texts, rows=(tuple(joining), last))


@on("games.join")
async def _join(call: Call) -> Content:
    table = number(call.id.rest.partition("/")[0])
    joined, speak = await call.tables.lobby.join(table, call.person, key=call.key), call.words
    done = speak("games.tables.joined", title=entry_of(joined, speak), address=_address(joined))
    return await open_tables(call, done)


def _entry(table: Table, speak: Words) -> str:
    """A table, and what is not as at any other one of the game, in a few words."""
    host = next((sitter.name for sitter in table.sitters if sitter.user == table.host), "")
    rule, words_for = rules(table), presenter_of(table.game).options
    seats = speak(
        "games.tables.seats",
        host=plain(cut(host, NAME)),
        n=len(table.sitters),
        seats=most_seats(table),
        fewest=rule.info.seats[0],
    )
    usual = words_for(rule.options_type(), speak)
    rows = [row for row in words_for(rule.decode_options(table.options), speak) if row not in usual]
    shown = [
        speak("lobby.option", option=label, value=plain(value))
        for label, value in (*rows, *table_words.setting_rows(table, speak))
    ]
    own = cut(" · ".join(shown), _OPTIONS) if shown else speak("games.tables.usual")
    title = entry_of(table, speak)
    head = speak("games.tables.entry", title=title, address=_address(table), channel=table.channel)
    return "\n".join((head, seats, f"-# {own}"))


def link(table: Table, speak: Words) -> str:
    """A table that leads to where it stands."""
    return f"[{entry_of(table, speak)}]({_address(table)})"


def _address(table: Table, message: int | None = None) -> str:
    return jump_url(table.guild, table.channel, message)


# Own tables --------------------------------------------------------------------------------------------


@on("games.mine")
async def mine(call: Call) -> Content:
    """A person's tables on all servers, first those that wait for them; and those they watch."""
    speak, user = call.words, call.person.id
    own = sorted(await call.tables.queries.tables_of(user), key=lambda table: _order(table, user))
    found = [*own, *await call.tables.spectators.watched_by(user)]
    invited, joining = await asked(call)
    if not found:
        return Content((speak("games.mine.none"), invited), rows=tuple(joining))
    shown, at, pages = page_of(found, number(call.id.rest), OWN_ON_PAGE)
    texts: list[str] = []
    for key, sits in (("games.mine.title", True), ("games.mine.watched", False)):
        there = [table for table in shown if (table.seat_of(user) is not None) is sits]
        if there:
            texts += [speak(key), "\n".join([await _line(call, table) for table in there])]
    rows: tuple[Row, ...] = (_turning("games.mine", at, pages, speak),) if pages > 1 else ()
    rows += (*solo.ways_to(call, shown), *joining)
    return Content((*texts, invited), rows=rows, foot=(_page_line(at, pages, speak),))


def _order(table: Table, user: int) -> tuple[int, datetime]:
    """What waits for the person, then for others, longest first; then lobbies, then what rests."""
    if table.status is Status.LOBBY:
        return 2, table.created
    if table.paused_since is not None:
        return 3, table.paused_since
    waits = min((duty.since for _, duty in _owed(table)), default=LAST)
    own = next((duty for sitter, duty in _owed(table) if sitter.user == user), None)
    return (0, own.since) if own else (1, waits)


def _owed(table: Table) -> list[tuple[SeatRow, Duty]]:
    return [(sitter, duty) for sitter in table.sitters if (duty := sitter.pace.duty) is not None]


async def _line(call: Call, table: Table) -> str:
    """A table with a link to its newest post, how it stands, and what is wrong with its place."""
    speak = call.words
    if table.apart:
        return speak("games.mine.apart", title=entry_of(table, speak), state=await _state(call, table))
    posts = [post for post in await call.tables.outbox.posts(table.id) if post.seat is None]
    newest = next((post.message for post in reversed(posts) if post.channel == table.channel), None)
    address, state = _address(table, newest), await _state(call, table)
    line = speak("games.mine.line", title=entry_of(table, speak), address=address, state=state)
    wrong = await channels.trouble(call.app, table)
    return f"{line}\n  -# {speak(f'games.mine.{wrong}')}" if wrong else line


async def _state(call: Call, table: Table) -> str:
    speak = call.words
    if table.status is Status.LOBBY:
        return speak("games.mine.lobby", n=len(table.sitters))
    if table.paused_since is not None:
        return speak("games.mine.paused", since=stamp(table.paused_since))
    owed = _owed(table)
    if not owed:
        return await _unowed(call, table)
    own = [duty for sitter, duty in owed if sitter.user == call.person.id]
    duties = own or [duty for _, duty in owed]
    since = stamp(min(duty.since for duty in duties))
    ends = [duty.deadline for duty in duties if duty.deadline is not None and duty.away is None]
    until = speak("games.mine.until", when=stamp(min(ends))) if ends and not table.rests else ""
    if own:
        return speak("games.mine.you", since=since) + until
    names = speak.all_of(_short_name(sitter) for sitter, _ in owed)
    return speak("games.mine.waiting", names=names, since=since) + until


async def _unowed(call: Call, table: Table) -> str:
    """What a game waits for where no person owes anything: an empty seat that is held, else a computer."""
    held = [sitter for sitter in table.sitters if sitter.pace.free_until]
    waits = owing(await call.tables.queries.now_at(table.id)) if held else ()
    for sitter in held:
        if sitter.seat in waits and (until := sitter.pace.free_until):
            return call.words("games.mine.held", name=_short_name(sitter), when=stamp(until))
    return call.words("games.mine.thinking")


def _short_name(sitter: SeatRow) -> str:
    """The name, short enough: signs that would format are written as two, and are never cut in half."""
    shown = (plain(cut(sitter.name, length)) for length in range(SHORT_NAME, 0, -1))
    return next(name for name in shown if len(name) <= SHORT_NAME)


# Requests ----------------------------------------------------------------------------------------------


@contextmanager
def _naming(speak: Words) -> Generator[None]:
    """A refusal of what no game can do says what each of these games can."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code != "never_enough":
            raise
        keys, takes = str(refusal.data["games"]).split(), list[str]()
        for info in (game.info for game in catalog.games() if game.info.key in keys):
            low, high = max(info.seats[0], NUMBERS[0]), info.seats[1]  # alone is not with others
            takes.append(speak("games.wanted.takes", game=speak.title(info), low=low, high=high))
        raise Refusal(refusal.code, games=Marked(speak.all_of(takes))) from None


def _choice(key: str, read: Callable[[Call], object]) -> None:

    @on(f"wanted.{key}")
    async def choose(call: Call) -> Content:
        value, guild = read(call), server_of(call, "players_in_server")
        locale = await channels.language_of_posts(call)
        with _naming(call.words):
            await call.tables.matchmaking.choose(
                guild,
                call.person,
                lambda wanted: replace(wanted, **{key: value}),
                channel=call.channel,
                locale=locale,
            )
        return await wanted(call)


_choice(
    "games", lambda call: tuple(game.info.key for game in catalog.games() if game.info.key in call.values)
)
_choice("numbers", lambda call: tuple(n for n in NUMBERS if str(n) in call.values))
_choice("season", lambda call: one_of(SEASONS, call.value))
_choice("circle", lambda call: number(call.value))
_choice("seen", lambda call: call.id.rest == "on")


@on("wanted.look")
async def _look(call: Call) -> Content:
    guild = server_of(call, "players_in_server")
    channels.check_channel(call)
    await channels.refuse_elsewhere(call)
    locale = await channels.language_of_posts(call)
    with _naming(call.words):
        await call.tables.matchmaking.look(guild, call.person, channel=call.channel, locale=locale)
    return await wanted(call)


@on("wanted.withdraw")
async def _withdraw(call: Call) -> Content:
    await call.tables.matchmaking.withdraw(server_of(call, "players_in_server"), call.person.id)
    return await wanted(call)


@on("wanted.panel")
async def wanted(call: Call) -> Content:
    """What a person would like to play, with how many and until when; and who else would."""
    guild, speak = server_of(call, "players_in_server"), call.words
    row = await call.tables.matchmaking.wanted(guild, call.person.id)
    wishes = row.wanted if row else Wanted()
    looking = row is not None and row.since is not None
    others = [
        one
        for one in await call.tables.matchmaking.looking(guild, call.person.id)
        if one.user != call.person.id
    ]
    if row is None or row.since is None:
        request = speak("games.wanted.idle")
    elif row.until is None:
        request = speak("games.wanted.always")
    else:
        request = speak("games.wanted.until", when=stamp(row.until, "f"), left=stamp(row.until))
    texts = (
        speak("games.wanted.title"),
        request,
        speak("games.wanted.is_seen" if wishes.seen else "games.wanted.is_unseen"),
        speak("games.wanted.in_circle") if wishes.circle else "",
        _others(others, speak),
    )
    games = [Entry(speak.title(game.info), game.info.key) for game in catalog.games()]
    seats = [game.info.seats for game in catalog.games() if game.info.key in wishes.games]
    sizes = [n for n in NUMBERS if not seats or any(low <= n <= high for low, high in seats)]
    numbers = chosen((Entry(speak("games.wanted.number", n=n), str(n)) for n in sizes), *wishes.numbers)
    seasons = [Entry(speak(f"games.wanted.season.{season}"), season) for season in SEASONS]
    circles = await call.tables.circles.own_circles(guild, call.person.id)
    rooms = [Entry(speak("games.wanted.anybody"), "0"), *(Entry(one.name, str(one.id)) for one in circles)]
    where = [Menu("wanted.circle", speak("games.wanted.circle"), chosen(rooms, wishes.circle))]
    seen = "off" if wishes.seen else "on"
    begin = Button("wanted.look", speak("games.wanted.look"), style="primary", disabled=not wishes.games)
    rows = (
        Menu("wanted.games", speak("games.wanted.games"), chosen(games, *wishes.games), most=len(games)),
        Menu("wanted.numbers", speak("games.wanted.numbers"), numbers, most=len(numbers)),
        Menu("wanted.season", speak("games.wanted.season"), chosen(seasons, wishes.season)),
        *(where if circles else ()),
        (
            Button("wanted.withdraw", speak("games.wanted.withdraw")) if looking else begin,
            Button("wanted.seen", speak(f"games.wanted.seen_{seen}"), seen),
            Button("games.tables", speak("games.tables.button")),
            Button("wanted.panel", speak("kit.refresh")),
            *called_role.button(await called_role.chosen_role(call.app, guild), speak),
        ),
    )
    return Content(texts, rows=rows)


def _others(rows: Sequence[MatchRequest], speak: Words) -> str:
    found = [speak("games.wanted.others")]
    for info in (game.info for game in catalog.games()):
        those = [row for row in rows if info.key in row.wanted.games]
        if those:
            line = speak("games.wanted.line", game=speak.title(info), people=wanting(those, speak))
            found.append(line)
    return "\n".join(found) if len(found) > 1 else speak("games.wanted.nobody")


def wanting(rows: Sequence[MatchRequest], speak: Words) -> str:
    """Who looks for others: by name who may be seen, the rest as a number."""
    named = [plain(cut(row.name, NAME)) for row in rows if row.wanted.seen][:NAMED]
    unnamed = len(rows) - len(named)
    if not named:
        return speak("games.wanted.somebody", n=unnamed)
    more = [speak("games.wanted.more", n=unnamed)] if unnamed else []
    return speak.all_of([*named, *more])
