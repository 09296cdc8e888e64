"""`/table analyse`: a finished game looked back at, in private: its course and its turning points, a page for
each decision that cost something, and the question which move would have been better."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from random import Random
from typing import Any

import aiohttp
import discord
import msgspec

from bot.analysis import Mark, Verdict, reached
from bot.discord.at_table import at_table
from bot.discord.content import MENU, Button, Content, Entry, Menu, Row, chosen, noted, window
from bot.discord.discord_api import Undelivered
from bot.discord.presenter import Presenter, presenter_of
from bot.discord.rate_limit import PICTURE, POST, spend
from bot.discord.router import Call, Outdated
from bot.discord.shown_posts import show_everybody
from bot.discord.steps import Choice
from bot.discord.table_posts import title
from bot.discord.table_words import points, reason_of
from bot.discord.view_models import names_of, rules, spoken, view_model
from bot.games.contract import Move, Refusal, Seat
from bot.opponents.examiner import Whole
from bot.tables.analyses import Examined
from bot.tables.model import Moment, Table
from bot.tables.queries import Course
from bot.text import Words, cut, plain, words
from bot.view_model import ViewModel
from render.drawing import Drawing
from render.film import Film
from render.games import style
from render.lookback import MOST, Course as Curve, Turning, letter, lookback, question
from render.spotlight import spotlit

log = logging.getLogger(__name__)

ANALYSE, PAGE, FIND, ANSWER, SHOW = (
    "table.analyse",
    "analysis.page",
    "analysis.find",
    "analysis.choose",
    "analysis.show",
)
OVERVIEW = "o"
"""What a control carries that means no decision; others carry the action they are about. The letter in front
only keeps the custom_ids of one message apart."""
OFFERED, SEARCHED = 8, 400
"""Moves to choose from, and legal moves among which they are looked for."""
FOLLOWED = 840.0
"""Seconds in which Discord lets a private message be changed, with a little to spare."""
EVERY, A_WHILE = 5.0, 30.0
"""Seconds between two changes of how far an analysis is, and until that is looked up again."""


@at_table(ANALYSE, command="analyse")
async def analyse(call: Call, table: Table) -> None:
    """The analysis of a finished game, as far as it is: it is begun where there is none, and the message
    changes until it is finished. Refusals: not_over, no_adviser, analyses_of_yours {n}, analyses_here {n}."""
    spend(call, PICTURE)
    call.app.analyses.follow(call.person.id, table.id, None)
    found = await call.tables.analyses.examine(table.id, call.person.id)
    await call.reply.show(await _shown(call, table, found))
    if found.row.result is None:
        call.app.analyses.follow(call.person.id, table.id, _follow(call, table, found))


async def _follow(call: Call, table: Table, shown: Examined) -> None:
    """Shows again how far an analysis is, each time something is known, and at last the analysis."""
    app, began = call.app, call.app.now()
    while (app.now() - began).total_seconds() < FOLLOWED:
        news = app.analyses.news(table.id)
        found = await app.tables.analyses.examined(table.id)
        if found is None or (found.row, found.before) != (shown.row, shown.before):
            try:
                await call.reply.again(await _shown(call, table, found))
            except (discord.HTTPException, aiohttp.ClientError, OSError, Undelivered) as error:
                log.info("an analysis could not be shown: %s", type(error).__name__)
                return
            if found is None or found.row.result is not None:
                return
            shown = found
            await app.wait(asyncio.sleep(EVERY), reason="analysis")
        else:
            await app.wait(_some_time(news), reason="analysis")


async def _some_time(news: asyncio.Event) -> None:
    """Until something more is known; not longer than a while, since another process may know it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(A_WHILE):
            await news.wait()


async def _shown(call: Call, table: Table, found: Examined | None) -> Content:
    """How far an analysis is, or what it has found."""
    speak, again = call.words, Button(ANALYSE, call.words("kit.refresh"))
    if found is None:
        retry = Button(ANALYSE, speak("table.analyse"))
        return Content((speak("analysis.given_up"),), rows=((retry,),), table=table.id)
    if found.row.result is not None:
        return _overview(await _read(call, table, found))
    what = speak.title(rules(table).info)
    if found.before:
        text = speak("analysis.waits", what=what, n=found.before)
    else:
        text = speak("analysis.under_way", what=what, judged=found.row.judged, n=found.row.decisions)
    return Content((text,), rows=((again,),), table=table.id)


