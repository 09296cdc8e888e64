"""Slash commands of a game, built from the contract: `start` from its options, others from its moves."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from discord import app_commands

from bot.discord import App, opening, panel
from bot.discord.at_table import table_for
from bot.discord.commands import Command, declared, group
from bot.discord.move_codec import path_of, prefix_of
from bot.discord.presenter import Given, Line, MoveCommand, Param, Presenter, Shown, register
from bot.discord.router import Answer, Call, refused
from bot.discord.view_models import may_move, rules, view_model
from bot.games import registry
from bot.games.contract import Choice, Move, Number, Refusal, Seat, Text
from bot.tables.model import Moment, Status
from bot.text import folded
from bot.view_model import ViewModel


def add_game(app: App, presenter: Presenter) -> app_commands.Group:
    """Makes a game known to Discord: its presenter, its controls, its group of commands."""
    register(presenter)
    panel.listen(presenter)
    own = group(presenter.group)
    own.add_command(_start(presenter))
    for name, described in presenter.commands.items():
        own.add_command(_move(presenter, name, described))
    app.tree.add_command(own)
    return own


# `start` -----------------------------------------------------------------------------------------------


def _start(presenter: Presenter) -> Command:
    key = presenter.key
    known = registry.game(key).info.options
    shown = {param.name: param for param in presenter.start_params}
    for option in known:
        if option.key not in presenter.hidden:
            shown.setdefault(option.key, _param(key, option))
    shown.setdefault("thread", Param("thread", bool, required=False))

    async def start(call: Call, given: dict[str, Any]) -> Answer:
        thread = bool(given.pop("thread", False))
        options = presenter.start({name: value for name, value in given.items() if value is not None})
        for option in known:
            if option.key in options and isinstance(option, Text):
                options[option.key] = opening.typed(key, option.key, options[option.key])
        for option in known:
            if option.key in options and option.only_with is not None:
                options.setdefault(*option.only_with)
        return await opening.open_table(call, key, opening.options_from(key, options), thread=thread)

    return declared(f"{presenter.group}.start", start, *shown.values())


def _param(key: str, option: Choice | Number | Text) -> Param:
    match option:
        case Choice(values=values):
            choices = tuple((value, f"{key}.option.{option.key}.{value}") for value in values)
            return Param(option.key, required=False, choices=choices)
        case Number(low=low, high=high):
            return Param(option.key, app_commands.Range[int, low, high], required=False)
        case Text():
            return Param(option.key, required=False)


# Moves -------------------------------------------------------------------------------------------------


def _move(presenter: Presenter, name: str, described: MoveCommand) -> Command:
    async def make(call: Call, given: dict[str, Any]) -> None:
        read = {param.name: _read(param, given.get(param.name)) for param in described.params}
        await _make(call, presenter, described, read)

    suggest = {
        param.name: partial(_suggested, presenter, described, param)
        for param in described.params
        if not param.choices and param.kind not in (bool, bool | None)
    }
    return declared(f"{presenter.group}.{name}", make, *described.params, suggest=suggest)


def _read(param: Param, typed: Any) -> Any:
    """The value of what was typed. Refusals: those of `Param.read`, which may repeat what was typed."""
    try:
        return None if typed is None else param.read(typed)
    except Refusal as refusal:
        raise opening.shortened(refusal) from None


async def _make(call: Call, presenter: Presenter, described: MoveCommand, given: Given) -> None:
    """Makes the move that is meant, or shows what of it is still to be chosen or confirmed."""
    table = await table_for(call, game=presenter.key)
    playing = table.status is Status.PLAYING
    moment = await call.tables.queries.now_at(table.id) if playing else None
    seat, turn = table.seat_of(call.person.id), moment.turn if moment else 0
    if moment is None or seat is None or not may_move(moment, seat):
        to = _attempted(described, view_model(moment, seat, call.words) if moment else None, given)
        if to is not None:
            await panel.play(call, table.id, turn, to)
            return
    else:
        to = _meant(moment, seat, described, view_model(moment, seat, call.words), given)
    if to is None:
        await panel.show(call, table, note=refused(call.words, Refusal("not_possible")))
    elif isinstance(to, Move) and moment is not None and seat is not None:
        legal = to in rules(table).legal(moment.state, seat)
        how = presenter.how(rules(table).view(moment.state, seat), to) if legal else "make"
        await panel.pick(call, table, turn, how, to)
    else:
        step = to if isinstance(to, Shown) else Shown(to)
        path = path_of(rules(table), step.to) if isinstance(step.to, Move) else step.to
        await panel.show(call, table, choice=path, note=step.note)


def _meant(
    moment: Moment, seat: Seat, described: MoveCommand, model: ViewModel[Any], given: Given
) -> Move | str | Shown | None:
    found = [move for move in _legal(moment, seat, described) if _agrees(model, described, move, given)]
    to = described.meant(model, found, given) if described.meant else None
    if to is None and found:
        return found[0] if len(found) == 1 else prefix_of(rules(moment.table), found)
    return _attempted(described, model, given) if to is None else to


def _attempted(described: MoveCommand, model: ViewModel[Any] | None, given: Given) -> Move | None:
    if described.attempt:
        return described.attempt(model, given)
    fields = {name: msgspec.to_builtins(value) for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(fields, described.kinds[0], strict=False)
    except msgspec.ValidationError:
        return None


def _legal(moment: Moment, seat: Seat, described: MoveCommand) -> Iterable[Any]:
    if not described.kinds:
        return ()
    legal = rules(moment.table).legal(moment.state, seat)
    return (move for move in legal if isinstance(move, described.kinds))


def _agrees(model: ViewModel[Any], described: MoveCommand, move: Any, given: Given) -> bool:
    return all(
        given.get(param.name) is None or param.value(model.view, move) == given[param.name]
        for param in described.params
    )


async def _suggested(
    presenter: Presenter, described: MoveCommand, param: Param, call: Call, typed: Any, current: str
) -> Iterable[Line]:
    """The values that legal moves have for a parameter, as far as they go with what was typed."""
    moment = await panel.asked_at(call, presenter.key)
    if moment is None:
        return []
    seat = moment.table.seat_of(call.person.id)
    assert seat is not None, "only who sits there is asked"
    shown = view_model(moment, seat, call.words)
    others = [other for other in described.params if other is not param and other.narrows]
    given = {other.name: _read(other, getattr(typed, other.name, None) or None) for other in others}
    if described.suggest and param.name in described.suggest:
        return described.suggest[param.name](shown, current, given)
    if param.after and given[param.after] is None:
        return []
    found: dict[Any, tuple[str, Iterable[str]]] = {}
    for move in _legal(moment, seat, described):
        if _agrees(shown, described, move, given):
            value = param.value(shown.view, move)
            written = param.written(value) if param.written else value
            if written is not None and written not in found:
                label = param.label(shown, move) if param.label else presenter.named(shown, move)
                found[written] = label, param.spellings(value)
    prefix = param.prefix(current) if param.prefix else None
    return [
        (label, value)
        for value, (label, spellings) in found.items()
        if (begins(current, label, value, *spellings) if prefix is None else str(value).startswith(prefix))
    ]


def begins(typed: str, label: str, value: Any, *spellings: str) -> bool:
    """Whether a value, a word of its line or a spelling begins so; a number by its digits."""
    wanted = folded(typed)
    if isinstance(value, int) and wanted.isdecimal():
        return str(value).startswith(wanted)
    said = (str(value), label, *label.split(), *re.split(r"\W+", label), *spellings)
    return any(folded(word).startswith(wanted) for word in said)
