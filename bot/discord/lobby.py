"""The lobby of a table: who is in, what will be played, and the host's private options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.discord import fairness, settings
from bot.discord.content import Button, Content, Entry, Field, Form, Menu, Row, in_rows
from bot.discord.ids import CustomId
from bot.discord.opening import check_channel, options_from, typed
from bot.discord.people import table_for
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, at_once, on, prepare, prepared
from bot.discord.view_models import names_of, rules
from bot.games.contract import Choice, Info, Number, Refusal, Text
from bot.games.registry import game
from bot.tables.model import Status, Table, Thread
from bot.text import Words, plain, words
from render.lobby import LobbyCard, lobby

OTHER = "other"
"""The value of the menu line that asks for any number."""
Option = Choice | Number | Text


@on("lobby.join", answers="in_place")
async def join(press: Call) -> None:
    """Takes a seat; the dispatcher refreshes the lobby in place."""
    await press.tables.lobby.join(press.id.table, press.person, key=press.key)


@on("lobby.leave", answers="in_place")
async def leave(press: Call) -> None:
    """Gives the seat up before the start."""
    table = await press.tables.queries.table(press.id.table)
    if table.status is not Status.LOBBY:
        raise Refusal("not_lobby")
    await press.tables.seats.leave(press.id.table, press.person, key=press.key)


@on("lobby.start", answers="in_place")
async def start(press: Call) -> None:
    """Starts the game; boards and prompts come by the dispatcher."""
    table = await press.tables.queries.table(press.id.table)
    if table.host == press.person.id:
        check_channel(press)
    await press.tables.play.start(press.id.table, press.person, key=press.key)


@on("lobby.options")
async def options(press: Call) -> None:
    """The host's private controls, one for each option of the game and each setting of the table."""
    table = await own_lobby(press)
    await press.reply.show(options_panel(press, table))


@on("lobby.option", answers=lambda press: at_once(press) if _asks(press) else "shown")
async def option(press: Call) -> None:
    """One option set from its menu; "Other ..." asks for the number first."""
    if _asks(press):
        await _open_form(press, Number)
        return
    table = await own_lobby(press)
    wanted = _option(game(table.game).info, press.id.rest)
    value = press.value
    if isinstance(wanted, Text):
        raise Refusal("bad_options")
    await _set(press, table, wanted, _number(wanted, value) if isinstance(wanted, Number) else value)


@on("lobby.setting")
async def setting(press: Call) -> None:
    """One setting of the table from its menu."""
    table = await own_lobby(press)
    if press.id.rest not in settings.offered(table):
        raise Refusal("bad_options")
    wanted = settings.changed(table, press.id.rest, press.value)
    changed = await press.tables.lobby.arrange(table.id, press.person, wanted, key=press.key)
    await press.reply.show(options_panel(press, changed))


@on("lobby.number")
async def number(press: Call) -> None:
    """A number that was typed in."""
    table = await own_lobby(press)
    wanted = _option(game(table.game).info, press.id.rest)
    if not isinstance(wanted, Number):
        raise Refusal("bad_options")
    await _set(press, table, wanted, _number(wanted, press.fields.get("value", "")))


@on("lobby.type", answers=at_once)
async def type_text(press: Call) -> None:
    """The button of a text: asks for it, with what is set now."""
    await _open_form(press, Text)


@on("lobby.typed")
async def set_text(press: Call) -> None:
    """A text that was typed in. Refusals: those of `typed` and of the game's setup."""
    table = await own_lobby(press)
    wanted = _text(table, press)
    await _set(press, table, wanted, typed(table.game, wanted.key, press.fields.get("value", "")))


def content(table: Table, speak: Words | None = None) -> Content:
    """The public post of a lobby, in the language of the table if no other is asked for; without controls
    once it is over."""
    speak = speak or words(table.locale)
    card = LobbyCard(
        game=table.game,
        names=names_of(table, speak),
        host=_host_seat(table),
        newest=len(table.sitters) - 1 if len(table.sitters) > 1 else None,
        seats=(rules(table).info.seats[0], most_seats(table)),
        options=(
            *presenter_of(table.game).options(rules(table).decode_options(table.options), speak),
            *settings.rows(table, speak),
        ),
        minutes=rules(table).info.minutes,
        waiting=_waiting_in_short(table, speak),
        computers=tuple(sitter.seat for sitter in table.sitters if sitter.computer is not None),
    )
    texts = (
        speak("lobby.title", game=speak.title(rules(table).info), table=table.id),
        _waiting(table, speak),
        *settings.lines(table, speak),
    )
    rows = _rows(table, speak) if table.status is Status.LOBBY else ()
    picture = (lobby(card, speak),) if table.sitters else ()
    return Content(texts, picture, rows, table=table.id, foot=(fairness.announced(table, speak),))


def options_panel(call: Call, table: Table, note: str = "") -> Content:
    """The private controls of a lobby: the options of its game, a menu for each and a button for those that
    are typed in, then what can be set for every table."""
    now, counting, speak = _now(table), _counting(table), call.words
    _prepare_forms(call, table, counting)
    menus = [_menu(table, item, now[item.key], speak) for item in counting if not isinstance(item, Text)]
    buttons = [_button(table, item, now[item.key], speak) for item in counting if isinstance(item, Text)]
    if table.thread is Thread.NONE:
        buttons.append(Button("lobby.apart", speak("lobby.apart")))
    rows = (*menus, *settings.menus(table, speak), *in_rows(buttons))
    return Content((note, speak("lobby.options.title", table=table.id)), rows=rows, table=table.id)