@at_table(PAGE)
async def page(call: Call, table: Table) -> Content:
    """The overview, or the page of a decision."""
    spend(call, PICTURE)
    book = await _book(call, table)
    at = book.place(call.value if call.values else call.id.rest)
    return _overview(book) if at is None else _page(book, at)


@at_table(FIND)
async def find(call: Call, table: Table) -> Content:
    """**Find the better move**: the decision as it was, without what would have been better."""
    spend(call, PICTURE)
    book = await _book(call, table)
    return _question(book, book.decision(call.id.rest))


@at_table(ANSWER)
async def answer(call: Call, table: Table) -> Content:
    """Whether the chosen move is the better one: then its page, else the question again."""
    spend(call, PICTURE)
    book = await _book(call, table)
    at = book.decision(call.id.rest)
    scene = book.scene(at)
    move = next((move for index, move in book.offered(at, scene) if str(index) == call.value), None)
    if move is None:
        raise Outdated
    name = plain(book.presenter.named(scene.model, move))
    if move == scene.best:
        return noted(_page(book, at), call.words("analysis.found", move=name))
    return noted(_question(book, at), call.words("analysis.not_found", move=name))


@at_table(SHOW, answers="in_place")
async def show(call: Call, table: Table) -> None:
    """Posts the overview or a page for everybody in the channel. Of whoever does not want to be seen in
    statistics, only they can show one. Refusals: no_analysis, analysis_hidden {name}."""
    spend(call, POST)
    book = await _book(call, table)
    at, own = book.place(call.id.rest), table.seat_of(call.person.id)
    hidden = await _hidden(call, table) - {own}
    if at is not None and book.marked[at].seat in hidden:
        raise Refusal("analysis_hidden", name=book.names[book.marked[at].seat])
    book = replace(book, words=words(table.locale), hidden=frozenset(hidden))
    at = book.place(call.id.rest)  # among fewer of them
    shown = _overview(book) if at is None else _page(book, at)
    by = book.words("analysis.shown_by", name=plain(call.person.name))
    look = Button(ANALYSE, book.words("table.analyse"))
    texts = (title(table, book.words), *shown.texts, by)
    await show_everybody(call, replace(shown, texts=texts, rows=((look,),)), book.words)


async def _hidden(call: Call, table: Table) -> set[int]:
    """The seats of those who do not want to be seen in statistics."""
    found = set[int]()
    for sitter in table.sitters:
        if sitter.user is not None and not (await call.tables.preferences.of(sitter.user)).listed:
            found.add(sitter.seat)
    return found


# What is looked at -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """A decision as its seat saw it."""

    moment: Moment
    model: ViewModel[Any]
    played: Move
    best: Move


