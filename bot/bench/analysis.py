"""`python -m bot bench --analysis`: what the analysis of a game costs, and whether it is right.

Computers of mixed levels play; their games are analysed without a clock. Told are the seconds of work for a
game, by how much the chances of those who decided differ from what then happened, over decisions of about the
same chance, and what each level has lost and got as marks in a hundred decisions.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from bot.analysis import Analyser, Analysis, Made, Mark, Verdict
from bot.analysis.analyser import SECONDS, USUAL
from bot.analysis.chances import reached
from bot.bench.figures import Figure, Target, tell
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import AnyGame

_GROUPS = 5
"""Decisions are told apart by chance into so many groups."""
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
        analyser, levels, shares = played(game, seats, number)
        begin = process_time()
        found = analysed(analyser)
        seconds.append(process_time() - begin)
        for verdict in found.verdicts:
            foreseen.append((verdict.chances[verdict.seat] + verdict.loss, shares[verdict.seat]))
            if not verdict.forced:
                decided[levels[verdict.seat]].append(verdict)
    most_seconds = Target("<=", SECONDS.get(key, USUAL))
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


def played(game: AnyGame, seats: int, seed: int) -> tuple[Analyser, list[str], Sequence[float]]:
    """A game of computers of mixed levels, to be analysed; their levels, and what each has won."""
    rng = Random(seed)
    chance, options = Chance(rng.randbytes(32)), game.options_type()
    levels = [rng.choice([*game.opponents][:3]) for _ in range(seats)]
    state: Any = game.setup(options, seats, chance)
    made: list[Made] = []
    while owed := game.decisions(state):
        seat: Seat = next(iter(owed))
        legal = list(game.legal(state, seat))
        move = game.opponents[levels[seat]].choose(game.view(state, seat), legal, rng)
        made.append(Made(seat, game.encode_move(move)))
        state = game.apply(state, seat, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None, "nobody owes anything"
    return Analyser(game, options, seats, chance, made, timed=False), levels, reached(outcome)


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
