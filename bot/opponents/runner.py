"""Lets the computers of all tables play: each acts a moment after it is asked, as soon as it has thought.

Nothing is kept here that a restart could lose: what is to be decided always comes from the table services.
"""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import Context
from enum import Enum
from time import perf_counter
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from bot.games import registry
from bot.games.contract import Advice, Move, Refusal
from bot.log_context import about, report
from bot.measures import UNMEASURED, Measures
from bot.opponents.worker import Job, Judged, Thought, serve
from bot.processes import WorkerProcess, cores
from bot.store.errors import StoreError
from bot.tables.clock import Wait
from bot.tables.model import Riddle
from bot.tables.policy import RETRY
from bot.tables.services import Tables
from bot.worker_pool import Pool, Worker

log = logging.getLogger(__name__)

PAUSE = 1.2
"""Seconds between a board and the first move of a computer: people see what they answer to."""
STRIDE = 0.3
"""Seconds between the small moves of one turn."""
BUDGET = 5.0
"""Seconds for one decision; the levels need less than one."""
ONE_THOUGHT = 1.0
"""Seconds that a computer waits longer for each other one of its table that thinks before it."""
ATTEMPTS = 2
"""A worker that somebody killed is replaced once for the same decision."""
Ponder = Callable[[Awaitable[Any]], Awaitable[Any]]
"""Awaits a thought: the app's seam, behind which a simulation may let others act meanwhile."""
_THOUGHT = msgspec.json.Decoder(Thought)


class ThinkingError(Exception):
    """No move came of it; says why, and never what was thought about."""


class Urgency(float, Enum):
    """Who waits for a thought, the most urgent first: by the seconds after which nobody comes before it."""

    HINT = 0.0
    """A person who has asked what is good."""
    AWAITED = 1.0
    """A table whose people wait for nobody but its computers."""
    OTHER = 5.0
    """A table at which people are still thinking, too, or none sit any more."""


class Answer(Protocol):
    """What a worker sends."""

    @property
    def error(self) -> str:
        """The name of the error, if it failed."""
        ...


N = TypeVar("N", bound=Answer)


class ThinkingProcess(WorkerProcess):
    """A worker process that thinks, for which the bot does not have to wait where processors are few."""

    nice: ClassVar = 10

    def thought(self, told: bytes, decoder: msgspec.json.Decoder[N], wanted: str) -> N:
        """Its answer. `ThinkingError` if it fails, is lost twice or takes too long for what is wanted."""
        for _ in range(ATTEMPTS):
            try:
                answer = decoder.decode(self.ask(told))
            except TimeoutError:
                raise ThinkingError(f"no {wanted} within {self._seconds} s") from None
            except (EOFError, OSError):
                continue
            if answer.error:
                self.release()
                raise ThinkingError(answer.error)
            return answer
        raise ThinkingError("the worker was lost")


class Brain(ThinkingProcess, Worker[Job, tuple[Judged, ...]]):
    """Asks a worker process of the computer players."""

    def __init__(self, *, budget: float = BUDGET) -> None:
        super().__init__("opponents", serve, budget, ThinkingError)

    def do(self, question: Job) -> tuple[Judged, ...]:
        """The move as JSON, or as many as the job wants, the best one first. `ThinkingError` if the worker
        fails, is lost twice or takes too long; half of that time is for the thought itself."""
        told = msgspec.json.encode(msgspec.structs.replace(question, seconds=self._seconds / 2))
        return self.thought(told, _THOUGHT, "move").best


Q = TypeVar("Q")
A = TypeVar("A")


class Thinkers(Pool[Q, A]):
    """Those who think side by side."""

    def in_thread(self, work: Callable[[], None]) -> asyncio.Future[None]:
        """Not `run_in_executor`: a simulation takes that for work of the bot, which all have to wait for."""
        return asyncio.wrap_future(self.threads.submit(Context().run, work))