@dataclass(frozen=True)
class Book:
    """The finished analysis of one table, for a reader: who played finds the own decisions first."""

    table: Table
    words: Words
    whole: Whole
    verdicts: tuple[Verdict, ...]
    course: Course
    reader: int | None
    hidden: frozenset[int] = frozenset()
    """Seats of whose decisions nothing is said."""

    @property
    def presenter(self) -> Presenter:
        """How the game is shown."""
        return presenter_of(self.table.game)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return names_of(self.table, self.words)

    @cached_property
    def marked(self) -> tuple[Verdict, ...]:
        """The decisions with a mark, the reader's own ones first."""
        found = [one for one in self.verdicts if one.mark and one.seat not in self.hidden]
        return tuple(sorted(found, key=lambda one: (one.seat != self.reader, one.action)))

    def place(self, rest: str) -> int | None:
        """The place of the decision that a control means; None for the overview, and where there is none."""
        action = rest.lstrip("pnm")
        at = [index for index, one in enumerate(self.marked) if str(one.action) == action]
        return at[0] if at else None

    def decision(self, rest: str) -> int:
        """The same where it has to be one. Raises `Outdated`."""
        at = self.place(rest)
        if at is None:
            raise Outdated
        return at

    def scene(self, at: int) -> Scene:
        """The decision at a place."""
        verdict = self.marked[at]
        moment, seat = self.course.steps[verdict.action], Seat(verdict.seat)
        rule = rules(self.table)
        played, best = (rule.decode_move(msgspec.json.encode(one)) for one in (verdict.played, verdict.best))
        model = view_model(moment, seat, self.words)
        return Scene(moment, model, played, best)

    def offered(self, at: int, scene: Scene) -> tuple[tuple[int, Move], ...]:
        """The best move among others of other names, by their numbers; the same ones each time. First come
        those of the kinds of what was played and what was better, as a person may have thought of them."""
        verdict, model, played, best = self.marked[at], scene.model, scene.played, scene.best
        state, named = scene.moment.state, self.presenter.named
        legal = list(enumerate(islice(rules(self.table).legal(state, Seat(verdict.seat)), SEARCHED)))
        seen, others = {named(model, played), named(model, best)}, list[tuple[int, Move]]()
        shuffled = [each for each in legal if each[1] not in (played, best)]
        Random(f"{self.table.id}:{verdict.action}").shuffle(shuffled)
        kinds = {type(played), type(best)}
        shuffled.sort(key=lambda each: type(each[1]) not in kinds)
        for index, move in shuffled:
            if len(others) == OFFERED - 1:
                break
            if (name := named(model, move)) not in seen:
                seen.add(name)
                others.append((index, move))
        best_at = next((index for index, move in legal if move == best), SEARCHED)
        return tuple(sorted([*others, (best_at, best)], key=lambda one: one[0]))

    def puzzling(self, at: int) -> bool:
        """Whether there was more than one other move, so that finding the better one is a question."""
        return len(self.offered(at, self.scene(at))) > 1

    def turning(self, at: int) -> Turning:
        """The decision at a place, in words."""
        verdict, scene = self.marked[at], self.scene(at)
        named = partial(self.presenter.named, scene.model)
        step = [one.action for one in self.verdicts].index(verdict.action) + 1
        return Turning(
            number=at + 1,
            seat=verdict.seat,
            at=step,
            mark=verdict.mark,
            played=named(scene.played),
            better=named(scene.best),
            when=self.when(verdict.action),
            lost=max(round(100 * verdict.loss), 1),
        )

    def page_of(self, action: int) -> Moment:
        """The page of the history that tells an action."""
        pages, version = self.course.pages, self.course.steps[action + 1].version
        return pages[bisect_left(pages, version, key=lambda page: page.version)]

    def when(self, action: int) -> str:
        """In which turn, trick or round an action was decided."""
        return self.presenter.caption(view_model(self.page_of(action), None, self.words))

    def who(self, turning: Turning) -> str:
        """Who decided something, and when, for a text: a caption that names the person stands alone."""
        action = self.marked[turning.number - 1].action
        model = spoken(view_model(self.page_of(action), None, self.words))
        nameless = [name if seat != turning.seat else "" for seat, name in enumerate(model.names)]
        when = self.presenter.caption(model)
        if when != self.presenter.caption(replace(model, names=tuple(nameless))):
            return when
        return self.words("analysis.who", name=model.names[turning.seat], when=when)

    def curve(self) -> Curve:
        """How what could be expected went up and down to the result, with the parts of the game."""
        pages = [self.page_of(one.action) for one in self.verdicts]
        found = [self.presenter.part(view_model(page, None, self.words)) for page in pages]
        chances = [self.whole.start, *[one.chances for one in self.verdicts]]
        outcome = rules(self.table).outcome(self.course.steps[-1].state)
        if outcome is not None and len(outcome.places) > 1:  # whoever decided last could not yet know it
            chances[-1] = reached(outcome)
        part = self.presenter.part_name
        luck = [None if seat in self.hidden else share for seat, share in enumerate(self.whole.luck)]
        return Curve(tuple(chances), (found[0] if found else 0, *found), part, tuple(luck))


