"""The private panel of a seat, the same in a server and in a direct message; what its controls do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.discord import App, steps
from bot.discord.at_table import at_table, table_for
from bot.discord.coach import lit
from bot.discord.content import Button, Content, Row, beside, noted
from bot.discord.move_codec import NOTHING, is_digest, move_at, path_of
from bot.discord.presenter import Legacy, Presenter, presenter_of
from bot.discord.router import Call, on, refused
from bot.discord.table_words import ON, grace_line, hint_row, otherwise, own_time, undo_row
from bot.discord.view_models import in_turn, may_move, names_of, owing, rules, view_model
from bot.games.contract import Move, Refusal, Seat
from bot.games.registry import game
from bot.tables.model import Acted, Moment, Status, Table
from bot.tables.play import Asks
from bot.text import Words, plain, stamp
from bot.view_model import signed
from render.primer import primer

WITHOUT_PANEL = frozenset({"no_table", "not_seated", "left_game", "over", "not_playing", "paused"})
"""Refusals of the table itself: there is no panel to go on with. All others are the rules' own or those of a
press that came too late, and are shown beside the panel of the present moment."""
ASKS: Mapping[steps.How, Asks] = {"hold": "wishing", "change": "everybody"}
"""Who is asked to confirm what a pick does; where it is not among these, nobody."""


@at_table("table.move", command="hand")
async def show(
    call: Call,
    table: Table,
    *,
    choice: str = "",
    note: str = "",
    moment: Moment | None = None,
    decided: bool = False,
    until: int | None = None,
) -> None:
    """**Your move** and **Refresh**: the panel as it is now; after a decision with the way to the next table.
    With `until`, the turn that was pressed, it is there only until the next one follows below a new board.
    Refusals: not_started, not_seated, left_game, over."""
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    seat = table.seat_of(call.person.id)
    if seat is None:
        raise Refusal("not_seated" if table.left_by(call.person.id) is None else "left_game")
    if table.status is Status.FINISHED and table.apart:
        from bot.discord.table_posts import ended_apart  # which shows panels too

        await call.reply.show(await ended_apart(call.app, table, call.words))
        return
    if table.status is not Status.PLAYING:
        raise Refusal("over")
    moment = moment or await call.tables.queries.now_at(table.id)
    shown = await seat_panel(call.app, moment, seat, call.words, choice)
    if decided and seat not in owing(moment):
        shown = await _leading_on(call, table, shown)
    if await call.reply.show(_placed(call, moment, shown, note)):
        turn = moment.turn if until is None else until
        await _keep_open(call, table, turn, asks=may_move(moment, seat))
        call.app.coach.follow(table.id, seat, partial(_show_again, call, moment, seat, choice, note))
    await call.tables.unread.looked(table, call.person.id)


async def _keep_open(call: Call, table: Table, turn: int, *, asks: bool) -> None:
    """Has a panel that was just shown go on while it is open: in the server of its table, or that of a game
    alone anywhere, by which alone it is told what computers do."""
    if not (table.apart or call.in_server):
        return
    asks = asks or table.apart
    if call.app.part.has(table.guild):
        call.app.live_panels.keep(call.interaction, table.id, turn, asks=asks)
        if table.apart:
            from bot.discord.panel_renewal import PanelRenewal  # which shows panels too

            await PanelRenewal(call.app, table.id).go_on()  # past what computers did while it was drawn
    else:
        await call.app.live_panels.lend(call.app, call.interaction, table, turn, asks=asks)


async def _show_again(call: Call, moment: Moment, seat: Seat, choice: str, note: str) -> None:
    """The same panel, now that its coach has something to say."""
    shown = await seat_panel(call.app, moment, seat, call.words, choice)
    await call.reply.again(_placed(call, moment, shown, note))


async def seat_panel(app: App, moment: Moment, seat: Seat, speak: Words, choice: str = "") -> Content:
    """The panel of a seat: what its coach says, the step of its game, the time that is left, **Hint** and
    **Undo**; with the first one of somebody who is new to the game its rules in a minute."""
    table = moment.table
    user = table.sitters[seat].user
    held = await app.tables.play.held(table.id, user) if user is not None and table.reveal else None
    fresh = not choice and held is None
    said = await app.coach.line(moment, seat, speak, choice, held)
    shown = steps.content(presenter_of(table.game), moment, seat, speak, choice or said.path, held)
    undo, due, new, news = await asyncio.gather(
        undo_row(app, moment, user, speak),
        _plan_due(app, moment, seat),
        _is_new(app, moment, seat, fresh=fresh),
        _news(app, moment, seat, speak, fresh=fresh, but=shown.texts),
    )
    shown = lit(replace(shown, rows=_with_plan(shown.rows, moment, seat, speak)), said, arrow=True)
    rules_in_a_minute = primer(table.game, speak) if new else None
    if rules_in_a_minute:
        texts = (*shown.texts, otherwise(table, speak))
        shown = replace(shown, texts=texts, drawings=(rules_in_a_minute, *shown.drawings), apart=True)
    texts = (news, said.text, *shown.texts, grace_line(table, speak), own_time(table, seat, speak))
    rows = shown.rows + hint_row(moment, seat, speak) + undo
    if due:
        texts += (speak("plan.due", when=stamp(due)),)
        rows = beside(rows, Button("plans.stop", speak("plan.stop")))
    return replace(shown, texts=texts, rows=rows)


async def _news(
    app: App, moment: Moment, seat: Seat, speak: Words, *, fresh: bool, but: Sequence[str]
) -> str:
    """What computers did in a game alone since its person was last asked, and the points: no board tells it
    there. Further steps of the same turn tell the points alone."""
    table = moment.table
    others = any(sitter.seat != seat for sitter in table.sitters)
    if not (table.apart and fresh and others and seat in owing(moment)):
        return ""
    from bot.discord.table_posts import meanwhile  # which shows panels too

    points = rules(table).points(rules(table).view(moment.state, seat))
    scores = zip(names_of(table, speak), map(signed, points), strict=False)
    standing = speak("solo.standing", scores=speak.listed(f"{plain(name)} {n}" for name, n in scores))
    return "\n".join([await meanwhile(app, moment, speak, but), *[standing] * bool(points)]).strip()


async def _is_new(app: App, moment: Moment, seat: Seat, *, fresh: bool) -> bool:
    """Whether a seat decides for the first time at its table, and its person has never finished the game."""
    table, user = moment.table, moment.table.sitters[seat].user
    if user is None or not fresh or seat not in owing(moment):
        return False
    first = app.newcomers.get((table.id, user))
    if first is None:
        first = moment.turn if await app.tables.results.is_new(table, user) else -1
        app.newcomers.put((table.id, user), first)
    return first == moment.turn


async def _plan_due(app: App, moment: Moment, seat: Seat) -> datetime | None:
    """When the plan of a seat makes the move that it owes; None where it makes none."""
    user = moment.table.sitters[seat].user
    if user is None or rules(moment.table).planning is None or seat not in owing(moment):
        return None
    return await app.tables.plans.due(moment.table.id, user)


@on("table.coach")
async def switch_coach(call: Call) -> None:
    """**Coach off**, or on again."""
    wanted, table = call.id.rest == ON, await table_for(call, call.id.table)
    await show(
        call, await call.tables.computers.want_coach(table.id, call.person, coached=wanted, key=call.key)
    )


@on("plans.stop")
async def stop_plan(call: Call) -> None:
    """**Decide myself**: the plan makes no move of this turn."""
    await call.tables.plans.stop_plan(call.id.table, call.person.id)
    await show(call, await call.tables.queries.table(call.id.table))


def head(call: Call, table: Table) -> str:
    """Away from the channel of a table the line that says where it belongs; nothing where it has none."""
    if table.apart or call.channel == table.channel:
        return ""
    return call.words("table.head", table=table.id, channel=table.channel)


def _placed(call: Call, moment: Moment, shown: Content, note: str) -> Content:
    texts = (*shown.texts, head(call, moment.table))
    return noted(replace(shown, texts=texts, table=moment.table.id, turn=moment.turn), note)


def _with_plan(rows: tuple[Row, ...], moment: Moment, seat: Seat, speak: Words) -> tuple[Row, ...]:
    """The rows with **Plan** beside the last buttons, for a seat that waits, where a game has plans."""
    if rules(moment.table).planning is None or seat in owing(moment):
        return rows
    return beside(rows, Button("table.plan", speak("table.plan")))


async def _leading_on(call: Call, table: Table, shown: Content) -> Content:
    """With **Next table** for who sits at others, too."""
    if all(other.id == table.id for other in await call.tables.queries.tables_of(call.person.id)):
        return shown
    return replace(shown, rows=beside(shown.rows, Button("table.next", call.words("table.next"))))


@on("table.next")
async def next_table(call: Call) -> Content | None:
    """**Next table**: the panel of the one that has been waiting longest for the person, on any server."""
    table = await call.tables.reminders.longest_waiting(call.person.id)
    if table is None:
        return Content((call.words("table.next.none"),), table=call.id.table)
    await show(call, table)
    return None


@on("table.back")
async def back(call: Call) -> None:
    """**Back**: the step before, or the panel without a choice."""
    await preview(call, call.id.rest)


async def preview(call: Call, choice: str) -> None:
    """Shows a choice that can't be taken back, to be confirmed; an outdated press gets the fresh panel."""
    table, moment = await _present(call)
    if moment is None or moment.turn == call.id.turn:
        await show(call, table, choice=choice if moment else "", moment=moment)
    else:
        await _outdated(call, table, moment)


