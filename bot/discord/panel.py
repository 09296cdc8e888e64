"""The private panel of a seat: opened by a button or a command, the same in a direct message; and what its
controls do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.discord import steps
from bot.discord.at_table import at_table, table_for
from bot.discord.content import Content
from bot.discord.move_codec import NOTHING, is_digest, move_at, path_of
from bot.discord.presenter import Legacy, Presenter, presenter_of
from bot.discord.router import Call, Handler, Outdated, on, refused
from bot.discord.table_words import hint_row, own_time, undo_row
from bot.discord.view_models import in_turn, may_move, rules, turn_of, view_model
from bot.games.contract import Move, Refusal, Seat
from bot.games.registry import AnyGame, game
from bot.tables.model import Acted, Moment, Status, Table
from bot.text import Words

if TYPE_CHECKING:
    from bot.app import App

WITHOUT_PANEL = frozenset({"no_table", "not_seated", "over", "not_playing", "paused"})
"""Refusals of the table itself: there is no panel to go on with. All others are the rules' own or those of a
press that came too late, and are told beside the panel of the present moment."""


@on("table.back")
async def back(press: Call) -> None:
    """**Back**: the panel without a choice."""
    await preview(press, "")


@at_table("table.move", command="hand")
async def show(
    call: Call, table: Table, *, choice: str = "", note: str = "", moment: Moment | None = None
) -> None:
    """**Your move**, every **Refresh** and the menus of tables: the person's panel, in place where they
    already look at a private message."""
    await call.reply.show(await content(call, table, choice=choice, note=note, moment=moment))
    await call.tables.unread.looked(table, call.person.id)


async def content(
    call: Call, table: Table, *, choice: str = "", note: str = "", moment: Moment | None = None
) -> Content:
    """The panel of the person's seat as it is now (`moment`, where the caller has just looked).
    Refusals: not_started, not_seated, over."""
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    seat = table.seat_of(call.person.id)
    if seat is None:
        raise Refusal("not_seated")
    if table.status is not Status.PLAYING:
        raise Refusal("over")
    moment = moment or await call.tables.queries.now_at(table.id)
    return _placed(call, moment, await seat_panel(call.app, moment, seat, call.words, choice), note)


async def seat_panel(app: App, moment: Moment, seat: Seat, speak: Words, choice: str = "") -> Content:
    """The panel of a seat as it works for its person anywhere: the step of its game, the time that is left,
    **Hint** and **Undo**."""
    table = moment.table
    shown = steps.content(presenter_of(table.game), moment, seat, speak, choice)
    user = table.sitters[seat].user
    undo = await undo_row(app, moment, user, speak) if user is not None else ()
    texts = (*shown.texts, own_time(table, seat, speak))
    return replace(shown, texts=texts, rows=shown.rows + hint_row(moment, seat, speak) + undo)


async def preview(press: Call, choice: str) -> None:
    """Shows a choice that can't be taken back, to be confirmed; an outdated press gets the fresh panel."""
    table = await table_for(press, press.id.table)
    if table.status is not Status.PLAYING:
        await show(press, table)
        return
    moment = await press.tables.queries.now_at(table.id)
    if turn_of(moment) == press.id.turn:
        await show(press, table, choice=choice, moment=moment)
    else:
        await _outdated(press, table, moment)


async def _outdated(press: Call, table: Table, moment: Moment | None = None) -> None:
    """The panel of the present moment, where a control belongs to another one."""
    await show(press, table, note=refused(press.words, Refusal("stale")), moment=moment)


def listen(presenter: Presenter) -> None:
    """Answers the controls of a game's panels, also those of older versions."""
    rule = game(presenter.key)

    async def step(press: Call) -> None:
        """A button, also **Confirm**."""
        await _picked(press, presenter, rule, *steps.parsed(press.id.rest))

    async def line(press: Call) -> None:
        """A line of a menu."""
        await _picked(press, presenter, rule, *steps.parsed(press.value))

    async def several(press: Call) -> None:
        """Several lines of a menu."""
        await preview(press, f"{press.id.rest}/{'.'.join(press.values) or NOTHING}")

    async def confirm(press: Call) -> None:
        """**Confirm**; without a mark, that of an older version which had the same name."""
        how, _ = steps.parsed(press.id.rest)
        await (older if older and how == "show" else step)(press)

    once = {action: _once_meant(presenter, meaning) for action, meaning in presenter.legacy.items()}
    older = once.get(f"{presenter.group}.confirm")
    for action, handler in once.items():
        on(action)(handler)
    for verb, handler in {"step": step, "menu": line, "confirm": confirm, "several": several}.items():
        on(f"{presenter.group}.{verb}")(handler)


def _once_meant(presenter: Presenter, meaning: Legacy) -> Handler:
    """Answers a control of an older version."""

    async def step(press: Call) -> None:
        table = await table_for(press, press.id.table)
        moment = await asked_at(press, presenter.key, table)
        seat = table.seat_of(press.person.id)
        if moment is None or seat is None or turn_of(moment) != press.id.turn:
            await preview(press, "")
            return
        view = rules(table).view(moment.state, seat)
        try:
            meant = meaning(view, press.id.rest, press.values)
        except IndexError:
            raise Outdated from None
        if meant is None:
            await preview(press, "")
        elif isinstance(meant.to, str):
            await _picked(press, presenter, rules(table), "show", meant.to)
        else:
            await pick(press, table, press.id.turn, meant.how or presenter.how(view, meant.to), meant.to)

    return step


