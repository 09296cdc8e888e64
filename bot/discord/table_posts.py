"""The messages of a table that the dispatcher brings, and what **More** below them does."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.discord import App, table_words
from bot.discord.at_table import at_table
from bot.discord.channels import may_end, may_kick
from bot.discord.content import Button, Content, Row, in_rows, note
from bot.discord.panel import seat_panel
from bot.discord.presenter import presenter_of
from bot.discord.router import Call
from bot.discord.view_models import called, chronicled, in_turn, owing, post_of, rules, view_model
from bot.games.contract import Refusal, Seat
from bot.tables.computers import gives_hints
from bot.tables.feats import Past
from bot.tables.model import Moment, SeatRow, Status, Table
from bot.text import Words, cut, mention, plain, stamp, words
from bot.view_model import in_units
from render.ending import Best, ending
from render.games import style

TURNS = 8
"""Turns of computers that a post tells, and turns that whoever takes a seat is told."""
MEANWHILE = 1500
"""Characters at most of what whoever takes a seat is told, and of what happened between two posts."""


async def board(
    app: App, moment: Moment, mentions: Sequence[int] = (), *, speak: Words | None = None
) -> Content:
    """The public post of a moment, in the language of the table if no other is asked for."""
    table = moment.table
    speak = speak or words(table.locale)
    opening, turns = await app.tables.queries.opened(table.id, moment.version)
    presenter, model = presenter_of(table.game), view_model(moment, None, speak, events=opening.events)
    shown = presenter.board(presenter.settling(model, None) if table.reveal else model)
    undone = await table_words.undone_since(app, opening.version, moment, speak)
    call = speak("table.your_turn", people=" ".join(map(mention, mentions))) if mentions else ""
    below: list[str] = []
    if table.settings.deadline:
        before = await app.tables.queries.opening(table.id, max(opening.version - 1, 0))
        below += await table_words.ran_out(app, moment, before.version, speak)
    below += [_held(sitter, table, speak) for sitter in table.absent if sitter.pace.free_until]
    for key, left in (("table.absent", True), ("table.absent_for_good", False)):
        unheld = [each for each in table.absent if not each.pace.free_until]
        there = [each.name for each in unheld if (each.away is not None) is left]
        if there:
            names = speak.all_of(plain(called(name, speak)) for name in there)
            below.append(speak(key, names=names, by=table_words.playing_on(table, speak)))
    below += [
        speak("table.stands_in", computer=plain(sitter.name), name=plain(sitter.away_name))
        for sitter in table.sitters
        if sitter.stands_in
    ]
    planned = [Button("table.plan", speak("table.plan"))] if rules(table).planning else []
    row = [
        Button("table.move", speak("table.move"), style="primary"),
        *planned,
        Button("games.rules", speak("table.rules")),
        Button("table.more", speak("table.more")),
    ]
    if table.absent:
        row.append(Button("table.replace", speak("table.fill")))
    if table.paused:
        row.append(Button("time.resume", speak("waiting.resume"), style="primary"))
    return Content(
        texts=(
            call,
            title(table, speak),
            undone,
            _told(turns, speak),
            *shown.texts,
            table_words.grace_line(table, speak),
            *below,
            *table_words.time_lines(table, speak),
        ),
        drawings=shown.drawings,
        rows=shown.rows + (in_rows(row) if owing(moment) else ()),
        mentions=tuple(mentions),
        table=table.id,
        turn=moment.turn,
        foot=(table_words.chance_promise(table, speak),) if opening.version == 0 else (),
    )


def _held(sitter: SeatRow, table: Table, speak: Words) -> str:
    """That a seat is free, and until when nothing is played for it; while the game rests that time does not
    run."""
    name, until = plain(called(sitter.name, speak)), sitter.pace.free_until
    if table.rests:
        return speak("table.held_at_rest", name=name)
    return speak("table.held", name=name, when=stamp(until, "f"), left=stamp(until)) if until else ""


async def retired_board(app: App, number: int, version: int, upto: int, *, ended: bool) -> Content:
    """What a board becomes once there is one of version `upto`: no controls, what happened up to its last
    step, and in turns between the two that no board was posted for; the last ones, too, where that one is the
    ranking of a game that has `ended`, which tells of no turn."""
    queries = app.tables.queries
    moment, (opening, turns) = await asyncio.gather(
        queries.closing(number, version), queries.opened(number, version)
    )
    table, speak = moment.table, words(moment.table.locale)
    shown = presenter_of(table.game).page(view_model(moment, None, speak, events=opening.events))
    foot = (table_words.chance_promise(table, speak),) if opening.version == 0 else ()
    # The last of the turns in between was told by the board as the one before its own.
    before = _told((*turns, opening), speak, but=shown.texts) if turns else ""
    newer = await queries.moment(number, upto)
    apart = post_of(newer) - post_of(moment)
    between = await queries.between(number, version, upto) if apart > 1 else ()
    if ended and apart:
        final, turns = await queries.opened(number, upto)
        between = (*between, *turns, final)
    after = cut(_told(between, speak), MEANWHILE)
    texts = (title(table, speak), before, *shown.texts, after)
    return Content(texts, shown.drawings, table=table.id, turn=moment.turn, foot=foot)


async def meanwhile(app: App, moment: Moment, speak: Words, but: Sequence[str]) -> str:
    """What happened until a moment since somebody was last called, as a board would tell it, without what
    stands there already; nothing in the middle of a turn."""
    opening, turns = await app.tables.queries.opened(moment.table.id, moment.version)
    if in_turn(moment) and opening.version < moment.version:
        return ""
    return cut(_told((*turns, opening), speak, but), MEANWHILE)


async def seat_taken(app: App, table: Table, user: int, speak: Words) -> str:
    """That a seat is now a person's, and what has happened since they last looked at the table."""
    seen, queries = await app.tables.unread.seen(table, user), app.tables.queries
    pages = [page for page in await queries.milestones(table.id) if page > seen]
    turns = [await queries.moment(table.id, page) for page in pages[-TURNS:]]
    meanwhile = cut(_told(turns, speak, before=len(pages) - len(turns)), MEANWHILE)
    return "\n".join([speak("table.replace.done"), *[meanwhile] * bool(meanwhile)])