async def _present(call: Call) -> tuple[Table, Moment | None]:
    """The table that a control means, and its newest moment while it is played."""
    return await call.tables.queries.present(call.id.table or (await table_for(call)).id)


async def _outdated(call: Call, table: Table, moment: Moment | None = None) -> None:
    await show(call, table, note=reason(call.words, Refusal("stale")), moment=moment)


def reason(speak: Words, refusal: Refusal) -> str:
    """A refusal as a line of the panel of the present, which is itself the answer to a late press."""
    return speak("kit.renewed") if refusal.code == "stale" else refused(speak, refusal)


def listen(presenter: Presenter) -> None:
    """Answers the controls of a game's panels, also those of older versions."""

    async def step(call: Call) -> None:
        """A button, also **Confirm**."""
        await _picked(call, presenter, *steps.parsed(call.id.rest))

    async def line(call: Call) -> None:
        """A line of a menu."""
        await _picked(call, presenter, *steps.parsed(call.value))

    async def several(call: Call) -> None:
        """Several lines of a menu."""
        await _picked(call, presenter, "show", f"{call.id.rest}/{'.'.join(call.values) or NOTHING}")

    async def confirm(call: Call) -> None:
        """**Confirm**; without a mark, that of an older version which had the same name."""
        how, _ = steps.parsed(call.id.rest)
        await (older if older and how == "show" else step)(call)

    once = {action: partial(_once_meant, presenter, meaning) for action, meaning in presenter.legacy.items()}
    older = once.get(f"{presenter.group}.confirm")
    for action, handler in once.items():
        on(action)(handler)
    for verb, handler in {"step": step, "menu": line, "confirm": confirm, "several": several}.items():
        on(f"{presenter.group}.{verb}")(handler)