async def _book(call: Call, table: Table) -> Book:
    """The finished analysis of a table. Refusals: no_analysis."""
    call.app.analyses.follow(call.person.id, table.id, None)
    found = await call.tables.analyses.examined(table.id)
    if found is None or found.row.result is None:
        raise Refusal("no_analysis")
    return await _read(call, table, found)


async def _read(call: Call, table: Table, found: Examined) -> Book:
    assert found.row.result is not None, "it is finished"
    return Book(
        table,
        call.words,
        msgspec.json.decode(found.row.result, type=Whole),
        tuple([Verdict.from_json(one) for one in found.verdicts]),
        await call.tables.queries.course(table.id),
        table.seat_of(call.person.id),
    )


# How it is shown -------------------------------------------------------------------------------------------


def _overview(book: Book) -> Content:
    """The course of the game, how every seat has decided, and the ways to the decisions that cost most."""
    speak, table = book.words, book.table
    worst = sorted(range(len(book.marked)), key=lambda at: -book.marked[at].loss)[:MOST]
    told = [book.turning(at) for at in sorted(worst)]
    model = view_model(book.course.steps[-1], None, speak)
    picture = lookback(model, table.game, book.curve(), tuple(told))
    seats = [_decided(book, seat) for seat in _in_order(book) if seat not in book.hidden]
    level = speak(f"lobby.level.{book.whole.adviser}")
    texts = (
        speak("analysis.heading", what=speak.title(rules(table).info)),
        "\n".join(seats),
        "" if book.marked else speak("analysis.no_marks"),
        speak("analysis.judged_by", level=level),
    )
    row = [Button(SHOW, speak("analysis.show"), OVERVIEW)]
    if book.marked:
        row = [
            Button(PAGE, speak("analysis.next"), f"n{book.marked[0].action}", "primary"),
            *_asking(book, range(len(book.marked))),
            *row,
        ]
    return Content(texts, (picture,), (tuple(row), *_menu(book)), table=table.id)


def _asking(book: Book, places: Iterable[int]) -> list[Button]:
    """**Find the better move** for the first of these decisions that leaves something to find."""
    found = islice(filter(book.puzzling, places), 1)
    return [Button(FIND, book.words("analysis.find"), str(book.marked[at].action)) for at in found]


def _in_order(book: Book) -> list[int]:
    """The seats, the reader's own one first."""
    return sorted(range(len(book.table.sitters)), key=lambda seat: (seat != book.reader, seat))


def _decided(book: Book, seat: int) -> str:
    """How often a seat has decided how badly, and how lucky it was."""
    speak, marks = book.words, [one.mark for one in book.verdicts if one.seat == seat]
    counts = [(mark, marks.count(mark)) for mark in (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)]
    said = [speak(f"analysis.n_{mark}", n=count) for mark, count in counts if count]
    name, luck = plain(book.names[seat]), round(100 * book.whole.luck[seat])
    if not said:
        return speak("analysis.seat_fine", name=name, n=luck)
    return speak("analysis.seat", name=name, marks=speak.listed(said), n=luck)


def _page(book: Book, at: int) -> Content:
    """What was played, what was better and why; the picture with the better move."""
    speak, verdict, scene = book.words, book.marked[at], book.scene(at)
    turning, shown = book.turning(at), spoken(scene.model)
    presenter, chance = book.presenter, verdict.chances[verdict.seat]
    lines: list[str] = []
    for key, move in (("was_played", scene.played), ("better", scene.best)):
        effect, name = presenter.effect(shown, move), f"**{plain(presenter.named(scene.model, move))}**"
        lines.append(speak(f"analysis.{key}{'_effect' * bool(effect)}", move=name, effect=effect))
    why = reason_of(scene.moment, Seat(verdict.seat), speak)
    level = speak(f"lobby.level.{book.whole.adviser}")
    if not why.endswith(".why"):
        lines.append(f"-# {speak(why, level=level)}")
    elif (more := points(verdict.points)) != points(0):
        key = f"{book.table.game}.analysis.more"
        lines.append(f"-# {speak(key if key in speak else 'analysis.more', level=level, points=more)}")
    better, played = round(100 * min(chance + verdict.loss, 1)), round(100 * chance)
    texts = (
        _headed(
            book, "analysis.page", turning, mark=speak(f"analysis.{verdict.mark}"), pages=len(book.marked)
        ),
        "\n".join(lines),
        speak("analysis.chances", better=better, played=played),
    )
    goals = (book.marked[at - 1] if at else None, book.marked[at + 1] if at + 1 < len(book.marked) else None)
    before, after = (None if one is None else str(one.action) for one in goals)
    own = str(verdict.action)
    turning_row = (
        Button(PAGE, speak("analysis.previous"), f"p{before or OVERVIEW}"),
        Button(PAGE, speak("analysis.overview"), OVERVIEW),
        Button(PAGE, speak("analysis.next"), f"n{after or own}", "primary", disabled=after is None),
    )
    asking = (*_asking(book, [at]), Button(SHOW, speak("analysis.show"), own))
    rows = (turning_row, asking, *_menu(book, at))
    return Content(texts, _pictured(book, scene, turning), rows, table=book.table.id)


