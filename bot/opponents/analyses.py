"""Has finished games analysed, one after the other, in a process of its own that gives way to all others.

Nothing is kept here that a restart could lose: what is to be judged always comes from the table services, and
what was judged is stored every second."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

import msgspec

from bot.games import registry
from bot.log_context import about
from bot.opponents.examiner import Found, Game, Question, serve
from bot.opponents.runner import Opponents, Ponder, Thinkers, ThinkingError, ThinkingProcess
from bot.store.errors import StoreError
from bot.tables.analyses import Examination
from bot.tables.clock import Wait
from bot.tables.policy import RETRY
from bot.tables.services import Tables
from bot.worker_pool import Worker

log = logging.getLogger(__name__)

LONGEST = 600.0
"""Seconds for a second of work: so long others may keep the machine busy."""
GIVING_WAY = 20.0
"""Seconds that an analysis waits at most, each time, until no decision is thought about."""
_FOUND = msgspec.json.Decoder(Found)


class Analyst(ThinkingProcess, Worker[Question, Found]):
    """Asks the process in which games are analysed."""

    def __init__(self) -> None:
        super().__init__("analyst", serve, LONGEST, ThinkingError)

    def do(self, question: Question) -> Found:
        """What is found next. `ThinkingError` if the process fails, is lost twice or takes too long."""
        return self.thought(msgspec.json.encode(question), _FOUND, "verdict")


class Analyses:
    """The analyses of the bot: at most one is under way."""

    def __init__(
        self,
        tables: Tables,
        opponents: Opponents,
        *,
        wait: Wait,
        ponder: Ponder,
        analyst: Worker[Question, Found] | None = None,
    ) -> None:
        self._tables = tables
        self._opponents = opponents
        self._wait = wait
        self._ponder = ponder
        self._analyst = analyst or Analyst()
        self._pool = Thinkers[Question, Found]("analyst", [self._analyst])
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
            self._task.add_done_callback(_report)

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
        self._pool.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _followed(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._followers.get(key) is task:
            del self._followers[key]
        _report(task)

    async def _run(self) -> None:
        analyses = self._tables.analyses
        try:
            while self._kicked:
                self._kicked = False
                try:
                    while (examination := await analyses.next_examination(self._known)) is not None:
                        with about(table=examination.table):
                            await self.go_on(examination)
                    await self._pool.in_thread(self._analyst.release)
                except StoreError as error:
                    log.error("the analyses have to wait: %s", error)
                    await self._wait(asyncio.sleep(RETRY.total_seconds()), reason="analyses")
                    self._kicked = True
        finally:
            self._task = None

    async def go_on(self, examination: Examination) -> None:
        """Judges the next decisions of a game, once nobody waits for a computer's move."""
        table, before, self._known = examination.table, examination.judged, None
        await self._ponder(self._opponents.calm(GIVING_WAY))
        try:
            found = await self._ponder(self._pool.submit(question_of(examination), 0).done)
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


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s has stopped", task.get_name(), exc_info=error)
