"""Puzzles: positions in which one move is far better than all others, as data beside the rules of a game."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from bot.games.contract import Move, Seat
from bot.games.data import load
from bot.games.registry import game

NAME, EARLIER = "puzzles", "earlier_puzzles"
"""Their file in the data of a game, and that of the ones which are posted no more."""
MOST_MOVES = 25
"""More moves than a menu of Discord has lines can't be chosen from."""
FEWEST_MOVES = 3


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position from a game; what its seat can't know is in the state, and nowhere shown."""

    name: str
    """`<game>.<number>`, for good: answers are kept under it."""
    rules: int
    seat: int
    state: msgspec.Raw
    """As the game saves it."""
    solution: msgspec.Raw
    """The best move, as the game writes moves."""
    expected: float
    """The points that are expected to follow from it, counted as in the advice of the strongest level."""
    losses: tuple[float, ...]
    """By legal move, in their order, the points that are lost against the best one: 0 for that one alone."""
    played: int | None = None
    """When the game was over, in seconds since 1970, if it is one of the server; None where it comes with the
    bot."""

    @property
    def game(self) -> str:
        """The key of its game."""
        return self.name.rpartition(".")[0]


@cache
def puzzles(key: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the bot, in the order in which they are posted."""
    return _loaded(key, NAME)


@cache
def puzzle(name: str) -> Puzzle:
    """The puzzle of this name, also one of a week before; `KeyError` if there is none any more."""
    key = name.rpartition(".")[0]
    return {each.name: each for each in (*_loaded(key, EARLIER), *puzzles(key))}[name]


def _loaded(key: str, file: str) -> tuple[Puzzle, ...]:
    path = files("bot.games").joinpath(key, "data", f"{file}.json")
    return load(key, file, tuple[Puzzle, ...]) if path.is_file() else ()


def choices(one: Puzzle) -> tuple[Move, ...]:
    """The legal moves of a puzzle, in the order of its losses."""
    rule = game(one.game, one.rules)
    return tuple(rule.legal(rule.decode(bytes(one.state)), Seat(one.seat)))


def solution(one: Puzzle) -> Any:
    """The best move."""
    return game(one.game, one.rules).decode_move(bytes(one.solution))
