"""The process in which finished games are analysed: it gives way to all others."""

import os
from contextlib import suppress
from multiprocessing.connection import Connection
from time import thread_time

import msgspec

from bot.analysis import Analyser, Verdict, puzzles
from bot.games import registry
from bot.games.registry import AnyGame
from bot.opponents.worker import MEMORY, answer, think_in_one_thread
from bot.processes import confine
from bot.verify import game_of, read

NICEST = 19
SPAN = 1.0
"""Seconds of work after which what was found is handed over: so much is lost with a process."""


class Game(msgspec.Struct, frozen=True):
    """A game to be analysed."""

    key: str
    where: str
    """As `registry.where` says."""
    transcript: msgspec.Raw
    verdicts: tuple[msgspec.Raw, ...]
    """Of what is judged already."""


class Question(msgspec.Struct, frozen=True, tag=True):
    """Which game is to be analysed on, from where; the game itself is told to whoever does not know it."""

    table: int
    judged: int
    game: Game | None = None


class Found(msgspec.Struct, frozen=True):
    """The next verdicts, each an action with its seat, and at the end what is said of the whole; or the name
    of the error."""

    verdicts: tuple[tuple[int, int, msgspec.Raw], ...] = ()
    result: bytes | None = None
    unknown: bool = False
    """It has to be told the game."""
    error: str = ""


class Search(msgspec.Struct, frozen=True, tag=True):
    """A game to be looked through for a puzzle, from where that has come."""

    game: str
    where: str
    transcript: msgspec.Raw
    name: str
    """Of the puzzle that may be found."""
    played: int
    looked: int
    """Positions that are none."""
    thoughts: tuple[puzzles.Thought, ...]
    """What was thought of the next one."""


class Looked(msgspec.Struct, frozen=True):
    """How far a game is looked through, or the name of the error."""

    looked: int = 0
    thoughts: tuple[puzzles.Thought, ...] = ()
    puzzle: bytes | None = None
    over: bool = False
    """There is nothing more to look at, or a puzzle is found."""
    error: str = ""


class Whole(msgspec.Struct, frozen=True):
    """What an analysis says besides its verdicts."""

    version: int
    start: tuple[float, ...]
    luck: tuple[float, ...]
    adviser: str


def serve(connection: Connection) -> None:
    """Answers questions one after the other until nobody listens any more."""
    confine(MEMORY)
    give_way()
    think_in_one_thread()
    examiner, seeker = Examiner(), Seeker()

    def think(asked: Question | Search) -> Found | Looked:
        return seeker.go_on(asked) if isinstance(asked, Search) else examiner.go_on(asked)

    answer(connection, msgspec.json.Decoder(Question | Search), think)


def give_way() -> None:
    """From now on this process works where no other one wants to."""
    os.nice(NICEST)
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Examiner:
    """Analyses games piece by piece, and remembers the last one as far as it is."""

    def __init__(self) -> None:
        self._known: tuple[int, int, Analyser] | None = None

    def go_on(self, question: Question) -> Found:
        """What is found in the next second of work."""
        if (analyser := self._analyser(question)) is None:
            return Found(unknown=True)
        began, verdicts = thread_time(), list[tuple[int, int, msgspec.Raw]]()
        while (verdict := analyser.step()) is not None:
            verdicts.append((verdict.action, verdict.seat, msgspec.Raw(verdict.to_json())))
            if thread_time() - began > SPAN:
                self._known = question.table, question.judged + len(verdicts), analyser
                return Found(tuple(verdicts))
        found = analyser.result()
        whole = Whole(found.version, found.start, found.luck, found.adviser)
        return Found(tuple(verdicts), msgspec.json.encode(whole))

    def _analyser(self, question: Question) -> Analyser | None:
        known, self._known = self._known, None
        if (game := question.game) is not None:
            registry.register(game.key, game.where)
            so_far = [Verdict.from_json(bytes(one)) for one in game.verdicts]
            return Analyser.of(read(bytes(game.transcript)), so_far)
        return known[2] if known and known[:2] == (question.table, question.judged) else None


class Seeker:
    """Looks through games piece by piece, and remembers the positions of the last one."""

    def __init__(self) -> None:
        self._known: tuple[msgspec.Raw, AnyGame, list[puzzles.Position]] | None = None

    def go_on(self, search: Search) -> Looked:
        """How far it comes in the next second of work, with one thought at least."""
        began, found = thread_time(), Looked(search.looked, search.thoughts)
        rule, positions = self._read(search)
        while not found.over:
            found = _step(search, rule, positions, found)
            if thread_time() - began > SPAN:
                break
        return found

    def _read(self, search: Search) -> tuple[AnyGame, list[puzzles.Position]]:
        if self._known is None or self._known[0] != search.transcript:
            registry.register(search.game, search.where)
            transcript = read(bytes(search.transcript))
            self._known = search.transcript, game_of(transcript), puzzles.positions_in(transcript)
        return self._known[1:]


def _step(search: Search, rule: AnyGame, positions: list[puzzles.Position], found: Looked) -> Looked:
    """How far it comes with one more thought."""
    if found.looked == len(positions):
        return Looked(found.looked, over=True)
    position = positions[found.looked]
    one = puzzles.thought_again(rule, position, len(found.thoughts))
    thoughts = (*found.thoughts, one) if one else ()
    if one is None or not puzzles.stands(rule, thoughts):
        return Looked(found.looked + 1)
    if len(thoughts) < puzzles.SEEDS + puzzles.AGAIN:
        return Looked(found.looked, thoughts)
    puzzle = puzzles.puzzle_of(rule, position, thoughts, search.name, search.played)
    return Looked(found.looked, puzzle=msgspec.json.encode(puzzle), over=True)