def _pictured(book: Book, scene: Scene, turning: Turning) -> tuple[Drawing | Film, ...]:
    """What was played and what was better, both marked: in a picture that the game has for it, else in that
    of its panel."""
    look, speak, model = style(book.table.game), book.words, scene.model
    if own := look.turning(model, turning, scene.played, scene.best, ()):
        return (own,)
    first, *others = book.presenter.panel(model, Choice()).drawings or (None,)
    if not isinstance(first := look.proposed(model, scene.best) or first, Drawing):
        return ()
    better, played = (look.lights(model.view, move) for move in (scene.best, scene.played))
    tags = speak("analysis.better_one"), speak("analysis.played")
    return (spotlit(first, better, arrow=True, other=played, tags=tags), *others)


def _question(book: Book, at: int) -> Content:
    """The decision as it was, what was played and lost, and moves to choose from."""
    speak, verdict, scene = book.words, book.marked[at], book.scene(at)
    asked = book.turning(at)
    offered, model, key = book.offered(at, scene), scene.model, book.table.game
    names = tuple([book.presenter.named(model, move) for _, move in offered])
    hidden, moves = replace(asked, better="", at=0), tuple([move for _, move in offered])
    if own := style(key).turning(model, hidden, scene.played, None, moves):
        pictures = (own,)
    else:
        public = view_model(scene.moment, None, speak)
        picture = question(public, key, verdict.seat, hidden, names)
        pictures = (*book.presenter.panel(model, Choice(even=True)).drawings[:1], picture)
    entries = [
        _lettered(f"{letter(place)}: {name}", str(index))
        for place, ((index, _), name) in enumerate(zip(offered, names, strict=True))
    ]
    menu = Menu(ANSWER, speak("analysis.choose"), tuple(entries), str(verdict.action))
    own = str(verdict.action)
    ways = (Button(PAGE, speak("analysis.solution"), own), Button(PAGE, speak("analysis.overview"), OVERVIEW))
    text = _headed(book, "analysis.asks", asked, played=plain(asked.played), n=asked.lost)
    return Content((text,), pictures, (menu, ways), table=book.table.id)


def _lettered(label: str, value: str) -> Entry:
    """A move to choose from; what is too long for a line goes on below it."""
    return Entry(cut(label, 100), value, cut(label[99:], 100) if len(label) > 100 else "")


def _headed(book: Book, key: str, turning: Turning, **values: object) -> str:
    return book.words(key, who=book.who(turning), number=turning.number, **values)


def _menu(book: Book, at: int | None = None) -> tuple[Row, ...]:
    """The decisions to go to."""
    if len(book.marked) < 2:
        return ()
    entries: list[Entry] = []
    for place in window(at or 0, len(book.marked), MENU):
        one = book.turning(place)
        label = book.words(
            "analysis.entry", number=one.number, name=book.names[one.seat], played=one.played, n=one.lost
        )
        entries.append(Entry(cut(label, 100), str(book.marked[place].action), cut(one.when, 100)))
    own = "" if at is None else str(book.marked[at].action)
    return (Menu(PAGE, book.words("analysis.menu"), chosen(entries, own), "m"),)