def _told(turns: Sequence[Moment], speak: Words, but: Sequence[str] = (), *, before: int = 0) -> str:
    """What happened in turns that had no post of their own, without what stands there already, each of
    several lines as a paragraph; `before` them came so many more."""
    texts: list[str] = []
    for turn in turns[-TURNS:]:
        shown = presenter_of(turn.table.game).page(view_model(turn, None, speak)).texts
        texts += [text for text in shown if text and not text.startswith("-# ") and text not in but]
    left = max(len(turns) - TURNS, 0) + before
    apart = "\n\n" if any("\n" in text for text in texts) else "\n"
    return apart.join([speak("news.more_by_command", n=left)] * (left > 0) + texts)


async def people_to_call(app: App, moment: Moment, present: Moment) -> tuple[int, ...]:
    """Whom a board post mentions: at the first board, and wherever people decide in turn, everyone who owes a
    decision; else only those whom no direct message reaches or should reach, and who have a panel open here
    instead. A solo player has made the step before and is called to the first board alone. A post that comes
    late calls nobody who has decided by now, or whom a later one calls."""
    table = moment.table
    if post_of(moment) != post_of(present) or (len(table.sitters) == 1 and moment.version):
        return ()
    still = [seat for seat in owing(moment) if seat in owing(present)]
    users = [sitter.user for sitter in table.sitters if sitter.user and sitter.seat in still]
    if moment.version == 0 or in_turn(moment):
        return tuple(users)
    live, takes = app.live_panels, app.tables.preferences.takes_messages
    return tuple([user for user in users if live.is_open(app, table.id, user) or not await takes(user)])


