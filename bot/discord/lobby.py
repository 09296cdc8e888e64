"""The lobby of a table: who is in, what will be played, and the host's private options and computers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from bot.discord import settings
from bot.discord.channels import check_channel
from bot.discord.content import Button, Content, Entry, Field, Form, Menu, Row, in_rows
from bot.discord.ids import CustomId
from bot.discord.ids import number as number_of
from bot.discord.opening import options_from, typed
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, Outdated, Way, at_once, on, prepare, prepared
from bot.discord.settings import setting_menu
from bot.discord.table_words import chance_announced
from bot.discord.view_models import names_of, rules
from bot.games.contract import Choice, Number, Refusal, Seat, Text
from bot.tables.computers import Naming
from bot.tables.model import Status, Table, Thread
from bot.text import Words, plain, words
from render.lobby import LobbyCard, lobby

OTHER = "other"
"""The value of the menu line that asks for any number."""
Option = Choice | Number | Text
K = TypeVar("K", bound=Option)
Work = Callable[[Call, Table], Awaitable[Content]]


@on("lobby.join", answers="in_place")
async def join(call: Call) -> None:
    """Takes a seat; the dispatcher refreshes the lobby in place."""
    await call.tables.lobby.join(call.id.table, call.person, key=call.key)


@on("lobby.leave", answers="in_place")
async def leave(call: Call) -> None:
    """Gives the seat up before the start."""
    table = await call.tables.queries.table(call.id.table)
    if table.status is not Status.LOBBY:
        raise Refusal("not_lobby")
    await call.tables.seats.leave(table.id, call.person, key=call.key)


@on("lobby.start", answers="in_place")
async def start(call: Call) -> None:
    """Starts the game; boards and prompts come by the dispatcher."""
    table = await call.tables.queries.table(call.id.table)
    if table.host == call.person.id:
        check_channel(call)
    await call.tables.play.start(table.id, call.person, key=call.key)


async def own_lobby(call: Call) -> Table:
    """The lobby of this host. Refusals: no_table, not_lobby, not_host."""
    table = await call.tables.queries.table(call.id.table)
    if table.status is not Status.LOBBY:
        raise Refusal("not_lobby")
    if table.host != call.person.id:
        raise Refusal("not_host")
    return table


# The post ----------------------------------------------------------------------------------------------


def content(table: Table, speak: Words | None = None) -> Content:
    """The public post of a lobby, in the language of the table if no other is asked for; without controls
    once it is over."""
    speak = speak or words(table.locale)
    rule = rules(table)
    card = LobbyCard(
        game=table.game,
        names=names_of(table, speak),
        host=next((sitter.seat for sitter in table.sitters if sitter.user == table.host), 0),
        newest=len(table.sitters) - 1 if len(table.sitters) > 1 else None,
        seats=(rule.info.seats[0], most_seats(table)),
        options=(
            *presenter_of(table.game).options(rule.decode_options(table.options), speak),
            *settings.rows(table, speak),
        ),
        minutes=rule.info.minutes,
        waiting=_waiting_in_short(table, speak),
        computers=tuple(sitter.seat for sitter in table.sitters if sitter.computer is not None),
    )
    texts = (
        speak("lobby.title", game=speak.title(rule.info), table=table.id),
        _waiting(table, speak),
        *settings.lines(table, speak),
    )
    rows = _rows(table, speak) if table.status is Status.LOBBY else ()
    picture = (lobby(card, speak),) if table.sitters else ()
    return Content(texts, picture, rows, table=table.id, foot=(chance_announced(table, speak),))


def most_seats(table: Table) -> int:
    """How many can sit at a table with its options."""
    rule = rules(table)
    return rule.most_seats(rule.decode_options(table.options))


def _missing(table: Table) -> int:
    """How many players are missing for the start."""
    return max(rules(table).info.seats[0] - len(table.sitters), 0)


def _is_full(table: Table) -> bool:
    return len(table.sitters) >= most_seats(table)


def _waiting(table: Table, speak: Words) -> str:
    if table.status is Status.PLAYING:
        return speak("lobby.started")
    if table.status is not Status.LOBBY:
        return speak("lobby.closed")
    if missing := _missing(table):
        return speak("lobby.waiting", n=missing)
    host = next((sitter.name for sitter in table.sitters if sitter.user == table.host), "")
    return speak("lobby.ready_full" if _is_full(table) else "lobby.ready", host=plain(host))


def _waiting_in_short(table: Table, speak: Words) -> str:
    """The same for the foot of the picture: no name, so that it always fits."""
    if table.status is not Status.LOBBY:
        return _waiting(table, speak)
    missing = _missing(table)
    return speak("picture.more_needed", n=missing) if missing else speak("picture.can_start")


def _rows(table: Table, speak: Words) -> tuple[Row, ...]:
    """The controls; with **Add computer** where the game has computer players and a seat is free, and where
    one sits at a full table, since the same panel removes it."""
    full = _is_full(table)
    usual = (
        Button("lobby.join", speak("lobby.join"), style="success", disabled=full),
        Button("lobby.leave", speak("lobby.leave")),
        Button("lobby.start", speak("lobby.start"), style="primary", disabled=_missing(table) > 0),
        Button("lobby.options", speak("lobby.options")),
        Button("games.rules", speak("table.rules")),
    )
    idle = full and all(sitter.computer is None for sitter in table.sitters)
    if idle or not rules(table).opponents:
        return (usual,)
    return usual, (Button("lobby.computers", speak("lobby.computers")),)


# Options -----------------------------------------------------------------------------------------------


def _host(action: str, *, answers: Way = "shown") -> Callable[[Work], Work]:
    """Registers a private control of the host, which shows the panel that its work comes to. Refusals: those
    of `own_lobby`."""

    def register(work: Work) -> Work:
        @on(action, answers=answers)
        async def pressed(call: Call) -> None:
            await call.reply.show(await work(call, await own_lobby(call)))

        return work

    return register


@_host("lobby.options")
async def options(call: Call, table: Table) -> Content:
    """The host's private controls, one for each option of the game and each setting of the table."""
    return options_panel(call, table)


