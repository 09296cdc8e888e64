"""`/games page` of a game and `/games shelf` of a person: what people own, have played and want to play."""

import re
from collections.abc import Iterable

from bot.discord import catalog, channels
from bot.discord.channels import manages, server_of
from bot.discord.content import (
    MENU,
    Button,
    Content,
    CustomId,
    Entry,
    Field,
    Form,
    Menu,
    Row,
    note,
    number,
    page_of,
    pager,
)
from bot.discord.layout import NAME
from bot.discord.presenter import Line
from bot.discord.rate_limit import PICTURE, POST, spend
from bot.discord.router import Call, at_once, on, one_of, prepare
from bot.games import registry
from bot.games.contract import Refusal
from bot.store.shelf import ShelfRow, Title
from bot.tables.shelf import MARKS
from bot.text import Words, cut, folded, mention, one_line, plain
from cogs import players, reviews
from render.primer import primer

LONGEST = 60
"""Characters of the name of a game."""
IN_A_LINE = 30
"""Games that are named in a line of a shelf."""
BEST, OPEN = 3, 3
"""Players and tables that the page of a game names."""
NUMBERS = re.compile(r"\s*(\d{1,3})\s*(?:[-\u2010-\u2015~\uff0d\uff5e]\s*(\d{1,3})\s*)?")


def named(title: Title | None, game: str, speak: Words) -> str:
    """What a game is called, as people write it."""
    return title.name if title else catalog.name(game, speak)


async def names(call: Call, guild: int) -> dict[str, str]:
    """All games that can be meant in a server, by what stands for them, as people write them."""
    own = {game.info.key: call.words.title(game.info) for game in catalog.games()}
    return own | {str(title.id): title.name for title in await call.tables.shelf.titles(guild)}


async def games_like(call: Call, typed: str) -> list[Line]:
    """The games of the server whose name holds what was typed so far."""
    found = [(call.words.title(game.info), game.info.key) for game in catalog.matching(typed)]
    if call.in_server:
        guild, wanted = server_of(call, "shelf_in_server"), folded(typed)
        titles = await call.tables.shelf.titles(guild)
        found += [(title.name, title.name) for title in titles if wanted in title.folded]
    return found[:MENU]


# The page of a game ------------------------------------------------------------------------------------


async def of_named(call: Call, typed: str) -> Content:
    """The page of the game that was typed; a way to name it where nobody has. Refusals: shelf_in_server."""
    guild = server_of(call, "shelf_in_server")
    try:
        return await page(call, catalog.key_of(typed))
    except Refusal as refusal:
        if refusal.code != "no_such_game":
            raise
    wanted = folded(typed)
    for title in await call.tables.shelf.titles(guild):
        if title.folded == wanted:
            return await page(call, str(title.id))
    name = cut(one_line(typed), LONGEST)
    return note(call.words("shelf.unknown", name=plain(name)), _naming(call, name))


@on("shelf.page")
async def _turn_to(call: Call) -> Content:
    return await page(call, call.value if call.values else call.id.rest)


async def page(call: Call, game: str) -> Content:
    """What a server knows of a game, and the person's own marks. Refusals: shelf_in_server, no_such_title,
    cool_down."""
    spend(call, PICTURE)
    return await _page(call, game)


async def _page(call: Call, game: str) -> Content:
    guild, speak = server_of(call, "shelf_in_server"), call.words
    title = await call.tables.shelf.title(guild, game)
    drawn = None if title else primer(catalog.offered(game), speak)
    weight = f"{game}.weight"
    about = () if title else (speak(weight) if weight in speak else "",)
    texts = (
        f"## {plain(named(title, game, speak))}",
        *about,
        f"-# {_size(title, game, speak)}",
        await _counted(call, guild, game),
        await _graded(call, guild, game),
        *(() if title else await _here(call, guild, game)),
    )
    own = await call.tables.shelf.marks(guild, call.person.id, game)
    rows = (_marking(own, speak), *_ways(call, title, game))
    return Content(texts, (drawn,) if drawn else (), rows)


def _size(title: Title | None, game: str, speak: Words) -> str:
    """For how many people a game is, and how long it takes, as far as somebody has said so."""
    if title is None:
        info = registry.game(game).info
        low, high, minutes = *info.seats, info.minutes
        return speak("games.list.numbers", low=low, high=high, minutes=minutes)
    size = speak("shelf.size", low=title.low, high=title.high) if title.high else ""
    time = speak("shelf.time", minutes=title.minutes) if title.minutes else ""
    return " · ".join(filter(None, (size, time))) or speak("shelf.size_unknown")