async def prompt(app: App, number: int, seat: Seat, version: int) -> Content | None:
    """The private panel for a direct message; None once the post of this version is over."""
    moment = await app.tables.queries.now_at(number)
    user = moment.table.sitters[seat].user
    if user is None or post_of(moment) != post_of(await app.tables.queries.moment(number, version)):
        return None
    speak = await app.words_for(user)
    return _headed(await seat_panel(app, moment, seat, speak), moment, speak)


async def settled(app: App, moment: Moment, seat: Seat) -> Content | None:
    """What becomes of a prompt that is over; None if its seat has no person any more."""
    user = moment.table.sitters[seat].user
    if user is None:
        return None
    speak = await app.words_for(user)
    shown = presenter_of(moment.table.game).settled(view_model(moment, seat, speak))
    return _headed(shown, moment, speak)


def _headed(shown: Content, moment: Moment, speak: Words) -> Content:
    table = moment.table
    texts = (*shown.texts, speak("table.head", table=table.id, channel=table.channel))
    return replace(shown, texts=texts, table=table.id, turn=moment.turn)


async def ended_apart(app: App, table: Table, speak: Words) -> Content:
    """The same for who has played it where there is no channel."""
    again = () if table.challenge else (Button("solo.again", speak("solo.again"), style="primary"),)
    file = () if table.held else (Button("table.file", speak("table.download")),)
    shown = await ended(app, table.id, speak)
    buttons = (*again, Button("table.replay", speak("table.replay")), *file, *_compared(table, speak))
    return replace(shown, rows=(buttons,))


def _next_round(table: Table, speak: Words) -> tuple[Button, ...]:
    """The way to the tournament for which it was played; none at a table played for its own sake."""
    if table.tournament is None:
        return ()
    return (Button("cup.panel", speak("cup.story.of"), str(table.tournament), style="primary"),)


def _compared(table: Table, speak: Words) -> tuple[Button, ...]:
    """The way to what others have made of the same challenge; of no other table."""
    if not table.challenge:
        return ()
    return (Button("challenge.show", speak("challenge.standing"), str(table.challenge)),)


async def ended(app: App, number: int, speak: Words | None = None) -> Content:
    """The end of a table: the ranking with the revealed secret, or that it was ended without a result."""
    table = await app.tables.queries.table(number)
    speak = speak or words(table.locale)
    on = _next_round(table, speak)
    rematch = Button("table.rematch", speak("table.rematch"), style="secondary" if on else "primary")
    if table.status is not Status.FINISHED:
        return note(table_words.abandoned(table, speak), *on, rematch, table=number)
    moment = await app.tables.queries.now_at(number)
    shown = await finale(app, moment, speak)
    results, rank = await app.tables.results.at(table.id), ""
    if len(results) == 1 and results[0].setup:
        place, of = await app.tables.results.rank_of(results[0])
        rank = speak("table.rank", place=place, n=of) if of > 1 else speak("table.rank_first")
    kept = [Button("table.keepsake", speak("table.keepsake"))] if style(table.game).keepsake else []
    analysing = [Button("table.analyse", speak("table.analyse"))] if gives_hints(table.game) else []
    share, file = (
        Button("table.share", speak("table.share"), "g"),
        Button("table.file", speak("table.download")),
    )
    # A duplicate's are there for when its round is over; until then they say so.
    sealed = table.held and bool(table.challenge)
    last = (
        *on,
        *(() if table.challenge else (rematch,)),
        Button("table.replay", speak("table.replay")),
        *(() if sealed else (share,)),
        *kept,
        *(() if sealed else (*analysing, file)),
        *_compared(table, speak),
        Button("diary.open", speak("diary.open")),
    )
    return Content(
        (title(table, speak), *shown.texts, rank),
        shown.drawings,
        (*shown.rows, *in_rows(last)),
        table=number,
        turn=moment.turn,
        foot=(*shown.foot, table_words.proof(table, speak)),
    )


