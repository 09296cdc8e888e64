"""The lobby of a table: who is in, what will be played, and the host's private options and computers."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import msgspec
from msgspec import structs

from bot.discord import catalog, lessons, panel, table_words
from bot.discord.channels import check_channel
from bot.discord.coach import has_coach
from bot.discord.content import Button, Content, Entry, Menu, Row, in_rows, number
from bot.discord.opening import open_table, options_from
from bot.discord.option_controls import Actions, Option, asks, controls, option_of, value_of
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, Outdated, Way, at_once, on, one_of
from bot.discord.table_words import chance_announced
from bot.discord.view_models import icons_of, names_of, rules
from bot.games import registry
from bot.games.contract import Choice, Number, Options, Refusal, Seat, Text
from bot.tables.computers import Naming, gives_hints
from bot.tables.model import SeatRow, Status, Table, Thread, not_host
from bot.tables.policy import COMPANION, GRACE as SECONDS, HOLDS
from bot.tables.ratings import EVERYWHERE, Rating
from bot.text import Words, plain, words
from bot.view_model import ComputerName
from render.games import style
from render.lobby import LobbyCard, lobby

ACTIONS = Actions(menu="lobby.option", number="lobby.number", text="lobby.type", typed="lobby.typed")
Work = Callable[[Call, Table], Awaitable[Content]]


@on("lobby.join", answers="in_place")
async def join(call: Call) -> None:
    """Takes a seat; the dispatcher refreshes the lobby in place."""
    table = await call.tables.lobby.join(call.id.table, call.person, key=call.key)
    call.app.live_panels.expect(call.interaction, table.id)


@on("lobby.leave", answers="in_place")
async def leave(call: Call) -> Content | None:
    """Gives the seat up before the start."""
    table = await _lobby(call)
    table = await call.tables.lobby.leave(table.id, call.person, key=call.key)
    return content(table, call.words) if table.apart else None


@on("lobby.start", answers="in_place")
async def start(call: Call) -> None:
    """Starts the game; boards and prompts come by the dispatcher."""
    await _start(call)


@on("lobby.alone", answers="in_place")
async def start_alone(call: Call) -> None:
    """**Play against computers**: they sit down, and the game starts, one for beginners where the host is new
    to it and has left the options as they are."""
    await _start(call, with_computers=True)


@on("lobby.coached", answers="in_place")
async def start_coached(call: Call) -> None:
    """**Play with a coach**: the same with gentle computers, and the host has a coach."""
    await _start(call, with_computers=True, coached=True)


@on("lobby.against", answers="private")
async def open_against_computers(call: Call) -> Content:
    """**Play against computers** in the list of games and after a course: a table with the usual options
    starts at once, for who has never finished that game with those for beginners."""
    key = catalog.offered(call.value if call.values else call.id.rest)
    new = not await call.tables.results.has_finished(call.person.id, key)
    return await _open_against(call, key, for_beginners=new)


@on("learn.play", answers="private")
async def open_coached(call: Call) -> Content:
    """**Play with a coach** in a course: a table for beginners with gentle computers starts at once."""
    key = catalog.offered(call.value if call.values else call.id.rest)
    return await _open_against(call, key, for_beginners=True, coached=True)


async def _open_against(call: Call, key: str, *, for_beginners: bool, coached: bool = False) -> Content:
    game = registry.game(key)
    options = game.options_type()

    async def begin(table: Table) -> None:
        await _begin(call, table, naming(table), f"{call.key} start", coached=coached)

    wanted = game.for_beginners(options) if for_beginners else options
    return await open_table(call, key, wanted, begin=begin)


async def _start(call: Call, *, with_computers: bool = False, coached: bool = False) -> None:
    table = await call.tables.queries.table(call.id.table)
    if table.host == call.person.id:
        if not table.apart:
            check_channel(call)
        easier = _for_beginners(table) if with_computers and table.status is Status.LOBBY else None
        if easier is not None and not await call.tables.results.has_finished(call.person.id, table.game):
            await call.tables.lobby.configure(table.id, call.person, easier, key=f"{call.key} options")
    company = naming(table) if with_computers else None
    if table.apart:
        await begin_apart(call, table, call.key, company, coached=coached)
    else:
        await _begin(call, table, company, call.key, coached=coached)


async def begin_apart(
    call: Call, table: Table, key: str, company: Naming | None = None, *, coached: bool = False
) -> None:
    """Starts a game that stands in no channel: its panel is all there is of it."""
    await call.tables.play.start(table.id, call.person, naming=company, coached=coached, key=key)
    await call.tables.reminders.mute(table.id, call.person.id, muted=True)
    await panel.show(call, await call.tables.queries.table(table.id))


def _for_beginners(table: Table) -> Options | None:
    """The options for somebody new, where they are others than those of a lobby that nobody has changed."""
    rule = rules(table)
    now = rule.decode_options(table.options)
    easier = rule.for_beginners(now)
    return easier if now == rule.options_type() and easier != now else None


async def _begin(
    call: Call, table: Table, company: Naming | None, key: str, *, coached: bool = False
) -> None:
    await call.tables.play.start(table.id, call.person, naming=company, coached=coached, key=key)
    call.app.live_panels.expect(call.interaction, table.id)


async def _lobby(call: Call) -> Table:
    table = await call.tables.queries.table(call.id.table)
    if table.status is not Status.LOBBY:
        raise Refusal("not_lobby")
    return table


async def own_lobby(call: Call) -> Table:
    """The lobby of this host. Refusals: no_table, not_lobby, not_host."""
    table = await _lobby(call)
    if table.host != call.person.id:
        raise not_host(table.host, table.sitters)
    return table


# The post ----------------------------------------------------------------------------------------------


def content(table: Table, speak: Words | None = None) -> Content:
    """The public post of a lobby, in the language of the table if no other is asked for."""
    speak, rule = speak or words(table.locale), rules(table)
    host = next((sitter for sitter in table.sitters if sitter.user == table.host), None)
    missing, full = max(rule.info.seats[0] - len(table.sitters), 0), len(table.sitters) >= most_seats(table)
    if table.status is not Status.LOBBY:
        waiting = short = speak("lobby.started" if table.status is Status.PLAYING else "lobby.closed")
    elif missing:
        key = "solo.missing" if table.apart else "lobby.waiting"
        waiting, short = speak(key, n=missing), speak("picture.more_needed", n=missing)
    elif table.apart:
        waiting, short = speak("solo.ready"), speak("picture.can_start")
    else:
        name = plain(host.name if host else "")
        waiting = speak("lobby.ready_full" if full else "lobby.ready", host=name)
        short = speak("picture.can_start")  # no name, so that it always fits
    card = LobbyCard(
        game=table.game,
        names=names_of(table, speak),
        host=host.seat if host else 0,
        newest=len(table.sitters) - 1 if len(table.sitters) > 1 else None,
        seats=(rule.info.seats[0], most_seats(table)),
        options=(
            *presenter_of(table.game).options(rule.decode_options(table.options), speak, len(table.sitters)),
            *table_words.setting_rows(table, speak),
        ),
        minutes=rule.info.minutes,
        waiting=short,
        levels=tuple(
            speak(f"lobby.level.{sitter.computer}") if sitter.computer else "" for sitter in table.sitters
        ),
        icons=icons_of(table),
        scene=style(table.game).first(rule.decode_options(table.options)),
    )
    title = speak("lobby.title", game=speak.title(rule.info), table=table.id)
    rows: tuple[Row, ...] = ()
    if table.status is Status.LOBBY:
        leaving = Button("lobby.leave", speak("lobby.leave"))
        usual = (
            Button("lobby.start", speak("lobby.start"), style="primary", disabled=missing > 0),
            Button("lobby.options", speak("lobby.options")),
        )
        computers = _computer_buttons(table, speak, full=full)
        if table.apart:
            rows = in_rows((*usual, *computers, leaving))
        else:
            joining = Button("lobby.join", speak("lobby.join"), style="success", disabled=full)
            more = lessons.learn_button(table.game, speak)
            reading = Button("games.rules", speak("table.rules"))
            rows = in_rows((joining, leaving, *usual, reading, *computers, *more))
    return Content(
        (
            title,
            waiting,
            *_beginning(table, speak),
            *table_words.setting_lines(table, speak),
            *table_words.characters(table, speak),
        ),
        (lobby(card, speak),) if table.sitters else (),
        rows,
        table=table.id,
        foot=(chance_announced(table, speak),),
    )


def _beginning(table: Table, speak: Words) -> tuple[str, ...]:
    """What another game somebody new begins against computers, while that is offered."""
    easier = _for_beginners(table)
    if easier is None or table.status is not Status.LOBBY or len(table.sitters) != 1:
        return ()
    usual, first = (
        presenter_of(table.game).options(each, speak) for each in (rules(table).options_type(), easier)
    )
    changed = [
        speak("lobby.option", option=label, value=value)
        for label, value in first
        if (label, value) not in usual
    ]
    key = "solo.beginning" if table.apart else "lobby.beginning"
    return (speak(key, options=speak.all_of(changed)),)


def _computer_buttons(table: Table, speak: Words, *, full: bool) -> tuple[Button, ...]:
    """The game against computers at once while nobody else sits there; at a full table the panel of computers
    removes them."""
    levels, seated = rules(table).opponents, [sitter.computer for sitter in table.sitters if sitter.computer]
    alone = Button("lobby.alone", speak("lobby.alone"), style="primary")
    more = Button("lobby.computers", speak("lobby.computers"))
    first = (alone,) if COMPANION in levels and len(table.sitters) == 1 and not full else ()
    if first and has_coach(table.game):
        first = (alone, Button("lobby.coached", speak("learn.play")))
    return (*first, more) if levels and (seated or not full) else ()


def most_seats(table: Table) -> int:
    """How many can sit at a table with its options."""
    rule = rules(table)
    return rule.most_seats(rule.decode_options(table.options))


# Options -----------------------------------------------------------------------------------------------


def _host(action: str, *, answers: Way = "shown") -> Callable[[Work], Work]:

    def register(work: Work) -> Work:
        @on(action, answers=answers)
        async def pressed(call: Call) -> Content:
            return await work(call, await own_lobby(call))

        return work

    return register


@_host("lobby.options")
async def options(call: Call, table: Table) -> Content:
    """The host's private controls, one for each option of the game and each setting of the table."""
    return options_panel(call, table)


