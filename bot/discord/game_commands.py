"""Slash commands of a game, built from the contract: `start` from its options, and a subcommand for each kind
of move with suggestions from the legal moves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands

from bot.discord import opening, panel, router
from bot.discord.at_table import table_for
from bot.discord.layout import suggestions
from bot.discord.move_codec import path_of, prefix_of
from bot.discord.move_commands import Given, MoveCommand, Param, Shown
from bot.discord.presenter import Presenter, register
from bot.discord.router import Call, refused
from bot.discord.translator import choice, command, group
from bot.discord.view_models import may_move, rules, view_model
from bot.games import registry
from bot.games.contract import Choice, Move, Number, Refusal, Seat, Text
from bot.tables.model import Moment, Status, Table
from bot.text import folded
from bot.view_model import ViewModel

if TYPE_CHECKING:
    from bot.app import App

Interaction = discord.Interaction[Any]
Lines = list[app_commands.Choice[Any]]
Answer = Callable[..., Awaitable[None]]


def add_game(app: App, presenter: Presenter) -> app_commands.Group:
    """Makes a game known to Discord: its presenter, what its controls do, its commands. More subcommands can
    be added to the group."""
    register(presenter)
    panel.listen(presenter)
    own = group(presenter.group)
    own.add_command(_start(presenter))
    for name, described in presenter.commands.items():
        own.add_command(_move(presenter, name, described))
    app.tree.add_command(own)
    return own


def _start(presenter: Presenter) -> app_commands.Command[Any, ..., Any]:
    """`start`: a lobby in this channel with the options that were given."""
    key = presenter.key
    shown = {param.name: param for param in presenter.start_params}
    for param in (_option(key, option) for option in registry.game(key).info.options):
        if param.name not in presenter.hidden:
            shown.setdefault(param.name, param)
    shown.setdefault("thread", Param("thread", bool, required=False))

    async def start(call: Call, given: dict[str, Any]) -> None:
        thread = bool(given.pop("thread", False))
        chosen = {name: value for name, value in given.items() if value is not None}
        options = opening.options_from(key, _implied(key, _typed(key, presenter.start(chosen))))
        await opening.open_table(call, key, options, thread=thread)

    found = _declared(presenter, "start", tuple(shown.values()), start)
    for param in shown.values():
        if param.offers:
            found.autocomplete(param.name)(_offering(param.offers))
    return found


def _offering(offers: Callable[[Call], Awaitable[Sequence[tuple[str, str]]]]) -> Any:
    async def suggest(interaction: Interaction, current: str) -> Lines:
        async def offered(call: Call) -> Lines:
            return suggestions(line for line in await offers(call) if begins(current, *line))

        return await router.suggest(interaction, offered)

    return suggest


def _option(key: str, option: Choice | Number | Text) -> Param:
    match option:
        case Choice(values=values):
            choices = tuple((value, f"{key}.option.{option.key}.{value}") for value in values)
            return Param(option.key, required=False, choices=choices)
        case Number(low=low, high=high):
            return Param(option.key, app_commands.Range[int, low, high], required=False)
        case Text():
            return Param(option.key, required=False)


def _typed(key: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options with those that were typed in read."""
    texts = {option.key for option in registry.game(key).info.options if isinstance(option, Text)}
    return {
        name: opening.typed(key, name, value) if name in texts else value for name, value in given.items()
    }


