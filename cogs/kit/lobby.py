"""The lobby of a table: who is in, what will be played, and the host's private options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.games.contract import Choice, Info, Number, Refusal, Text
from bot.games.registry import game
from bot.tables.model import Status, Table
from bot.text import Words, words
from cogs.kit import settings
from cogs.kit.content import Button, Content, Entry, Field, Form, Menu, Row
from cogs.kit.desk import desk
from cogs.kit.opening import check_channel, options_from
from cogs.kit.people import table_for
from cogs.kit.router import Press, on
from cogs.kit.scenes import names_of, rules
from render.lobby import LobbyCard, lobby

OTHER = "other"
"""The value of the menu line that asks for any number or text."""
NONE = "none"
"""The value of the menu line that leaves a text empty, since Discord has no empty values."""
Option = Choice | Number | Text


@on("lobby.join")
async def join(press: Press) -> None:
    """Takes a seat; the courier refreshes the lobby in place."""
    await press.app.tables.join(press.id.table, press.person, key=press.key)
    await press.reply.quiet()


@on("lobby.leave")
async def leave(press: Press) -> None:
    """Gives the seat up before the start."""
    table = await press.app.tables.table(press.id.table)
    if table.status is not Status.LOBBY:
        raise Refusal("not_lobby")
    await press.app.tables.leave(press.id.table, press.person, key=press.key)
    await press.reply.quiet()


@on("lobby.start")
async def start(press: Press) -> None:
    """Starts the game; boards and prompts come by the courier."""
    table = await press.app.tables.table(press.id.table)
    if table.host == press.person.id:
        check_channel(press)
    await press.app.tables.start(press.id.table, press.person, key=press.key)
    await press.reply.quiet()


@on("lobby.options")
async def options(press: Press) -> None:
    """The host's private menus, one for each option of the game and each setting of the table."""
    table = await own_lobby(press)
    await press.reply.show(options_panel(table, press.words))


@on("lobby.option")
async def option(press: Press) -> None:
    """One option set from its menu; "Other ..." asks for the number or the text first."""
    table = await own_lobby(press)
    wanted = _option(game(table.game).info, press.id.rest)
    value = press.values[0]
    if not isinstance(wanted, Choice) and value == OTHER:
        await press.reply.form(_form(table, wanted, press.words))
        return
    await _set(press, table, wanted, "" if isinstance(wanted, Text) and value == NONE else value)


@on("lobby.setting")
async def setting(press: Press) -> None:
    """One setting of the table from its menu."""
    table = await own_lobby(press)
    if press.id.rest not in settings.offered(table):
        raise Refusal("bad_options")
    wanted = settings.changed(table, press.id.rest, press.values[0])
    changed = await press.app.tables.arrange(table.id, press.person, wanted, key=press.key)
    await press.reply.show(options_panel(changed, press.words))


@on("lobby.number")
async def number(press: Press) -> None:
    """A number or a text that was typed in."""
    table = await own_lobby(press)
    wanted = _option(game(table.game).info, press.id.rest)
    await _set(press, table, wanted, press.fields.get("value", ""))


def content(table: Table) -> Content:
    """The public post of a lobby, in the language of the table; without controls once it is over."""
    speak = words(table.locale)
    card = LobbyCard(
        game=table.game,
        names=names_of(table),
        host=_host_seat(table),
        newest=len(table.sitters) - 1 if len(table.sitters) > 1 else None,
        seats=(rules(table).info.seats[0], most_seats(table)),
        options=(
            *desk(table.game).options(rules(table).decode_options(table.options), speak),
            *settings.rows(table, speak),
        ),
        minutes=rules(table).info.minutes,
        waiting=_waiting_in_short(table, speak),
        computers=tuple(sitter.seat for sitter in table.sitters if sitter.computer is not None),
    )
    texts = (
        speak("lobby.title", game=rules(table).info.names[speak.locale], table=table.id),
        _waiting(table, speak),
        *settings.lines(table, speak),
    )
    rows = _rows(table, speak) if table.status is Status.LOBBY else ()
    return Content(texts, (lobby(card, speak),) if table.sitters else (), rows, table=table.id)


def options_panel(table: Table, speak: Words) -> Content:
    """The private menus of a lobby: the options of its game, then what can be set for every table."""
    now = msgspec.to_builtins(rules(table).decode_options(table.options))
    rows = tuple(_menu(table, item, now[item.key], speak) for item in _counting(table, now))
    rows = (*rows, *settings.menus(table, speak))
    return Content((speak("lobby.options.title", table=table.id),), rows=rows, table=table.id)


def _counting(table: Table, now: Mapping[str, Any]) -> list[Option]:
    """The options that change something as the others stand."""
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


def _menu(table: Table, item: Option, now: Any, speak: Words) -> Menu:
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
    usual, other = (
        _usual(table, item, now, speak),
        speak("lobby.typed" if isinstance(item, Text) else "lobby.other"),
    )
    entries = (
        Entry(speak("lobby.option", option=label, value=shown), value, chosen=value == (str(now) or NONE))
        for value, shown in usual
    )
    return Menu("lobby.option", label, (*entries, Entry(other, OTHER)), rest=item.key)


def _usual(table: Table, item: Number | Text, now: Any, speak: Words) -> list[tuple[str, str]]:
    """What is offered without typing, the present value among it: values with their words."""
    if isinstance(item, Number):
        return [(str(number), str(number)) for number in sorted({*item.usual, now})]
    none = (NONE, speak(f"{table.game}.option.{item.key}.none"))
    return [none, (now, now)] if now else [none]


def _form(table: Table, item: Number | Text, speak: Words) -> Form:
    title = speak(f"{table.game}.option.{item.key}")
    if isinstance(item, Text):
        label = speak(f"{table.game}.option.{item.key}.how")
        field = Field("value", label, placeholder=item.example, longest=item.longest)
    else:
        label = speak("lobby.number", low=item.low, high=item.high)
        field = Field("value", label, longest=len(str(item.high)))
    return Form("lobby.number", title, (field,), rest=item.key, table=table.id)


async def _set(press: Press, table: Table, wanted: Option, value: str) -> None:
    """Sets one option and shows the menus again."""
    if isinstance(wanted, Number) and not value.strip().isdecimal():
        raise Refusal("option_range", low=wanted.low, high=wanted.high)
    chosen: str | int = int(value) if isinstance(wanted, Number) else value
    if isinstance(wanted, Number) and not wanted.low <= int(chosen) <= wanted.high:
        raise Refusal("option_range", low=wanted.low, high=wanted.high)
    before = msgspec.to_builtins(rules(table).decode_options(table.options))
    try:
        fresh = options_from(table.game, {**before, wanted.key: chosen})
    except Refusal:
        if isinstance(wanted, Text):
            raise Refusal("option_text", example=wanted.example) from None
        raise
    changed = await press.app.tables.configure(table.id, press.person, fresh, key=press.key)
    await press.reply.show(options_panel(changed, press.words))


async def own_lobby(press: Press) -> Table:
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


def _host_seat(table: Table) -> int:
    return next((sitter.seat for sitter in table.sitters if sitter.user == table.host), 0)


def _host_name(table: Table) -> str:
    return next((sitter.name for sitter in table.sitters if sitter.user == table.host), "")