async def _picked(press: Call, presenter: Presenter, rule: AnyGame, how: steps.How, path: str) -> None:
    """What was picked in the panel that belongs to a press; an outdated one gets the fresh panel."""
    table, turn = press.id.table, press.id.turn
    if how == "show":
        moves = await _several(press, presenter, path)
        for step, move in enumerate(moves[:-1]):
            await press.tables.play.act(
                table, press.person.id, move, turn=turn + step, key=f"{press.key} {step}"
            )
        if moves:
            await play(press, table, turn + len(moves) - 1, moves[-1])
        else:
            await preview(press, path)
        return
    move = await _legal_at(press, presenter, path) if is_digest(path) else move_at(rule, path)
    if move is None:
        await _outdated(press, await table_for(press, table))
    else:
        await _pick(press, table, turn, how, path, move)


async def _several(press: Call, presenter: Presenter, path: str) -> Sequence[Move]:
    """The moves that one pick makes one after the other, if it is still up to date."""
    if path not in presenter.at_once:
        return ()
    moment = await asked_at(press, presenter.key, await table_for(press, press.id.table))
    if moment is None or turn_of(moment) != press.id.turn:
        return ()
    seat = moment.table.seat_of(press.person.id)
    return presenter.several(rules(moment.table).view(moment.state, seat), path)


async def _legal_at(press: Call, presenter: Presenter, path: str) -> Move | None:
    moment = await asked_at(press, presenter.key, await table_for(press, press.id.table))
    seat = moment and moment.table.seat_of(press.person.id)
    return None if moment is None or seat is None else steps.legal_at(rules(moment.table), moment, seat, path)


async def pick(call: Call, table: Table, turn: int, how: steps.How, move: Move) -> None:
    """Makes a move, or shows it to be confirmed, as its presenter says."""
    await _pick(call, table.id, turn, how, path_of(rules(table), move), move)


async def _pick(call: Call, table: int, turn: int, how: steps.How, path: str, move: Move) -> None:
    if how != "show":
        await play(call, table, turn, move, confirm=path if how == "change" else "")
    elif call.id.table:
        await preview(call, path)
    else:
        await show(call, await call.tables.queries.table(table), choice=path)


async def asked_at(call: Call, game: str, table: Table | None = None) -> Moment | None:
    """The moment of the game of this kind that is meant; None unless the person owes a decision in it, or may
    change theirs. Refusals: those of `table_for`."""
    table = table or await table_for(call, game=game)
    seat = table.seat_of(call.person.id)
    if table.status is not Status.PLAYING or table.game != game or seat is None:
        return None
    moment = await call.tables.queries.now_at(table.id)
    return moment if may_move(moment, seat) else None


async def play(call: Call, table: int, turn: int, move: Move, *, confirm: str = "") -> None:
    """Makes a move for the person and shows what became of it; refused for a reason of the moment, the
    sentence comes with a fresh panel.

    With `confirm`, the move as a choice of the panel, it is made at once only while it can be changed
    afterwards; else the panel shows it to be confirmed."""
    changeable = bool(confirm)
    try:
        acted = await call.tables.play.act(
            table, call.person.id, move, turn=turn, key=call.key, changeable=changeable
        )
    except Refusal as refusal:
        if refusal.code in WITHOUT_PANEL:
            raise
        final = refusal.code == "final"
        note = "" if final else refused(call.words, refusal)
        await show(call, await call.tables.queries.table(table), choice=confirm if final else "", note=note)
        return
    await _tell(call, acted, turn)


async def _tell(call: Call, acted: Acted, turn: int) -> None:
    """The panel while the same post goes on, and in a channel, or where nobody is written to, also for what
    comes next. Else the next panel is a message of its own, so this one says what became of the choice."""
    present = await call.tables.queries.now_at(acted.moment.table.id) if acted.repeated else acted.moment
    table = present.table
    alone = call.interaction.guild_id is not None or in_turn(present)
    same = turn_of(await call.tables.queries.opening(table.id, present.version)) <= turn
    if table.status is Status.PLAYING and (alone or same):
        await show(call, table, moment=present)
    elif not (acted.repeated and call.reply.in_private):
        # A press of long ago, delivered again, leaves the message alone: it has been settled by now.
        settled = presenter_of(table.game).settled(
            view_model(acted.moment, table.seat_of(call.person.id), call.words)
        )
        await call.reply.show(_placed(call, acted.moment, settled, ""))


def head(call: Call, table: Table) -> str:
    """Away from the channel of a table the line that says where it belongs, else nothing."""
    if call.interaction.guild_id is not None:
        return ""
    return call.words("table.head", table=table.id, channel=table.channel)


def _placed(call: Call, moment: Moment, shown: Content, note: str) -> Content:
    """The panel with its note and, away from the channel, the line that says where it belongs."""
    texts = tuple(text for text in (note, *shown.texts, head(call, moment.table)) if text)
    return replace(shown, texts=texts, table=moment.table.id, turn=turn_of(moment))