async def _counted(call: Call, guild: int, game: str) -> str:
    counts = await call.tables.shelf.counts(guild, game)
    told = [call.words(f"shelf.count.{mark}", n=n) for mark in MARKS if (n := getattr(counts, mark))]
    return " · ".join(told) or call.words("shelf.count.none")


async def _graded(call: Call, guild: int, game: str) -> str:
    grades = await call.tables.reviews.grades(guild, game)
    return call.words("review.mean", n=grades.people, mean=f"{grades.mean:.1f}") if grades else ""


async def _here(call: Call, guild: int, game: str) -> tuple[str, ...]:
    """Who plays a game best, where it can be joined, who looks for others."""
    speak, found = call.words, list[str]()
    best = (await call.tables.statistics.leaderboard(guild, game))[:BEST]
    if best:
        lines = (
            speak("shelf.best.one", place=each.place, name=plain(cut(each.tally.name, NAME))) for each in best
        )
        found.append(speak("shelf.best", names=speak.listed(lines)))
    lobbies = await call.tables.queries.lobbies(guild)
    tables = [each for each in lobbies if each.game == game and channels.sees(call, each.channel)]
    if tables:
        links = [players.link(table, speak) for table in tables[:OPEN]]
        more = [speak("games.wanted.more", n=len(tables) - OPEN)] if len(tables) > OPEN else []
        found.append(speak("shelf.tables", tables=speak.all_of([*links, *more])))
    rows = await call.tables.matchmaking.looking(guild, call.person.id)
    looking = [row for row in rows if game in row.wanted.games]
    if looking:
        found.append(speak("shelf.wanted", people=players.wanting(looking, speak)))
    return tuple(found)


def _marking(own: ShelfRow, speak: Words) -> tuple[Button, ...]:
    """A button for each mark; it says what it leads to, so that a press that comes twice changes once."""
    return tuple(
        Button(
            "shelf.mark",
            speak(f"shelf.mark.{mark}"),
            f"{mark}/{'off' if getattr(own, mark) else 'on'}/{own.game}",
            style="success" if getattr(own, mark) else "secondary",
        )
        for mark in MARKS
    )


def _ways(call: Call, title: Title | None, game: str) -> tuple[Row, ...]:
    speak = call.words
    written, shelf = reviews.button(game, speak), Button("shelf.own", speak("shelf.button"))
    if title is None:
        return (
            (
                Button("lobby.open", speak("shelf.open"), game, style="primary"),
                Button("games.rules", speak("shelf.rules"), f"{game}/0"),
                Button("games.leaderboard", speak("statistics.board"), f"{game}/0"),
            ),
            (
                written,
                Button("games.tables", speak("games.tables.button")),
                Button("wanted.panel", speak("games.wanted.button")),
                shelf,
            ),
        )
    size = f"{title.low}-{title.high}" if title.high else ""
    fields = (
        Field("players", speak("shelf.form.players"), size, "2-5", longest=9, optional=True),
        Field(
            "minutes", speak("shelf.form.minutes"), str(title.minutes or ""), "45", longest=4, optional=True
        ),
    )
    form = Form("shelf.described", cut(title.name, LONGEST), fields, game)
    prepare(call, CustomId("shelf.describe", rest=game), form)
    row = [written, Button("shelf.describe", speak("shelf.describe"), game), shelf]
    if manages(call, title.guild):
        row.append(Button("shelf.remove", speak("shelf.remove"), game, style="danger"))
    return (tuple(row),)


@on("shelf.mark")
async def _mark(call: Call) -> Content:
    mark, _, rest = call.id.rest.partition("/")
    way, _, game = rest.partition("/")
    guild, given = server_of(call, "shelf_in_server"), way == "on"
    spend(call, PICTURE)
    await call.tables.shelf.mark(guild, call.person.id, game, one_of(MARKS, mark), given=given)
    return await _page(call, game)


# Naming games ------------------------------------------------------------------------------------------


def _naming(call: Call, name: str = "") -> Button:
    """A button to a form in which a game is named; where it has no room in memory, the form is empty."""
    speak = call.words
    fields = (
        Field("name", speak("shelf.form.name"), name, longest=LONGEST),
        Field("players", speak("shelf.form.players"), "", "2-5", longest=9, optional=True),
        Field("minutes", speak("shelf.form.minutes"), "", "45", longest=4, optional=True),
    )
    prepare(call, CustomId("shelf.name"), Form("shelf.named", speak("shelf.form.title"), fields))
    label = speak("shelf.name_this") if name else speak("shelf.name")
    return Button("shelf.name", label, style="primary")


@on("shelf.name", answers=at_once)
async def _name(call: Call) -> Content:
    return note(call.words("kit.once_more"), _naming(call))


