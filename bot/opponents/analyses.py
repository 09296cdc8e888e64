"""Has finished games analysed and looked through for puzzles, one after the other, in a process of its own
that gives way to all others.

Nothing is kept here that a restart could lose: what is to be judged always comes from the table services, and
what was judged is stored every second."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from bot.analysis.puzzles import Thought
from bot.games import registry
from bot.log_context import about, report
from bot.opponents.examiner import Found, Game, Looked, Question, Search, serve
from bot.opponents.runner import Opponents, Ponder, Thinkers, ThinkingError, ThinkingProcess
from bot.store.errors import StoreError
from bot.tables.analyses import Examination
from bot.tables.clock import Wait
from bot.tables.game_puzzles import Sought
from bot.tables.policy import RETRY
from bot.tables.services import Tables
from bot.worker_pool import Worker

log = logging.getLogger(__name__)

LONGEST = 600.0
"""Seconds for a second of work: so long others may keep the machine busy."""
GIVING_WAY = 20.0
"""Seconds that an analysis waits at most, each time, until no decision is thought about."""
_FOUND, _LOOKED = msgspec.json.Decoder(Found), msgspec.json.Decoder(Looked)
Work = Question | Search


class Analyst(ThinkingProcess, Worker[Work, Any]):
    """Asks the process in which games are analysed and looked through for puzzles."""

    def __init__(self) -> None:
        super().__init__("analyst", serve, LONGEST, ThinkingError)

    def do(self, question: Work) -> Found | Looked:
        """What is found next. `ThinkingError` if the process fails, is lost twice or takes too long."""
        told = msgspec.json.encode(question)
        if isinstance(question, Search):
            return self.thought(told, _LOOKED, "thought")
        return self.thought(told, _FOUND, "verdict")


class Analyses:
    """The analyses of the bot: at most one is under way."""

    def __init__(
        self,
        tables: Tables,
        opponents: Opponents,
        *,
        wait: Wait,
        ponder: Ponder,
        analyst: Worker[Work, Any] | None = None,
    ) -> None:
        self._tables = tables
        self._opponents = opponents
        self._wait = wait
        self._ponder = ponder
        self._analyst = analyst or Analyst()
        self._pool = Thinkers[Work, Any]("analyst", [self._analyst])
        self._known: tuple[int, int] | None = None
        """The table and the number of verdicts that the analyst should remember."""
        self._kicked = False
        self._task: asyncio.Task[None] | None = None
        self._news: dict[int, asyncio.Event] = {}
        self._followers: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._closing = False

    async def start(self) -> None:
        """Goes on where the bot last stopped."""
        self._tables.signals.on_analyses = self.kick
        self.kick()

    def kick(self) -> None:
        """There may be a game to be analysed."""
        self._kicked = True
        if self._task is None and not self._closing:
            self._task = asyncio.create_task(self._run(), name="analyses")
            self._task.add_done_callback(report)

    def news(self, table: int) -> asyncio.Event:
        """Set once something more is known of a game."""
        return self._news.setdefault(table, asyncio.Event())

    def follow(self, user: int, table: int, work: Coroutine[Any, Any, None] | None) -> None:
        """Has a person told how far an analysis is, while it takes; whatever told them before stops."""
        key = user, table
        if (before := self._followers.pop(key, None)) is not None:
            before.cancel()
        if work is not None:
            self._followers[key] = asyncio.create_task(work, name=f"analysis of table {table}")
            self._followers[key].add_done_callback(partial(self._followed, key))

    async def close(self) -> None:
        """Breaks off; the next start goes on."""
        self._closing = True
        tasks = [task for task in (self._task, *self._followers.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await self._pool.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _followed(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._followers.get(key) is task:
            del self._followers[key]
        report(task)

    async def _run(self) -> None:
        try:
            while self._kicked:
                self._kicked = False
                try:
                    while await self._piece():
                        pass
                    await self._pool.in_thread(self._analyst.release)
                except StoreError as error:
                    log.error("the analyses have to wait: %s", error)
                    await self._wait(asyncio.sleep(RETRY.total_seconds()), reason="analyses")
                    self._kicked = True
        finally:
            self._task = None

    async def _piece(self) -> bool:
        """Does the next piece of work, for those who wait for an analysis first; False if there is none."""
        if (examination := await self._tables.analyses.next_examination(self._known)) is not None:
            with about(table=examination.table):
                await self.go_on(examination)
            return True
        if (sought := await self._tables.game_puzzles.next_sought()) is not None:
            with about(table=sought.row.table):
                await self.look(sought)
            return True
        return False

    async def look(self, sought: Sought) -> None:
        """Goes on looking through a game for a puzzle, once nobody waits for a computer's move."""
        await self._ponder(self._opponents.calm(GIVING_WAY))
        try:
            found: Looked = await self._ponder(self._pool.submit(search_of(sought), 0).done)
        except ThinkingError as error:
            if self._closing:
                return
            log.warning("a game could not be looked through: %s", error)
            found = Looked(over=True)
        thoughts = msgspec.json.encode(found.thoughts)
        now = replace(sought.row, looked=found.looked, thoughts=thoughts, puzzle=found.puzzle)
        await self._tables.game_puzzles.looked_through(sought.row, now, over=found.over)

    async def go_on(self, examination: Examination) -> None:
        """Judges the next decisions of a game, once nobody waits for a computer's move."""
        table, before, self._known = examination.table, examination.judged, None
        await self._ponder(self._opponents.calm(GIVING_WAY))
        try:
            found: Found = await self._ponder(self._pool.submit(question_of(examination), 0).done)
        except ThinkingError as error:
            if self._closing:
                return
            log.warning("a game could not be analysed: %s", error)
            await self._tables.analyses.give_up(table)
        else:
            if found.unknown:
                return
            verdicts = [(action, seat, bytes(one)) for action, seat, one in found.verdicts]
            if await self._tables.analyses.judged(table, before, verdicts, found.result):
                self._known = table, before + len(verdicts)
        if (event := self._news.pop(table, None)) is not None:
            event.set()


def question_of(examination: Examination) -> Question:
    """An analysis as the process gets it."""
    game = examination.transcript and Game(
        examination.game,
        registry.where(examination.game),
        msgspec.Raw(examination.transcript),
        tuple(map(msgspec.Raw, examination.verdicts)),
    )
    return Question(examination.table, examination.judged, game or None)


def search_of(sought: Sought) -> Search:
    """A game to be looked through as the process gets it."""
    row = sought.row
    return Search(
        row.game,
        registry.where(row.game),
        msgspec.Raw(sought.transcript),
        f"{row.game}.t{row.table}",
        int(row.at.timestamp()),
        row.looked,
        msgspec.json.decode(row.thoughts, type=tuple[Thought, ...]),
    )