@_host("lobby.option", answers=lambda call: at_once(call) if asks(call) else "shown")
async def option(call: Call, table: Table) -> Content:
    """One option set from its menu; "Other ..." asks for the number first."""
    if asks(call):
        option_of(table.game, call.id.rest, Number)
        return options_panel(call, table, call.words("kit.once_more"))
    wanted = option_of(table.game, call.id.rest, Choice, Number)
    return await _set(call, table, wanted, value_of(table.game, wanted, call.value))


@_host("lobby.setting")
async def setting(call: Call, table: Table) -> Content:
    """Hints, the grace, how long empty seats are held or who plays there afterwards, from their menus."""
    if call.id.rest == table_words.HINTS and gives_hints(table.game):
        wanted = structs.replace(table.settings, hints=call.value == table_words.ON)
    elif call.id.rest == table_words.GRACE and table_words.holds_back(table):
        wanted = structs.replace(table.settings, grace=one_of(SECONDS, number(call.value)))
    elif call.id.rest == table_words.HOLD:
        wanted = structs.replace(table.settings, hold=one_of(HOLDS, number(call.value)))
    elif call.id.rest == table_words.SUBSTITUTE:
        wanted = structs.replace(table.settings, substitute=call.value)
    else:
        raise Refusal("bad_options")
    return options_panel(call, await call.tables.lobby.arrange(table.id, call.person, wanted, key=call.key))