class Opponents:
    """The computer players of the bot."""

    def __init__(
        self,
        tables: Tables,
        *,
        wait: Wait,
        ponder: Ponder,
        brains: Sequence[Brain] | None = None,
        measures: Measures = UNMEASURED,
    ) -> None:
        self._measures = measures
        self._tables = tables
        self._wait = wait
        self._ponder = ponder
        self._brains = Thinkers[Job, tuple[Judged, ...]](
            "opponents", brains or [Brain() for _ in range(max(cores() - 1, 1))]
        )
        self._kicked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closing = False
        self._thoughts = 0
        """How many wait or are under way."""
        self._calm = asyncio.Event()
        self._calm.set()

    @property
    def waiting(self) -> int:
        """How many decisions wait for a worker."""
        return self._brains.waiting

    async def start(self) -> None:
        """Goes on where computers owed something when the bot last stopped."""
        self._tables.signals.on_thinking = self.kick
        for table in await self._tables.computers.thinking():
            self.kick(table)

    def kick(self, table: int) -> None:
        """There may be something to decide at this table."""
        if self._closing:
            return
        self._kicked.add(table)
        if table not in self._tasks:
            with about(table=table):
                task = asyncio.create_task(self._serve(table), name=f"computers of table {table}")
            self._tasks[table] = task
            task.add_done_callback(report)

    async def advise(self, riddle: Riddle, most: int) -> tuple[Advice[Any], ...]:
        """The best moves for this riddle, the best one first, and what is expected of each; by the next
        weaker level where its own fails or takes too long.

        They follow from riddle and level alone, so that asking again gives the same, unless time runs out.
        Refusals: no_hint.
        """
        for level in _down_from(riddle):
            job = msgspec.structs.replace(job_of(riddle, level), seed=_seed_of(riddle), best=most)
            try:
                judged = await self._thinking(job, Urgency.HINT)
            except ThinkingError as error:
                log.warning("a hint (%s) could not be thought out: %s", level, error)
                continue
            if judged and all(bytes(one.move) in riddle.legal for one in judged):
                move_of = registry.game(riddle.game, riddle.rules).decode_move
                return tuple([Advice(move_of(bytes(one.move)), one.expected, one.foreseen) for one in judged])
            log.warning("a hint (%s) was something that the rules forbid", level)
        raise Refusal("no_hint")

    async def calm(self, longest: float) -> None:
        """Waits until nothing is thought about, so many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._calm.wait()

    async def close(self) -> None:
        """Breaks off all thoughts; they are begun anew after the next start."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await self._brains.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, table: int) -> None:
        answered: frozenset[tuple[int, int]] = frozenset()
        try:
            while table in self._kicked:
                self._kicked.discard(table)
                try:
                    while riddles := await self._tables.computers.riddles(table):
                        asked = frozenset([(riddle.seat, riddle.post) for riddle in riddles])
                        pause = STRIDE if asked == answered else PAUSE
                        await self._wait(asyncio.sleep(pause), reason="computers")
                        await self._play(table, riddles)
                        answered = asked
                except StoreError as error:
                    log.error("the computers of table %d have to wait: %s", table, error)
                    await self._wait(asyncio.sleep(RETRY.total_seconds()), reason="computers")
                    self._kicked.add(table)
        finally:
            del self._tasks[table]

    async def _play(self, table: int, riddles: tuple[Riddle, ...]) -> None:
        """Those who choose at the same time think at the same time; none knows what another one chooses."""
        thoughts = [
            asyncio.create_task(self._thought(table, riddle, place)) for place, riddle in enumerate(riddles)
        ]
        try:
            for riddle, thought in zip(riddles, thoughts, strict=True):
                move = await thought
                await self._tables.computers.play_for(table, riddle.seat, move, turn=riddle.turn)
        except Refusal as refusal:
            log.info("a computer at table %d came too late: %s", table, refusal.code)
        finally:
            for thought in thoughts:
                thought.cancel()

    async def _thought(self, table: int, riddle: Riddle, place: int) -> Move | None:
        """The move by the riddle's level, or the next weaker one in time; None for the game's default. Behind
        `place` others of the same table: as many of other tables come before it."""
        patience = (Urgency.AWAITED if riddle.awaited else Urgency.OTHER) + place * ONE_THOUGHT
        for level in _down_from(riddle):
            try:
                (told,) = await self._thinking(job_of(riddle, level), patience)
            except ThinkingError as error:
                log.warning("a computer (%s) at table %d could not think: %s", level, table, error)
                continue
            if (move := bytes(told.move)) in riddle.legal:
                return registry.game(riddle.game, riddle.rules).decode_move(move)
            log.warning("a computer (%s) at table %d wanted what the rules forbid", level, table)
        return None

    async def _thinking(self, job: Job, patience: float) -> tuple[Judged, ...]:
        order, task, began = self._brains.submit(job, patience), asyncio.current_task(), perf_counter()
        self._thoughts += 1
        self._calm.clear()
        try:
            return await self._ponder(order.done)
        except asyncio.CancelledError:
            if not self._closing or (task is not None and task.cancelling()):
                raise
            raise ThinkingError("the bot is stopping") from None
        finally:
            self._measures.timed("thought", perf_counter() - began)
            self._thoughts -= 1
            if not self._thoughts:
                self._calm.set()


def _down_from(riddle: Riddle) -> list[str]:
    levels = list(registry.game(riddle.game, riddle.rules).opponents)
    weaker = levels[: levels.index(riddle.level)] if riddle.level in levels else []
    return [riddle.level, *reversed(weaker)]


def job_of(riddle: Riddle, level: str = "") -> Job:
    """A riddle as the worker gets it, for its own level or another one."""
    return Job(
        game=riddle.game,
        where=registry.where(riddle.game),
        rules=riddle.rules,
        level=level or riddle.level,
        view=msgspec.Raw(riddle.view),
        legal=tuple(map(msgspec.Raw, riddle.legal)),
        seed=luck(),
        character=riddle.character,
    )


def luck() -> str:
    """What chance has to do with the next thought."""
    return secrets.token_hex(16)


def _seed_of(riddle: Riddle) -> str:
    return hashlib.sha256(b"\0".join((riddle.view, *riddle.legal))).hexdigest()
