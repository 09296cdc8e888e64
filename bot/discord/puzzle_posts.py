"""The puzzle of the week in a channel: the position as its seat sees it, and later the best move."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from bot.discord import App, catalog
from bot.discord.content import Button, Content, Entry, chosen
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered, report, woken
from bot.discord.presenter import presenter_of
from bot.discord.steps import Choice
from bot.discord.view_models import spoken
from bot.games import puzzles, registry
from bot.games.contract import Seat
from bot.games.puzzles import Puzzle
from bot.store.errors import StoreError
from bot.store.puzzles import PuzzleWeek
from bot.store.records import NoticeState
from bot.tables.policy import RETRY
from bot.tables.puzzles import Solved
from bot.text import Words, cut, mention, plain, stamp, words
from bot.view_model import ComputerName, ViewModel, capital
from render.drawing import Drawing
from render.games import style
from render.spotlight import spotlit

log = logging.getLogger(__name__)

NAMED = 30
"""So many of those who found a move are named."""
LABEL = 100
"""Characters of a line of a menu."""
PLAYERS = "normal"
"""The level whose names those in a puzzle have."""


def model_of(one: Puzzle, speak: Words) -> ViewModel[Any]:
    """What the seat of a puzzle may know, with computers' names in a language."""
    rule = registry.game(one.game, one.rules)
    state, seat = rule.decode(bytes(one.state)), Seat(one.seat)
    names = speak(f"lobby.names.{PLAYERS}").split()
    shown = tuple(ComputerName(names[number % len(names)]) for number in range(state.seats))
    return ViewModel(table=0, version=0, view=rule.view(state, seat), names=shown, words=speak, seat=seat)


def moves_of(one: Puzzle, speak: Words) -> tuple[str, ...]:
    """The legal moves in a few words, in their order; two that are called alike say what they lead to."""
    model, presenter = model_of(one, speak), presenter_of(one.game)
    moves = puzzles.choices(one)
    names = [presenter.named(model, move) for move in moves]
    return tuple(
        f"{name} · {effect}" if names.count(name) > 1 and (effect := presenter.effect(model, move)) else name
        for name, move in zip(names, moves, strict=True)
    )


def picture_of(one: Puzzle, speak: Words, at: int | None = None) -> tuple[Drawing, ...]:
    """The position as its seat sees it. Alone, where a panel always shows a move, with this one: the one that
    loses most, so that the best one is not given away."""
    model, choice = model_of(one, speak), Choice()
    if len(model.names) == 1:
        at = one.losses.index(max(one.losses)) if at is None else at
        choice = Choice(move=puzzles.choices(one)[at])
    return presenter_of(one.game).panel(model, choice).drawings[:1]


def lines_of(one: Puzzle, answer: bytes | None, speak: Words) -> tuple[Entry, ...]:
    """The moves as lines of a menu, with the answer chosen."""
    moves = puzzles.choices(one)
    own = None if answer is None else registry.game(one.game, one.rules).decode_move(answer)
    entries = [Entry(cut(name, LABEL), str(at)) for at, name in enumerate(moves_of(one, speak))]
    return chosen(entries, *[at for at, move in enumerate(moves) if move == own])


def asked(week: PuzzleWeek) -> Content:
    """The post of a puzzle that can be answered."""
    one, speak = puzzles.puzzle(week.puzzle), words(week.locale)
    name = plain(model_of(one, speak).names[one.seat])
    texts = (
        speak("puzzle.title"),
        speak("puzzle.asks", game=catalog.name(one.game, speak), name=name),
        until(week, speak),
    )
    row = (
        Button("puzzle.open", speak("puzzle.answer"), str(week.id), style="primary"),
        Button("games.rules", speak("table.rules"), one.game),
    )
    return Content(texts, picture_of(one, speak), (row,))


def until(week: PuzzleWeek, speak: Words) -> str:
    """Until when a puzzle can be answered, and that nobody sees how."""
    return speak("puzzle.until", when=stamp(week.closes, "f"), left=stamp(week.closes))


