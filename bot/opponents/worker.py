"""The process in which computers think, and which ends without a word: an error may hold a card."""

import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random
from typing import TypeVar

import msgspec

from bot.games import registry
from bot.processes import MIB, READY, confine
from bot.time_limit import limited

Q = TypeVar("Q")
MEMORY = 512 * MIB
"""What the process may take for itself; the levels need about 120 MiB."""


class Job(msgspec.Struct, frozen=True):
    """One decision: whose view it is, the legal moves, and where the chance in the thoughts begins."""

    game: str
    where: str
    """As `registry.where` says: the game may be a guest of the house, of which this process has not heard."""
    level: str
    view: msgspec.Raw
    legal: tuple[msgspec.Raw, ...]
    seed: str
    rules: int = 0
    character: str = ""
    seconds: float = 0
    """After which the best that was found so far has to do; 0: it takes as long as it takes."""
    best: int = 0
    """How many moves are wanted, the best one first, with what is expected of them; 0: the one to be made."""


class Judged(msgspec.Struct, frozen=True):
    """A move and, where several are wanted, the points that are expected to follow from it (`Advice`)."""

    move: msgspec.Raw
    expected: float = 0.0
    foreseen: bool = True


class Thought(msgspec.Struct, frozen=True):
    """What came of it: the move to be made alone, or the best ones; or the name of the error."""

    best: tuple[Judged, ...] = ()
    error: str = ""


def think_in_one_thread() -> None:
    """Before a game loads numpy: threads that share small matrices only wait for each other."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def serve(connection: Connection) -> None:
    """Answers jobs one after the other until nobody listens any more."""
    confine(MEMORY)
    think_in_one_thread()
    answer(connection, msgspec.json.Decoder(Job), decide)


def answer(connection: Connection, questions: msgspec.json.Decoder[Q], think: Callable[[Q], object]) -> None:
    """Answers questions until nobody listens any more; the name of an error is the last answer."""
    connection.send_bytes(READY)
    while True:
        try:
            told = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            thought = msgspec.json.encode(think(questions.decode(told)))
        except Exception as error:
            connection.send_bytes(msgspec.json.encode({"error": type(error).__name__}))
            raise SystemExit(1) from error
        connection.send_bytes(thought)


def decide(job: Job) -> Thought:
    """The move that a computer of this level makes, or those that it likes best."""
    registry.register(job.game, job.where)
    game = registry.game(job.game, job.rules)
    view = msgspec.json.decode(job.view, type=game.view_type)
    legal = [game.decode_move(bytes(move)) for move in job.legal]
    player, rng = game.opponents[job.level], Random(job.seed)
    with limited(job.seconds):
        if not job.best:
            return Thought(
                (Judged(msgspec.Raw(game.encode_move(player.choose(view, legal, rng, job.character)))),)
            )
        best = player.advice(view, legal, rng)[: job.best]
    judged = [Judged(msgspec.Raw(game.encode_move(one.move)), one.expected, one.foreseen) for one in best]
    return Thought(tuple(judged))
