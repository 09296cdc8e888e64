"""`python -m bot bench --analysis`: what the analysis of a game costs, and whether it is right.

Computers of mixed levels play; their games are analysed without a clock. Told are the seconds of work for a
game, by how much the chances of those who decided differ from what then happened, over decisions of about the
same chance, and what each level loses and gets as marks in a hundred decisions. All of them are asked in the
same positions, since who is better comes to others, in which more is at stake.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from bot.analysis import Analyser, Analysis, Judge, Made, Mark, Verdict
from bot.analysis.chances import reached
from bot.bench.figures import Figure, Target, tell
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import AnyGame

_GROUPS = 5
"""Decisions are told apart by chance into so many groups."""
_EACH = 5
"""In one of so many positions all levels are asked, of one seat after the other."""
_OFF = 0.1
_COUNTED = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)


def main(*, as_json: bool, game: str, games: int) -> int:
    """Prints the figures of one game; fails if a target is missed."""
    found = figures(game, games)
    tell(found, for_programs=as_json)
    return CHECK_FAILED if any(figure.ok is False for figure in found) else DONE


def figures(key: str, games: int) -> list[Figure]:
    """Of so many games, with all numbers of seats in turn."""
    game = registry.game(key)
    least, most = max(game.info.seats[0], 2), min(game.info.seats[1], 4)
    counts, seconds = cycle(range(least, most + 1)), list[float]()
    foreseen: list[tuple[float, float]] = []
    decided: dict[str, list[Verdict]] = {level: [] for level in game.opponents}
    for number, seats in zip(range(games), counts, strict=False):
        one = played(game, seats, number)
        begin = process_time()
        found = analysed(one.analyser)
        seconds.append(process_time() - begin)
        foreseen += [(each.chances[each.seat] + each.loss, one.shares[each.seat]) for each in found.verdicts]
        for level, verdict in asked(game, one):
            decided[level].append(verdict)
    most_seconds = Target("<=", game.analysed_in)
    return [
        Figure(key, "analysis of a game, at most", max(seconds), "s", most_seconds),
        Figure(key, "chances off", off(foreseen), "", Target("<=", _OFF)),
        *[figure for level, each in decided.items() if each for figure in _of(key, level, each)],
    ]


def _of(key: str, level: str, decided: Sequence[Verdict]) -> Iterator[Figure]:
    """What is told of the decisions of a level."""
    yield Figure(key, f"lost by {level}", 100 * fmean([one.loss for one in decided]), "wins in 100")
    marks = [one.mark for one in decided]
    for mark in _COUNTED:
        yield Figure(key, f"{mark} of {level}", 100 * marks.count(mark) / len(marks), "in 100")


@dataclass(frozen=True, slots=True)
class Played:
    """A game of computers of mixed levels, to be analysed."""

    analyser: Analyser
    chance: Chance
    shares: Sequence[float]
    """What each seat has won."""
    positions: Sequence[tuple[Any, Seat]]
    """Some in which there was a choice, with whose it was."""


def played(game: AnyGame, seats: int, seed: int) -> Played:
    """The game of this number."""
    rng = Random(seed)
    chance, options = Chance(rng.randbytes(32)), game.options_type()
    levels = [rng.choice(_levels(game)) for _ in range(seats)]
    state: Any = game.setup(options, seats, chance)
    made, positions = list[Made](), list[tuple[Any, Seat]]()
    while owed := game.decisions(state):
        seat: Seat = next(iter(owed))
        legal = list(game.legal(state, seat))
        if len(legal) > 1 and not len(made) % _EACH:
            positions.append((state, seat))
        move = game.opponents[levels[seat]].choose(game.view(state, seat), legal, rng)
        made.append(Made(seat, game.encode_move(move)))
        state = game.apply(state, seat, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None, "nobody owes anything"
    analyser = Analyser(game, options, seats, chance, made, timed=False)
    return Played(analyser, chance, reached(outcome), positions)


def _levels(game: AnyGame) -> list[str]:
    """Those below the one that judges."""
    return [*game.opponents][:3]


def asked(game: AnyGame, one: Played) -> Iterator[tuple[str, Verdict]]:
    """What each level would decide in some positions of a game, and what is thought of it."""
    judge, rng = Judge(game, one.chance), Random(len(one.positions))
    for state, seat in one.positions:
        view, legal = game.view(state, seat), list(game.legal(state, seat))
        for level in _levels(game):
            move = game.opponents[level].choose(view, legal, rng)
            yield level, judge.verdict(state, seat, move, 0)


def analysed(analyser: Analyser) -> Analysis:
    """The whole of it."""
    while analyser.step():
        pass
    return analyser.result()


def off(foreseen: Sequence[tuple[float, float]]) -> float:
    """By how much chances differ from what happened, on average over groups of about the same chance."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(_GROUPS)]
    for chance, share in foreseen:
        groups[min(int(chance * _GROUPS), _GROUPS - 1)].append((chance, share))
    wrong = [abs(sum([chance - share for chance, share in group])) for group in groups]
    return sum(wrong) / max(len(foreseen), 1)