@_host("lobby.number")
async def set_number(call: Call, table: Table) -> Content:
    """A number that was typed in."""
    return await _set_typed(call, table, option_of(table.game, call.id.rest, Number))


@_host("lobby.type", answers=at_once)
async def type_text(call: Call, table: Table) -> Content:
    """The button of a text, whose form was not ready: the controls once more."""
    option_of(table.game, call.id.rest, Text)
    return options_panel(call, table, call.words("kit.once_more"))


@_host("lobby.typed")
async def set_text(call: Call, table: Table) -> Content:
    """A text that was typed in. Refusals: those of `typed` and of the game's setup."""
    return await _set_typed(call, table, option_of(table.game, call.id.rest, Text))


async def _set_typed(call: Call, table: Table, wanted: Option) -> Content:
    return await _set(call, table, wanted, value_of(table.game, wanted, call.fields.get("value", "")))


def options_panel(call: Call, table: Table, note: str = "") -> Content:
    """The private controls of a lobby: for each option of its game that means something, and each setting."""
    speak = call.words
    found = controls(call, table.game, _now(table), replace(ACTIONS, table=table.id), len(table.sitters))
    buttons = [*found.buttons, *_back(table, speak)]
    if table.thread is Thread.NONE and not table.apart:
        buttons.append(Button("lobby.apart", speak("lobby.apart")))
    rows = (*found.menus, *table_words.setting_menus(table, speak), *in_rows(buttons))
    lines = "\n".join(filter(None, (*found.about, *table_words.settings_explained(table, speak))))
    title = speak("solo.options.title" if table.apart else "lobby.options.title", table=table.id)
    return Content((note, title, lines), rows=rows, table=table.id)