async def _once_meant(presenter: Presenter, meaning: Legacy, call: Call) -> None:
    moment, seat = await _pressed_at(call, presenter)
    meant = None
    if moment is not None:
        view = rules(moment.table).view(moment.state, seat)
        try:
            meant = meaning(view, call.id.rest, call.values)
        except IndexError:
            await _outdated(call, moment.table, moment)
            return
    if moment is None or meant is None:
        await preview(call, "")
    elif isinstance(meant.to, str):
        await _picked(call, presenter, "show", meant.to)
    else:
        how = meant.how or presenter.how(rules(moment.table).view(moment.state, seat), meant.to)
        await pick(call, moment.table, call.id.turn, how, meant.to)


async def _picked(call: Call, presenter: Presenter, how: steps.How, path: str) -> None:
    """What was picked in the panel that belongs to a press; an outdated one gets the fresh panel."""
    table, turn = call.id.table, call.id.turn
    if how != "show":
        move = move_at(game(presenter.key), path)
        if is_digest(path):
            moment = _asked(call, presenter.key, *await _present(call))
            seat = moment and moment.table.seat_of(call.person.id)
            if moment is not None and seat is not None:
                move = steps.legal_at(rules(moment.table), moment, seat, path)
        if move is None:
            await _outdated(call, await table_for(call, table))
        else:
            await play(call, table, turn, move, how)
        return
    moves: Sequence[Move] = ()
    if path.partition("/")[0] in presenter.at_once:
        moment, seat = await _pressed_at(call, presenter)
        moves = presenter.several(rules(moment.table).view(moment.state, seat), path) if moment else ()
    if not moves:
        await preview(call, path)
        return
    for step, move in enumerate(moves[:-1]):
        key = f"{call.key} {step}"
        await call.tables.play.act(
            table, call.person.id, move, turn=turn + step, key=key, by_message=call.by_message
        )
    await play(call, table, turn + len(moves) - 1, moves[-1])