@on("shelf.named")
async def _named(call: Call) -> Content:
    spend(call, POST)
    guild, name = server_of(call, "shelf_in_server"), cut(one_line(call.fields.get("name", "")), LONGEST)
    if not folded(name):
        raise Refusal("title_empty")
    for game in catalog.games():
        if folded(name) in {folded(each) for each in catalog.names(game)}:
            return await _page(call, game.info.key)
    low, high, minutes = _told(call)
    title = Title(0, guild, name, folded(name), low, high, minutes)
    return await _page(call, str((await call.tables.shelf.name_title(call.person.id, title)).id))


@on("shelf.describe", answers=at_once)
async def _describe(call: Call) -> Content:
    return await page(call, call.id.rest)


@on("shelf.described")
async def _described(call: Call) -> Content:
    guild = server_of(call, "shelf_in_server")
    spend(call, POST)
    await call.tables.shelf.describe(guild, call.id.rest, *_told(call))
    return await _page(call, call.id.rest)


def _told(call: Call) -> tuple[int, int, int]:
    """For how many people a game is and how long it takes, as typed; 0 where nothing was. Refusals:
    bad_players, bad_minutes."""
    players, minutes = (one_line(call.fields.get(key, "")) for key in ("players", "minutes"))
    low = high = time = 0
    if players:
        found = NUMBERS.fullmatch(players)
        low = int(found[1]) if found else 0
        high = int(found[2] or low) if found else 0
        if not 1 <= low <= high <= 99:
            raise Refusal("bad_players")
    if minutes:
        time = int(minutes) if minutes.isdecimal() else 0
        if not 1 <= time <= catalog.MOST_MINUTES:
            raise Refusal("bad_minutes", most=catalog.MOST_MINUTES)
    return low, high, time


@on("shelf.remove")
async def _remove(call: Call) -> Content:
    """Asks first: all that people have said of the game goes with its name."""
    guild, speak = server_of(call, "shelf_in_server"), call.words
    if not manages(call, guild):
        raise Refusal("title_managers")
    game, _, sure = call.id.rest.partition("/")
    title = await call.tables.shelf.title(guild, game)
    if title is None:
        raise Refusal("no_such_title")
    if not sure:
        yes = Button("shelf.remove", speak("shelf.remove.yes"), f"{game}/yes", style="danger")
        back = Button("shelf.page", speak("shelf.remove.no"), game)
        return note(speak("shelf.remove.about", name=plain(title.name)), yes, back)
    await call.tables.shelf.remove_title(guild, game, call.person.id)
    return note(speak("shelf.removed", name=plain(title.name)))


# The shelf of a person ---------------------------------------------------------------------------------


@on("shelf.own")
async def _own(call: Call) -> Content:
    user, _, at = call.id.rest.partition("/")
    return await of_person(call, number(user) or call.person.id, number(at))


async def of_person(call: Call, user: int, at: int = 0) -> Content:
    """What a person owns, has played and would like to play. Refusals: shelf_in_server, shelf_hidden."""
    guild, speak, own = server_of(call, "shelf_in_server"), call.words, user == call.person.id
    listed = (await call.tables.preferences.of(user)).listed
    if not (own or listed):
        raise Refusal("shelf_hidden", name=mention(user))
    known = await names(call, guild)
    rows = [row for row in await call.tables.shelf.on_shelf(guild, user) if row.game in known]
    rows.sort(key=lambda row: folded(known[row.game]))
    title = speak("shelf.title") if own else speak("shelf.title_of", name=mention(user))
    lines = [
        speak(f"shelf.line.{mark}", games=_in_line((known[row.game] for row in marked), speak))
        for mark in ("favourite", "own", "interested", "played")
        if (marked := [row for row in rows if getattr(row, mark)])
    ]
    none = speak("shelf.none" if own else "shelf.none_of")
    hidden = "" if listed else speak("shelf.hidden")
    games = [row.game for row in rows] or [game.info.key for game in catalog.games()]
    shown, at, pages = page_of(games, at, MENU)
    entries = tuple(Entry(known[game], game) for game in shown)
    controls: list[Row] = [Menu("shelf.page", speak("shelf.menu"), entries)]
    if pages > 1:
        controls.append(pager("shelf.own", speak, at, pages, f"{user}/"))
    if own:
        controls.append((_naming(call), Button("shelf.own", speak("kit.refresh"), f"{user}/{at}")))
    about = speak("shelf.about") if own else ""
    return Content((title, "\n".join(lines) or none, hidden, about), rows=tuple(controls))


def _in_line(found: Iterable[str], speak: Words) -> str:
    every = list(found)
    shown = [plain(name) for name in every[:IN_A_LINE]]
    more = [speak("games.wanted.more", n=len(every) - IN_A_LINE)] if len(every) > IN_A_LINE else []
    return speak.all_of([*shown, *more])