def _asks(call: Call) -> bool:
    """Whether a number is to be typed in."""
    return call.values == (OTHER,)


@on("lobby.option", answers=lambda call: at_once(call) if _asks(call) else "shown")
async def option(call: Call) -> None:
    """One option set from its menu; "Other ..." asks for the number first."""
    if _asks(call):
        await _open_form(call, Number)
        return
    table = await own_lobby(call)
    wanted = _option(call, table, Choice, Number)
    value = _number(wanted, call.value) if isinstance(wanted, Number) else call.value
    await call.reply.show(await _set(call, table, wanted, value))


@_host("lobby.setting")
async def setting(call: Call, table: Table) -> Content:
    """One setting of the table from its menu."""
    if call.id.rest not in settings.offered(table):
        raise Refusal("bad_options")
    wanted = settings.changed(table, call.id.rest, call.value)
    return options_panel(call, await call.tables.lobby.arrange(table.id, call.person, wanted, key=call.key))


@_host("lobby.number")
async def number(call: Call, table: Table) -> Content:
    """A number that was typed in."""
    wanted = _option(call, table, Number)
    return await _set(call, table, wanted, _number(wanted, call.fields.get("value", "")))


@on("lobby.type", answers=at_once)
async def type_text(call: Call) -> None:
    """The button of a text: asks for it, with what is set now."""
    await _open_form(call, Text)


@_host("lobby.typed")
async def set_text(call: Call, table: Table) -> Content:
    """A text that was typed in. Refusals: those of `typed` and of the game's setup."""
    wanted = _option(call, table, Text)
    return await _set(call, table, wanted, typed(table.game, wanted.key, call.fields.get("value", "")))


def options_panel(call: Call, table: Table, note: str = "") -> Content:
    """The private controls of a lobby: the options of its game, a menu for each and a button for those that
    are typed in, then what can be set for every table."""
    now, speak = _now(table), call.words
    menus: list[Row] = []
    buttons: list[Button] = []
    for item in _counting(table, now):
        if isinstance(item, Text):
            prepare(call, CustomId("lobby.type", table.id, rest=item.key), _text_form(table, item, speak))
            buttons.append(_button(table, item, now[item.key], speak))
            continue
        menus.append(_menu(table, item, now[item.key], speak))
        if isinstance(item, Number):
            prepare(call, CustomId("lobby.option", table.id, rest=item.key), _number_form(table, item, speak))
    if table.thread is Thread.NONE:
        buttons.append(Button("lobby.apart", speak("lobby.apart")))
    rows = (*menus, *settings.menus(table, speak), *in_rows(buttons))
    return Content((note, speak("lobby.options.title", table=table.id)), rows=rows, table=table.id)


async def _open_form(call: Call, kind: type[Number | Text]) -> None:
    """The form that is ready, else the controls once more. Refusals: those of `own_lobby`, bad_options."""
    form = prepared(call)
    if form is not None:
        await call.reply.form(form)
        return
    table = await own_lobby(call)
    _option(call, table, kind)
    await call.reply.show(options_panel(call, table, call.words("kit.once_more")))


async def _set(call: Call, table: Table, wanted: Option, value: str | int) -> Content:
    """The controls after one option is set."""
    fresh = options_from(table.game, {**_now(table), wanted.key: value})
    return options_panel(call, await call.tables.lobby.configure(table.id, call.person, fresh, key=call.key))


def _option(call: Call, table: Table, *kinds: type[K]) -> K:
    """The option that a control means, of one of these kinds. Refusal: bad_options."""
    for item in rules(table).info.options:
        if item.key == call.id.rest and isinstance(item, kinds):
            return item
    raise Refusal("bad_options")