async def finale(app: App, moment: Moment, speak: Words) -> Content:
    """How a finished game is shown: the picture of its end, the scores; in words what they are made of, and
    at the foot quiet lines of what it was for those who played it. Of a game that can't be replayed
    any more only the ranking."""
    table, past = moment.table, Past()
    presenter, model = presenter_of(table.game), view_model(moment, None, speak)
    if table.guild is not None:
        past = await app.tables.statistics.past(table.guild, table.game, table.id)
    names, in_words = tuple(map(plain, model.names)), partial(in_units, speak, table.game)
    foot = "\n".join(
        f"-# {speak(f'feat.{one.kind}', name=speak.all_of(who), n=one.n, result=in_words(one.n))}"
        for one, who in [(line[0], [names[feat.seat] for feat in line]) for line in past.lines]
    )
    try:
        pages = await app.tables.queries.pages(table.id)
    except Refusal:
        return replace(presenter.ended(model), foot=(foot,))
    model = chronicled(model, pages, presenter.part)
    shown, kinds = presenter.ended(model), ("best", "server_best")
    bests = tuple([Best(feat.seat, feat.kind, feat.ahead) for feat in past.feats if feat.kind in kinds])
    own = presenter.part_name, presenter.notes(model)
    picture = ending(model, presenter.key, *own, past.earlier, bests)
    return replace(shown, drawings=(picture, *shown.drawings), foot=(foot,))


def title(table: Table, speak: Words) -> str:
    """The line that every post of a table begins with."""
    return speak("table.title", game=speak.title(rules(table).info), table=table.id)


@at_table("table.dm")
async def direct_messages(call: Call, table: Table) -> Content:
    """Turns direct messages on or off and shows the menu again."""
    await call.tables.preferences.want_messages(call.person.id, wanted=call.id.rest == "on")
    return await more(call, table)


@at_table("table.more")
async def more(call: Call, table: Table) -> Content:
    """**More**: a private menu of everything that is not needed every time, as this person may use it."""
    speak, user, seat = call.words, call.person.id, table.seat_of(call.person.id)
    texts = [speak("table.more.title", table=table.id)]
    buttons = [
        Button("table.news", speak("table.more.news")),
        Button("table.text", speak("table.more.text")),
        Button("table.history", speak("table.more.history")),
        Button("table.verify", speak("table.more.verify")),
        Button("games.rules", speak("table.rules")),
    ]
    undo, turn = tuple[Row, ...](), 0
    if table.status is Status.PLAYING and seat is not None:
        wanted = await call.tables.preferences.takes_messages(user)
        texts.append(speak("table.more.dm_is_on" if wanted else "table.more.dm_is_off"))
        moment = await call.tables.queries.now_at(table.id)
        turn, undo = moment.turn, await table_words.undo_row(call.app, moment, user, speak, asking=True)
        switch, pausing = "off" if wanted else "on", "resume" if table.paused else "pause"
        buttons = [
            Button("table.move", speak("table.more.hand"), style="primary"),
            *buttons,
            Button("table.dm", speak(f"table.more.dm_{switch}"), rest=switch),
            Button(f"time.{pausing}", speak(f"waiting.{pausing}")),
            Button("table.leave", speak("table.more.leave")),
        ]
        computers = any(sitter.user is None for sitter in table.sitters)
        if table.absent or (computers and table.host == user):
            buttons.append(Button("table.invite", speak("table.invite.button")))
        if table.settings.deadline:
            buttons.append(Button("time.panel", speak("table.setting.deadline")))
        if table.sitters[seat].pace.muted:
            texts.append(speak("waiting.muted"))
            buttons.append(Button("wait.again", speak("waiting.again")))
    elif table.status is Status.PLAYING:
        watchers = await call.tables.spectators.watchers(table.id)
        verb = "unwatch" if any(one.user == user for one in watchers) else "watch"
        buttons.append(Button(f"table.{verb}", speak(f"table.more.{verb}")))
    others = [sitter for sitter in table.sitters if sitter.user not in (None, user)]
    if table.status.active and others and may_kick(call, table):
        buttons.append(Button("table.kick", speak("table.more.kick")))
    if table.status is Status.PLAYING and await may_end(call, table):
        buttons.append(Button("table.end", speak("table.more.end"), style="danger"))
    return Content(tuple(texts), rows=in_rows(buttons) + undo, table=table.id, turn=turn)