def solution(one: Puzzle, speak: Words) -> tuple[tuple[str, ...], tuple[Drawing, ...]]:
    """The best move in words, with its reason, and the picture in which it is lit."""
    model, presenter, best = model_of(one, speak), presenter_of(one.game), puzzles.solution(one)
    name = moves_of(one, speak)[puzzles.choices(one).index(best)]
    effect, (*_, level) = presenter.effect(spoken(model), best), registry.game(one.game, one.rules).opponents
    loss = sorted(one.losses)[1]
    reason = speak(f"{one.game}.hint.why", level=speak(f"lobby.level.{level}"), points=points(one.expected))
    texts = (
        speak("puzzle.solution", game=catalog.name(one.game, speak), move=plain(name)),
        capital(effect),
        reason,
        speak("puzzle.next", points=points(loss)),
    )
    look, drawings = style(one.game), picture_of(one, speak, puzzles.choices(one).index(best))
    proposed = look.proposed(model, best)
    lit = [spotlit(proposed or each, look.lights(model.view, best)) for each in drawings]
    return texts, tuple(lit)


def points(value: float) -> str:
    """One decimal says enough, and there is no minus nothing."""
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "\u2212")


def solved(outcome: Solved) -> Content:
    """The post of a puzzle that is over. It mentions who has found it and pings nobody."""
    week = outcome.week
    speak = words(week.locale)
    texts, drawings = solution(puzzles.puzzle(week.puzzle), speak)
    found = [speak("puzzle.nobody")]
    if outcome.answers:
        found = [speak("puzzle.found", n=outcome.answers, found=outcome.found)]
    if outcome.named:
        found.append(speak("puzzle.found_by", names=speak.all_of(map(mention, outcome.named[:NAMED]))))
    row = (Button("puzzle.board", speak("puzzle.board"), str(week.id)),)
    return Content((speak("puzzle.title_over"), *texts, "\n".join(found)), drawings, (row,))


class PuzzlePosts:
    """Brings every puzzle and solution to its channel, again after a restart if need be, never twice."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app = app
        self._api = api
        self._woken = False
        self._closing = asyncio.Event()
        self._sent: set[tuple[int, bool]] = set()
        """What is up in a channel, where that could not be written down yet."""
        self._task: asyncio.Task[None] | None = None

    def kick(self) -> None:
        """There may be something to be told."""
        self._woken = True
        if not self._closing.is_set() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._serve(), name="puzzles")
            self._task.add_done_callback(report)

    async def close(self) -> None:
        """Ends after the one that is under way; what is left is sent after the next start."""
        self._closing.set()
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _serve(self) -> None:
        while self._woken and not self._closing.is_set():
            self._woken = False
            try:
                for week in await self._app.tables.puzzles.untold_puzzles():
                    if not self._closing.is_set():
                        await self._tell(week)
            except StoreError as error:
                log.error("the puzzles have to wait: %s", error)
                self._woken = True
            if self._woken:
                seconds = RETRY.total_seconds()
                await self._app.wait(woken(self._closing, seconds), reason="dispatcher")

    async def _tell(self, week: PuzzleWeek) -> None:
        key = week.id, week.is_over
        try:
            sent = key in self._sent or await self._send(week)
        except Undelivered as error:
            log.warning("puzzle %d could not be posted: %s", week.id, error)
            if error.trouble is Trouble.BUSY:
                self._woken = True
            else:
                await self._app.tables.puzzles.end_puzzle(week, delivered=False)
            return
        if sent:
            self._sent.add(key)
            await self._app.tables.puzzles.end_puzzle(week, delivered=True)
            self._sent.discard(key)

    async def _send(self, week: PuzzleWeek) -> bool:
        """Whether the post is up now; an attempt that broke off may have got through."""
        service = self._app.tables.puzzles
        try:
            content = solved(await service.solved(week)) if week.is_over else asked(week)
        except KeyError:  # a puzzle or a game that is gone from the shelf
            await service.end_puzzle(week, delivered=False)
            return False
        palette = (await self._app.tables.servers.settings(week.guild)).palette
        rendered = await self._app.render_pool.rendered(content, palette)
        begun = week.told is NoticeState.SENDING
        if begun and await self._api.find(week.channel, rendered) is not None:
            return True
        if not await service.begin_puzzle(week):
            return False
        nonce = f"p{week.id}{'s' * week.is_over}"
        await self._api.send(week.channel, rendered, nonce=nonce, silent=False)
        return True