def _number(wanted: Number, typed: str) -> int:
    """The number that was typed. Refusal: option_range {low, high}."""
    value = int(typed) if typed.strip().isdecimal() else wanted.low - 1
    if not wanted.low <= value <= wanted.high:
        raise Refusal("option_range", low=wanted.low, high=wanted.high)
    return value


def _now(table: Table) -> dict[str, Any]:
    """The options as they stand, by their keys."""
    return msgspec.to_builtins(rules(table).decode_options(table.options))


def _counting(table: Table, now: dict[str, Any]) -> Iterable[Option]:
    """The options that change something as the others stand."""
    return (
        item
        for item in rules(table).info.options
        if item.only_with is None or now[item.only_with[0]] == item.only_with[1]
    )


def _menu(table: Table, item: Choice | Number, now: Any, speak: Words) -> Menu:
    label = speak(f"{table.game}.option.{item.key}")
    if isinstance(item, Choice):
        entries = [
            Entry(
                speak(f"{table.game}.option.{item.key}.{value}"),
                value,
                speak(f"{table.game}.option.{item.key}.{value}.about"),
            )
            for value in item.values
        ]
        return setting_menu("lobby.option", label, entries, now, speak, item.key)
    numbers = [Entry(str(value), str(value)) for value in sorted({*item.usual, now})]
    menu = setting_menu("lobby.option", label, numbers, now, speak, item.key)
    return replace(menu, entries=(*menu.entries, Entry(speak("lobby.other"), OTHER)))


def _button(table: Table, item: Text, now: str, speak: Words) -> Button:
    """Opens the form of a text; says the first line of what is set."""
    label = speak(f"{table.game}.option.{item.key}")
    first, *more = now.splitlines() or [speak(f"{table.game}.option.{item.key}.none")]
    value = f"{first} …" if more else first
    return Button("lobby.type", speak("lobby.option", option=label, value=value), item.key)


def _number_form(table: Table, item: Number, speak: Words) -> Form:
    label = speak("lobby.number", low=item.low, high=item.high)
    field = Field("value", label, longest=len(str(item.high)))
    return Form("lobby.number", speak(f"{table.game}.option.{item.key}"), (field,), item.key, table.id)


def _text_form(table: Table, item: Text, speak: Words) -> Form:
    field = Field(
        "value",
        speak(f"{table.game}.option.{item.key}.how"),
        value=_now(table)[item.key],
        placeholder=item.example,
        longest=item.longest,
        several_lines=item.several_lines,
        optional=True,
    )
    return Form("lobby.typed", speak(f"{table.game}.option.{item.key}"), (field,), item.key, table.id)


# Computers ---------------------------------------------------------------------------------------------


@_host("lobby.computers")
async def computers(call: Call, table: Table) -> Content:
    """**Add computer**: who is there, and which levels there are."""
    return _computers_panel(table, call.words)


@_host("lobby.computer")
async def add_computer(call: Call, table: Table) -> Content:
    """A computer of the chosen level takes a seat; its name is in the language of the table."""
    changed = await call.tables.computers.add_computer(
        table.id, call.person, call.value, naming(table), key=call.key
    )
    return _computers_panel(changed, call.words)


@_host("lobby.remove")
async def remove_computer(call: Call, table: Table) -> Content:
    """A computer gives its seat up."""
    if not call.id.rest.isdecimal():
        raise Outdated
    seat = Seat(number_of(call.id.rest))
    changed = await call.tables.computers.remove_computer(table.id, call.person, seat, key=call.key)
    return _computers_panel(changed, call.words)


def naming(table: Table) -> Naming:
    """What computers are called at a table, in its language."""
    speak = words(table.locale)
    return lambda level, number: speak(
        "lobby.computers.name", number=number, level=speak(f"lobby.level.{level}")
    )


def levels(table: Table, speak: Words) -> tuple[Entry, ...]:
    """How well the computers of a table's game can play, weakest first, as lines of a menu."""
    return tuple(
        Entry(speak(f"lobby.level.{level}"), level, speak(f"lobby.level.{level}.about"))
        for level in rules(table).opponents
    )


def _computers_panel(table: Table, speak: Words) -> Content:
    """The levels, as long as a seat is free, and a button for each computer that can go."""
    title = speak("lobby.computers.title", table=table.id)
    removing = in_rows(
        [
            Button("lobby.remove", speak("lobby.computers.remove", name=sitter.name), rest=str(sitter.seat))
            for sitter in table.sitters
            if sitter.computer is not None
        ]
    )
    if _is_full(table):
        return Content((title, speak("lobby.computers.full")), rows=removing, table=table.id)
    # A menu of its own for each number of sitters: a client would go on showing what was chosen last.
    rest = str(len(table.sitters))
    menu = Menu("lobby.computer", speak("lobby.computers.menu"), levels(table, speak), rest)
    return Content((title,), rows=(menu, *removing), table=table.id)