def _back(table: Table, speak: Words) -> tuple[Button, ...]:
    """The way back to a lobby that stands on the same panel as its controls."""
    return (Button("solo.go_on", speak("kit.back"), str(table.id)),) if table.apart else ()


async def _set(call: Call, table: Table, wanted: Option, value: str | int) -> Content:
    fresh = options_from(table.game, {**msgspec.structs.asdict(_now(table)), wanted.key: value})
    return options_panel(call, await call.tables.lobby.configure(table.id, call.person, fresh, key=call.key))


def _now(table: Table) -> Options:
    return rules(table).decode_options(table.options)


# Computers ---------------------------------------------------------------------------------------------


@_host("lobby.computers")
async def computers(call: Call, table: Table) -> Content:
    """**Add computer**: the levels, as long as a seat is free, and a button for each computer to remove."""
    speak = call.words
    title = speak("lobby.computers.title", table=table.id)
    removing = in_rows(
        [
            Button(
                "lobby.remove",
                speak("lobby.computers.remove", name=_leveled(sitter, speak)),
                str(sitter.seat),
            )
            for sitter in table.sitters
            if sitter.computer is not None
        ]
        + [*_back(table, speak)]
    )
    if len(table.sitters) >= most_seats(table):
        return Content((title, speak("lobby.computers.full")), rows=removing, table=table.id)
    # A menu of its own for each number of sitters: a client would go on showing what was chosen last.
    rest = str(len(table.sitters))
    here, everywhere = [
        await call.tables.levels.ratings(table.game, server) for server in (table.guild, EVERYWHERE)
    ]
    menu = Menu("lobby.computer", speak("lobby.computers.menu"), levels(table, speak, here), rest)
    return Content((title, *_rated(table, here, everywhere, speak)), rows=(menu, *removing), table=table.id)


@_host("lobby.computer")
async def add_computer(call: Call, table: Table) -> Content:
    """A computer of the chosen level takes a seat; its name is in the language of the table."""
    add = call.tables.computers.add_computer
    return await computers(call, await add(table.id, call.person, call.value, naming(table), key=call.key))


@_host("lobby.remove")
async def remove_computer(call: Call, table: Table) -> Content:
    """A computer gives its seat up."""
    if not call.id.rest.isdecimal():
        raise Outdated
    seat, remove = Seat(number(call.id.rest)), call.tables.computers.remove_computer
    return await computers(call, await remove(table.id, call.person, seat, key=call.key))


def _leveled(sitter: SeatRow, speak: Words) -> str:
    name, level = ComputerName(sitter.name).short, speak(f"lobby.level.{sitter.computer}")
    return speak("picture.computer", name=name, level=level)


def naming(table: Table) -> Naming:
    """What computers are called at a table, in its language."""
    return naming_in(table.locale)


def naming_in(locale: str) -> Naming:
    """What computers are called in a language: each level has names of its own."""
    speak = words(locale)

    def name(level: str, number: int) -> str:
        names = speak(f"lobby.names.{level}").split()
        again, at = divmod(number - 1, len(names))
        return f"{names[at]} {again + 1}" if again else names[at]

    return name


def levels(
    table: Table, speak: Words, ratings: Mapping[str, Rating] = MappingProxyType({})
) -> tuple[Entry, ...]:
    """How well the computers of a table's game can play, weakest first, as lines of a menu; with the ratings
    of those that have one."""
    return tuple(_line(table, level, ratings.get(level), speak) for level in rules(table).opponents)


def _line(table: Table, level: str, rating: Rating | None, speak: Words) -> Entry:
    name = speak(f"lobby.level.{level}")
    told = rating and {
        "rating": speak.number(rating.points),
        "deviation": rating.deviation,
        "n": rating.games,
    }
    return Entry(
        speak("lobby.level.rated", level=name, **told) if told else speak(f"lobby.level.{level}"),
        level,
        speak(own if (own := f"{table.game}.level.{level}.about") in speak else f"lobby.level.{level}.about"),
    )


def _rated(
    table: Table, here: Mapping[str, Rating], everywhere: Mapping[str, Rating], speak: Words
) -> tuple[str, ...]:
    """What the ratings of the menu mean, and those over all servers, where these are others."""
    about = (speak("lobby.levels.about"),) if here else ()
    if everywhere == here:
        return about
    told = [line.label for line in levels(table, speak, everywhere) if line.value in everywhere]
    return (*about, speak("lobby.levels.everywhere", levels=speak.listed(told)))
