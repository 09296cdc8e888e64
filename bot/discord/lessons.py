"""The guided first game of each game: lessons on its own panel and pictures, for one person alone.

A lesson is played from its beginning by the moves that are stored; nothing of it lies at a table. Its
controls are those of the panel under names of their own, so they answer after a restart as well.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.discord import catalog, steps
from bot.discord.coach import Told, has_coach, lit, told
from bot.discord.content import Button, Content, Entry, Menu, Row, chosen, noted, number
from bot.discord.move_codec import NOTHING, move_at
from bot.discord.presenter import Presenter, presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, Outdated, on, refused
from bot.discord.table_words import ON, coach_button, expected
from bot.discord.view_models import spoken, view_model
from bot.games.contract import Advice, Move, Refusal
from bot.games.course import LEARNER, Lesson, Playing, Situation, Step, course, courses, decoded, replayed
from bot.games.registry import game
from bot.store.records import LessonRow
from bot.tables.computers import adviser, riddle
from bot.tables.model import Moment, SeatRow, Status, Table
from bot.tables.policy import GENTLE
from bot.text import Words
from bot.view_model import sentence

_LESSON = 1000
"""A button carries the lesson in thousands, and how many moves have been made in it."""


async def learn(call: Call, key: str) -> Content:
    """The lesson of a game at which a person is. Refusal: no_course {game}."""
    if not course(key):
        raise Refusal("no_course", game=catalog.name(key, call.words))
    return await _content(call, await call.tables.courses.at(call.person.id, key))


def learn_button(key: str, speak: Words) -> tuple[Button, ...]:
    """**Learn**, for a game with a course."""
    return (Button("learn.open", speak("learn.button"), key),) if course(key) else ()


def _plays(call: Call, key: str) -> bool:
    """Whether a table of a game could be opened here, to be played with a coach."""
    return has_coach(key) and call.in_server


@on("learn.open", answers="private")
async def _open(call: Call) -> Content:
    """**Learn**; in the first meeting with a choice of the game."""
    key = call.value if call.values else call.id.rest
    if key:
        return await learn(call, catalog.offered(key))
    return choice(call)


def choice(call: Call) -> Content:
    """Which game somebody would like to learn, by lessons or, where tables can be, by playing it."""
    speak, rows = call.words, list(menu(courses(), call.words))
    entries = tuple(Entry(catalog.name(key, speak), key) for key in courses() if _plays(call, key))
    if entries:
        rows.append(Menu("learn.play", speak("learn.play_menu"), entries))
    return Content((speak("learn.which"),), rows=tuple(rows))


def menu(keys: Iterable[str], speak: Words) -> Iterator[Menu]:
    """A menu of those of these games that have a course, if there are any."""
    entries = tuple(Entry(catalog.name(key, speak), key) for key in keys if course(key))
    if entries:
        yield Menu("learn.open", speak("learn.menu"), entries)


@on("learn.lesson")
async def _begin(call: Call) -> Content:
    """A lesson from its beginning: the one chosen in the menu, or that of the button."""
    key, at = _game(call), number(call.value if call.values else call.id.rest)
    if at >= len(course(key)):
        raise Outdated
    return await _content(call, await call.tables.courses.begin(call.person.id, key, at))


@on("learn.solve")
async def _solve(call: Call) -> Content:
    """**Show me**: what the step asks for."""
    row, speak = await _row(call), call.words
    now = _playing(row).situation
    if now.step is None:
        return await _content(call, row)
    solution = decoded(game(row.game), now.step.solution)
    name, _ = _told(row, _moment(call, row, now), solution, speak)
    return await _content(call, row, note=speak("learn.solution", move=name))


@on("learn.coach")
async def _coach(call: Call) -> Content:
    """**Coach off**, or on again."""
    wanted, key = call.id.rest == ON, _game(call)
    return await _content(call, await call.tables.courses.coach(call.person.id, key, coached=wanted))


@on("learn.back")
async def _back(call: Call) -> Content:
    return await _content(call, await _row(call), path=call.id.rest)


@on("learn.step")
@on("learn.confirm")
async def _step(call: Call) -> Content:
    return await _picked(call, *steps.parsed(call.id.rest))


@on("learn.menu")
async def _line(call: Call) -> Content:
    return await _picked(call, *steps.parsed(call.value))


@on("learn.several")
async def _several(call: Call) -> Content:
    return await _picked(call, "show", f"{call.id.rest}/{'.'.join(call.values) or NOTHING}")


async def _picked(call: Call, how: steps.How, path: str) -> Content:
    """What was picked: a further step of the panel, or a move. One that is not accepted changes nothing, and
    its person gets to know why not."""
    spend(call, PICTURE)
    row = await _row(call)
    playing, speak = _playing(row), call.words
    if _turn(row) != call.id.turn or playing.situation.over:
        return await _content(call, row, note=speak("kit.renewed"))
    rules, state = game(row.game), playing.situation.state
    found = presenter_of(row.game).several(rules.view(state, LEARNER), path)
    if how == "show" and not found:
        return await _content(call, row, path=path)
    for move in found or (move_at(rules, path, rules.legal(state, LEARNER)),):
        if move is None:
            return await _content(call, row, note=_with_hint(row, speak, speak("learn.refused")))
        before, accepted = playing.situation, playing.accepts(move)
        try:
            after = playing.make(move)
        except Refusal as refusal:
            # That sentence leads to a table.
            said = speak("learn.refused") if refusal.code == "not_now" else refused(speak, refusal)
            return await _content(call, row, note=_with_hint(row, speak, said))
        if not accepted:
            return await _content(call, row, note=await _why_not(call, row, before, move))
        written = rules.encode_move(move).decode()
        row = await call.tables.courses.advance(row, written, ends=after.over)
    return await _content(call, row)


async def _why_not(call: Call, row: LessonRow, now: Situation, move: Move) -> str:
    """What a legal move would lead to, what a strong computer thinks of it beside the best one, and what to
    look at instead."""
    speak, moment = call.words, _moment(call, row, now)
    name, effect = _told(row, moment, move, speak)
    tried = speak("learn.tried", move=name, effect=effect) if effect else speak("learn.tried_move", move=name)
    return _with_hint(row, speak, tried, await _compared(call, row, moment, now, move))


async def _compared(call: Call, row: LessonRow, moment: Moment, now: Situation, move: Move) -> str:
    """What a strong computer thinks of a move and of the best one that the step asks for, where it has looked
    ahead from both and thinks less of the move."""
    if now.step is None:
        return ""
    asked_for = now.step.accepts(game(row.game))
    advice = await _advice(call, moment)
    known = [one for one in advice if one.foreseen and one.move in (move, *asked_for)]
    own = next((expected(one) for one in known[1:] if one.move == move), "")
    if not own or own == (best := expected(known[0])):
        return ""
    level = call.words(f"lobby.level.{adviser(row.game)}")
    return call.words(f"{row.game}.course.compared", level=level, points=own, best=best)


async def _advice(call: Call, moment: Moment) -> tuple[Advice[Any], ...]:
    """What a strong computer thinks of the moves, the best one first; nothing where none can be asked."""
    if not (level := adviser(moment.table.game)):
        return ()
    asked = riddle(game(moment.table.game), moment.state, LEARNER, level)
    try:
        return await call.app.opponents.advise(asked, len(asked.legal))
    except Refusal:
        return ()


def _told(row: LessonRow, moment: Moment, move: Move, speak: Words) -> tuple[str, str]:
    """What a move is called, and in a sentence what it leads to."""
    presenter, model = presenter_of(row.game), view_model(moment, LEARNER, speak)
    return presenter.named(model, move), sentence(model, presenter.effect(spoken(model), move))


def _with_hint(row: LessonRow, speak: Words, *lines: str) -> str:
    """What is answered, and below it what to look at instead."""
    key = f"{row.game}.course.{_lesson(row).key}.{len(row.moves) + 1}.hint"
    return "\n".join(filter(None, (*lines, speak(key) if key in speak else "")))


# What is shown ------------------------------------------------------------------------------------------


async def _content(call: Call, row: LessonRow, *, path: str = "", note: str = "") -> Content:
    """The lesson as it stands: what it is about, the panel of the game, and the ways through the course."""
    speak, now = call.words, _playing(row).situation
    moment = _moment(call, row, now)
    if now.over:
        shown = _ended(call, row, moment)
    else:
        shown = await _asked(call, row, moment, now.step, path, brief=bool(note or path))
    head = speak(
        "learn.title",
        game=catalog.name(row.game, speak),
        lesson=row.lesson + 1,
        lessons=len(course(row.game)),
        title=speak(_key(row, "title")),
    )
    rows = (*shown.rows, *_ways(call, row, over=now.over))
    return noted(replace(shown, texts=(head, *shown.texts), rows=rows, **_ids(row)), note)


async def _asked(
    call: Call, row: LessonRow, moment: Moment, step: Step | None, path: str, *, brief: bool
) -> Content:
    """What is asked for now, or what is good; not `brief`, with what the lesson is about or what happened."""
    speak, presenter = call.words, presenter_of(row.game)
    if step is None:
        advice = await _advice(call, moment) if row.coached else ()
        said = told(moment, LEARNER, advice, speak, path)
    else:
        said = Told(speak(_key(row, str(len(row.moves) + 1))), () if path else step.spotlight)
    texts = [said.text]
    if not brief:
        texts.insert(0, _story(moment, presenter, speak) if row.moves else speak(_key(row, "text")))
    panel = steps.content(presenter, moment, LEARNER, speak, path or said.path)
    panel = lit(panel, said, arrow=step is None)
    rows = tuple(filter(None, (_ours(each, presenter.group) for each in panel.rows)))
    return Content((*texts, *panel.texts), panel.drawings, rows, foot=panel.foot)


def _ended(call: Call, row: LessonRow, moment: Moment) -> Content:
    speak, presenter = call.words, presenter_of(row.game)
    model = view_model(moment, None, speak)
    if model.outcome:
        shown = presenter.ended(model)
    else:
        shown = replace(presenter.page(model), texts=(_story(moment, presenter, speak),))
    return Content((speak(_key(row, "done")), *shown.texts), shown.drawings[:1])


def _story(moment: Moment, presenter: Presenter, speak: Words) -> str:
    """What has happened since the last move, that move included."""
    return presenter.news(view_model(moment, None, speak))


def _ours(row: Row, group: str) -> Row | None:
    """The controls of a panel as those of a lesson, without what belongs to a table."""
    if isinstance(row, Menu):
        return replace(row, action=_renamed(row.action, group))
    if not isinstance(row, tuple):
        return None
    found = (each for each in row if isinstance(each, Button))
    return tuple(
        replace(each, action=_renamed(each.action, group))
        for each in found
        if each.action == "table.back" or each.action.startswith(f"{group}.")
    )


def _renamed(action: str, group: str) -> str:
    return "learn.back" if action == "table.back" else f"learn{action.removeprefix(group)}"


def _ways(call: Call, row: LessonRow, *, over: bool) -> Iterator[Row]:
    """**Show me**, from the start, the next lesson or after the last one real games, and a menu of all."""
    lessons, speak, coached = course(row.game), call.words, tuple[Button, ...]()
    if row.finished >= len(lessons) and _plays(call, row.game):
        coached = (Button("learn.play", speak("learn.play"), row.game, style="success"),)
    again = Button("learn.lesson", speak("learn.again"), str(row.lesson))
    if over and row.lesson + 1 < len(lessons):
        yield Button("learn.lesson", speak("learn.next"), str(row.lesson + 1), style="success"), again
    elif over and not call.in_server:
        yield (again,)
    elif over:
        name = catalog.name(row.game, speak)
        yield (
            *coached,
            Button("lobby.against", speak("lobby.alone"), row.game, style="success"),
            Button("lobby.open", speak("games.list.open", game=name), row.game),
            again,
        )
    elif not lessons[row.lesson].steps:
        yield coach_button("learn.coach", speak, on=row.coached), again, *coached
    else:
        yield Button("learn.solve", speak("learn.solve")), again, *coached
    entries = tuple(
        Entry(
            speak(
                "learn.entry_done" if at < row.finished else "learn.entry",
                lesson=at + 1,
                title=speak(f"{row.game}.course.{lesson.key}.title"),
            ),
            str(at),
        )
        for at, lesson in enumerate(lessons)
    )
    yield Menu("learn.lesson", speak("learn.lessons"), chosen(entries, row.lesson), "all")


# Where somebody stands ----------------------------------------------------------------------------------


def _key(row: LessonRow, what: str) -> str:
    """The catalogue key of a text of the lesson."""
    return f"{row.game}.course.{_lesson(row).key}.{what}"


def _lesson(row: LessonRow) -> Lesson:
    """The lesson under way; the last one of a course that has become shorter since."""
    return course(row.game)[min(row.lesson, len(course(row.game)) - 1)]


def _playing(row: LessonRow) -> Playing:
    return replayed(row.game, _lesson(row), [move.encode() for move in row.moves])


def _turn(row: LessonRow) -> int:
    return row.lesson * _LESSON + len(row.moves)


def _ids(row: LessonRow) -> dict[str, int]:
    return {"table": _number(row.game), "turn": _turn(row)}


def _number(key: str) -> int:
    """What stands for a game where a table's number stands elsewhere."""
    return zlib.crc32(key.encode())


def _game(call: Call) -> str:
    """The game of a control; raises `Outdated` where there is no course for it any more."""
    found = next((key for key in courses() if _number(key) == call.id.table), None)
    if found is None:
        raise Outdated
    return found


async def _row(call: Call) -> LessonRow:
    return await call.tables.courses.at(call.person.id, _game(call))


def _moment(call: Call, row: LessonRow, now: Situation) -> Moment:
    """The lesson as a moment of a table that nobody else sees."""
    rules, speak = game(row.game), call.words
    names = speak(f"lobby.names.{GENTLE}").split()
    others = [SeatRow(seat, None, names[seat - 1], GENTLE) for seat in range(1, now.state.seats)]
    when = datetime(2000, 1, 1, tzinfo=UTC)
    table = Table(
        game=row.game,
        guild=None,
        channel=0,
        status=Status.PLAYING,
        host=call.person.id,
        options=b"{}",
        locale=speak.locale,
        created=when,
        updated=when,
        sitters=(SeatRow(0, call.person.id, call.person.name), *others),
    )
    return Moment(table, len(row.moves), now.state, rules.turn(now.state), now.events)