async def _pressed_at(call: Call, presenter: Presenter) -> tuple[Moment | None, Seat]:
    """The moment of a press that is up to date, and the seat; None for any other press."""
    table, moment = await _present(call)
    moment = _asked(call, presenter.key, table, moment)
    current = moment is not None and moment.turn == call.id.turn
    return moment if current else None, table.seat_of(call.person.id) or Seat(0)


async def pick(call: Call, table: Table, turn: int, how: steps.How, move: Move) -> None:
    """Makes a move, or shows it to be confirmed, as its presenter says."""
    if how != "show":
        await play(call, table.id, turn, move, how)
    elif call.id.table:
        await preview(call, path_of(rules(table), move))
    else:
        await show(call, await call.tables.queries.table(table.id), choice=path_of(rules(table), move))


async def asked_at(call: Call, game: str) -> Moment | None:
    """The moment of the game that is meant; None unless the person owes or may change a decision."""
    table = await table_for(call, game=game)
    return _asked(call, game, *await call.tables.queries.present(table.id))


def _asked(call: Call, game: str, table: Table, moment: Moment | None) -> Moment | None:
    seat = table.seat_of(call.person.id)
    return moment if moment and table.game == game and seat is not None and may_move(moment, seat) else None


async def play(call: Call, table: int, turn: int, move: Move, how: steps.How = "make") -> None:
    """Makes a move for the person and shows what became of it, or shows it to be confirmed; refused for a
    reason of the moment, the sentence comes with a fresh panel."""
    await call.app.live_panels.pressed(call.app, table, call.person.id)
    try:
        acted = await call.tables.play.act(
            table,
            call.person.id,
            move,
            turn=turn,
            key=call.key,
            asks=ASKS.get(how, "nobody"),
            by_message=call.by_message,
        )
    except Refusal as refusal:
        if refusal.code in WITHOUT_PANEL:
            raise
        present = await call.tables.queries.table(table)
        if refusal.code == "final":
            await show(call, present, choice=path_of(rules(present), move))
        else:
            await show(call, present, note=reason(call.words, refusal))
    else:
        await _show_result(call, acted, turn)


async def _show_result(call: Call, acted: Acted, turn: int) -> None:
    """The panel while the same post goes on, and in a channel, or where nobody is written to, also for what
    comes next. Else the next panel is a message of its own, so this one says what became of the choice."""
    present = await call.tables.queries.now_at(acted.moment.table.id) if acted.repeated else acted.moment
    table = present.table
    alone = not call.by_message or in_turn(present)
    same = (await call.tables.queries.opening(table.id, present.version)).turn <= turn
    if table.apart or (table.status is Status.PLAYING and (alone or same)):
        until = None if same or table.apart else turn  # no board follows a game alone
        await show(call, table, moment=present, decided=True, until=until)
    elif not (acted.repeated and call.reply.in_private):
        # A press of long ago, delivered again, leaves the message alone: it has been settled by now.
        model = view_model(acted.moment, table.seat_of(call.person.id), call.words)
        await call.reply.show(_placed(call, acted.moment, presenter_of(table.game).settled(model), ""))