def _prepare_forms(call: Call, table: Table, items: Iterable[Option]) -> None:
    for item in items:
        if isinstance(item, Number):
            control = CustomId("lobby.option", table.id, rest=item.key)
            prepare(call, control, _number_form(table, item, call.words))
        elif isinstance(item, Text):
            control = CustomId("lobby.type", table.id, rest=item.key)
            prepare(call, control, _text_form(table, item, call.words))


def _asks(press: Call) -> bool:
    """Whether a number is to be typed in."""
    return press.values == (OTHER,)


async def _open_form(press: Call, kind: type[Number | Text]) -> None:
    """The form that is ready, else the controls once more. Refusals: those of `own_lobby`, bad_options."""
    form = prepared(press)
    if form is not None:
        await press.reply.form(form)
        return
    table = await own_lobby(press)
    if not isinstance(_option(game(table.game).info, press.id.rest), kind):
        raise Refusal("bad_options")
    await press.reply.show(options_panel(press, table, press.words("kit.once_more")))


def _now(table: Table) -> dict[str, Any]:
    """The options as they stand, by their keys."""
    return msgspec.to_builtins(rules(table).decode_options(table.options))


def _counting(table: Table) -> list[Option]:
    """The options that change something as the others stand."""
    now = _now(table)
    return [
        item
        for item in rules(table).info.options
        if item.only_with is None or now[item.only_with[0]] == item.only_with[1]
    ]


def most_seats(table: Table) -> int:
    """How many can sit at a table with its options."""
    rule = rules(table)
    return rule.most_seats(rule.decode_options(table.options))


def _waiting(table: Table, speak: Words) -> str:
    fewest = rules(table).info.seats[0]
    if table.status is Status.PLAYING:
        return speak("lobby.started")
    if table.status is not Status.LOBBY:
        return speak("lobby.closed")
    if len(table.sitters) < fewest:
        return speak("lobby.waiting", n=fewest - len(table.sitters))
    full = len(table.sitters) >= most_seats(table)
    return speak("lobby.ready_full" if full else "lobby.ready", host=_host_name(table))


def _waiting_in_short(table: Table, speak: Words) -> str:
    """The same for the foot of the picture: no name, so that it always fits."""
    fewest = rules(table).info.seats[0]
    if table.status is not Status.LOBBY:
        return _waiting(table, speak)
    if len(table.sitters) < fewest:
        return speak("picture.more_needed", n=fewest - len(table.sitters))
    return speak("picture.can_start")


def _rows(table: Table, speak: Words) -> tuple[Row, ...]:
    enough = len(table.sitters) >= rules(table).info.seats[0]
    full = len(table.sitters) >= most_seats(table)
    return (
        (
            Button("lobby.join", speak("lobby.join"), style="success", disabled=full),
            Button("lobby.leave", speak("lobby.leave")),
            Button("lobby.start", speak("lobby.start"), style="primary", disabled=not enough),
            Button("lobby.options", speak("lobby.options")),
            Button("games.rules", speak("table.rules")),
        ),
        *computers_row(table, full=full, speak=speak),
    )


def computers_row(table: Table, *, full: bool, speak: Words) -> tuple[Row, ...]:
    """**Add computer**, where the game has computer players and a seat is free; with one at the table also at
    a full one, since the same panel removes it."""
    idle = full and all(sitter.computer is None for sitter in table.sitters)
    if idle or not rules(table).opponents:
        return ()
    return ((Button("lobby.computers", speak("lobby.computers")),),)


def _menu(table: Table, item: Choice | Number, now: Any, speak: Words) -> Menu:
    label = speak(f"{table.game}.option.{item.key}")
    if isinstance(item, Choice):
        entries = tuple(
            Entry(
                speak("lobby.option", option=label, value=speak(f"{table.game}.option.{item.key}.{value}")),
                value,
                speak(f"{table.game}.option.{item.key}.{value}.about"),
                chosen=value == now,
            )
            for value in item.values
        )
        return Menu("lobby.option", label, entries, rest=item.key)
    entries = (
        Entry(speak("lobby.option", option=label, value=value), str(value), chosen=value == now)
        for value in sorted({*item.usual, now})
    )
    return Menu("lobby.option", label, (*entries, Entry(speak("lobby.other"), OTHER)), rest=item.key)


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


def _number(wanted: Number, typed: str) -> int:
    """The number that was typed. Refusal: option_range {low, high}."""
    value = int(typed) if typed.strip().isdecimal() else wanted.low - 1
    if not wanted.low <= value <= wanted.high:
        raise Refusal("option_range", low=wanted.low, high=wanted.high)
    return value


async def _set(press: Call, table: Table, wanted: Option, value: str | int) -> None:
    """Sets one option and shows the controls again."""
    fresh = options_from(table.game, {**_now(table), wanted.key: value})
    changed = await press.tables.lobby.configure(table.id, press.person, fresh, key=press.key)
    await press.reply.show(options_panel(press, changed))


async def own_lobby(press: Call) -> Table:
    """The lobby of this host. Refusals: not_lobby, not_host."""
    table = await table_for(press, press.id.table)
    if table.status is not Status.LOBBY:
        raise Refusal("not_lobby")
    if table.host != press.person.id:
        raise Refusal("not_host")
    return table


def _option(info: Info, key: str) -> Option:
    found = next((item for item in info.options if item.key == key), None)
    if found is None:
        raise Refusal("bad_options")
    return found


def _text(table: Table, press: Call) -> Text:
    wanted = _option(game(table.game).info, press.id.rest)
    if not isinstance(wanted, Text):
        raise Refusal("bad_options")
    return wanted


def _host_seat(table: Table) -> int:
    return next((sitter.seat for sitter in table.sitters if sitter.user == table.host), 0)


def _host_name(table: Table) -> str:
    return plain(next((sitter.name for sitter in table.sitters if sitter.user == table.host), ""))