def _implied(key: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options with those without which a given one would change nothing."""
    for option in registry.game(key).info.options:
        if option.key in given and option.only_with is not None:
            other, value = option.only_with
            given.setdefault(other, value)
    return given


def _move(presenter: Presenter, name: str, described: MoveCommand) -> app_commands.Command[Any, ..., Any]:
    async def make(call: Call, given: dict[str, Any]) -> None:
        read = {param.name: _read(param, given.get(param.name)) for param in described.params}
        await _make(call, presenter, described, read)

    found = _declared(presenter, name, described.params, make)
    for param in described.params:
        if not param.choices and param.kind not in (bool, bool | None):
            found.autocomplete(param.name)(_suggesting(presenter, described, param))
    return found


def _declared(
    presenter: Presenter,
    name: str,
    params: Sequence[Param],
    work: Callable[[Call, dict[str, Any]], Awaitable[None]],
) -> app_commands.Command[Any, ..., Any]:
    """A subcommand with these parameters; its words are those of the catalogue."""

    async def run(interaction: Interaction, **given: Any) -> None:
        await router.command(interaction, lambda call: work(call, given))

    signed = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    ]
    for param in params:
        annotation = param.kind if param.required else param.kind | None
        default = inspect.Parameter.empty if param.required else None
        signed.append(
            inspect.Parameter(
                param.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
            )
        )
    run.__signature__ = inspect.Signature(signed)  # type: ignore[attr-defined]
    fixed = {
        param.name: [choice(key, value) for value, key in param.choices] for param in params if param.choices
    }
    callback: Any = app_commands.choices(**fixed)(run) if fixed else run
    return command(f"{presenter.group}.{name}")(callback)


def _read(param: Param, typed: Any) -> Any:
    """The value of what was typed. Refusals: those of `Param.read`, which may repeat what was typed."""
    try:
        return None if typed is None else param.read(typed)
    except Refusal as refusal:
        raise opening.shortened(refusal) from None


async def _make(call: Call, presenter: Presenter, described: MoveCommand, given: Given) -> None:
    """Makes the move that is meant, or shows what of it is still to be chosen or confirmed."""
    table = await table_for(call, game=presenter.key)
    moment = await _playing(call, table)
    seat = table.seat_of(call.person.id)
    if moment is None or seat is None or not may_move(moment, seat):
        seen = view_model(moment, seat, call.words) if moment else None
        await _attempt(call, table, moment, _attempted(described, seen, given))
        return
    rule, shown = rules(table), view_model(moment, seat, call.words)
    found = [move for move in _legal(moment, seat, described) if _agrees(shown, described, move, given)]
    to = described.meant(shown, found, given) if described.meant else None
    if to is None and found:
        to = found[0] if len(found) == 1 else prefix_of(rule, found)
    if to is None:
        to = _attempted(described, shown, given)
    if isinstance(to, Move):
        how = presenter.how(shown.view, to) if to in found or to in rule.legal(moment.state, seat) else "make"
        await panel.pick(call, table, moment.turn, how, to)
    elif to is None:
        await panel.show(call, table, note=refused(call.words, Refusal("not_possible")))
    else:
        step = to if isinstance(to, Shown) else Shown(to)
        path = path_of(rule, step.to) if isinstance(step.to, Move) else step.to
        await panel.show(call, table, choice=path, note=step.note)


async def _attempt(call: Call, table: Table, moment: Moment | None, move: Move | None) -> None:
    """A move that is not legal: the table or the rules say why."""
    if move is None:
        await panel.show(call, table, note=refused(call.words, Refusal("not_possible")))
    else:
        await panel.play(call, table.id, moment.turn if moment else 0, move)


def _attempted(described: MoveCommand, shown: ViewModel[Any] | None, given: Given) -> Move | None:
    if described.attempt:
        return described.attempt(shown, given)
    fields = {name: msgspec.to_builtins(value) for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(fields, described.kinds[0], strict=False)
    except msgspec.ValidationError:
        return None


async def _playing(call: Call, table: Table) -> Moment | None:
    return await call.tables.queries.now_at(table.id) if table.status is Status.PLAYING else None


def _legal(moment: Moment, seat: Seat, described: MoveCommand) -> Iterable[Any]:
    if not described.kinds:
        return ()
    legal = rules(moment.table).legal(moment.state, seat)
    return (move for move in legal if isinstance(move, described.kinds))


def _agrees(shown: ViewModel[Any], described: MoveCommand, move: Any, given: Given) -> bool:
    return all(
        given.get(param.name) is None or param.value(shown.view, move) == given[param.name]
        for param in described.params
    )


def _suggesting(presenter: Presenter, described: MoveCommand, param: Param) -> Any:
    async def suggest(interaction: Interaction, current: str) -> Lines:
        return await router.suggest(
            interaction,
            lambda call: _suggested(call, presenter, described, param, interaction.namespace, str(current)),
        )

    return suggest


async def _suggested(
    call: Call, presenter: Presenter, described: MoveCommand, param: Param, typed: Any, current: str
) -> Lines:
    """The values of a parameter that legal moves have and that begin like this, or of whose names a word
    does; those moves agree with what was typed for the others."""
    moment = await panel.asked_at(call, presenter.key)
    if moment is None:
        return []
    seat = moment.table.seat_of(call.person.id)
    assert seat is not None, "only who sits there is asked"
    shown = view_model(moment, seat, call.words)
    others = [other for other in described.params if other is not param and other.narrows]
    given = {other.name: _read(other, getattr(typed, other.name, None) or None) for other in others}
    if described.suggest and param.name in described.suggest:
        return suggestions(described.suggest[param.name](shown, current, given))
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
    return suggestions(
        (label, value)
        for value, (label, spellings) in found.items()
        if (begins(current, label, value, *spellings) if prefix is None else str(value).startswith(prefix))
    )


def begins(typed: str, label: str, value: Any, *spellings: str) -> bool:
    """Whether the value, a word of its line or a further spelling begins with what was typed so far; a number
    is meant by its digits alone."""
    wanted = folded(typed)
    if isinstance(value, int) and wanted.isdecimal():
        return str(value).startswith(wanted)
    said = (str(value), label, *label.split(), *re.split(r"\W+", label), *spellings)
    return any(folded(word).startswith(wanted) for word in said)
