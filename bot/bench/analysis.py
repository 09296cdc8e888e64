"""`python -m bot bench --analysis`: what the analysis of a game costs, and whether it is right.

In each game all seats are played by the same level, any but the one that judges. Told are the seconds of work
for whole games, how often those have won who had about the same chance, and what each level loses and gets as
marks in a hundred decisions. All levels are asked in the same positions, since who is better comes to others,
in which more is at stake. Nothing is analysed by the clock.
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
"""Chances are told apart in so many groups."""
_SEEN, _ASKED = 12, 4
"""Decisions of a game at which the chances are looked at, and among them those for which levels are asked."""
_ASKING = 20
"""Games in which they are."""
_OFF = 0.05
_COUNTED = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
Foreseen = tuple[float, float]
"""A chance, and the share of the win that came of it."""


def main(*, as_json: bool, game: str, games: int) -> int:
    """Prints the figures of one game; fails if a target is missed."""
    found = figures(game, games)
    tell(found, for_programs=as_json)
    return CHECK_FAILED if any(figure.ok is False for figure in found) else DONE


def figures(key: str, games: int) -> list[Figure]:
    """Of so many games, with all numbers of seats in turn; the first one of each is analysed whole."""
    game = registry.game(key)
    least, most = max(game.info.seats[0], 2), min(game.info.seats[1], 4)
    counts, seconds, luck = cycle(range(least, most + 1)), list[float](), list[float]()
    foreseen: list[Foreseen] = []
    decided: dict[str, list[Verdict]] = {level: [] for level in game.opponents}
    for number, seats in zip(range(games), counts, strict=False):
        one = played(game, seats, number)
        if number <= most - least:
            begin = process_time()
            luck += analysed(one.analyser).luck
            seconds.append(process_time() - begin)
        foreseen += told(game, one)
        for level, verdict in asked(game, one) if number < _ASKING else ():
            decided[level].append(verdict)
    return [
        Figure(key, "analysis of a game, at most", max(seconds), "s", Target("<=", game.analysed_in)),
        Figure(key, "luck of a seat", 100 * fmean(luck), "%"),
        Figure(key, "chances off", off(foreseen), "", Target("<=", _OFF)),
        *[_won(key, group) for group in _groups(foreseen) if group],
        *[figure for level, each in decided.items() if each for figure in _of(key, level, each)],
    ]


def _won(key: str, group: Sequence[Foreseen]) -> Figure:
    """How often those have won who were told about the same."""
    chance, share = (100 * fmean(each) for each in zip(*group, strict=True))
    return Figure(key, f"won of {len(group)} told {chance:.0f} %", share, "%")


def _of(key: str, level: str, decided: Sequence[Verdict]) -> Iterator[Figure]:
    """What is told of the decisions of a level."""
    yield Figure(key, f"lost by {level}", 100 * fmean([one.loss for one in decided]), "wins in 100")
    marks = [one.mark for one in decided]
    for mark in _COUNTED:
        yield Figure(key, f"{mark} of {level}", 100 * marks.count(mark) / len(marks), "in 100")


@dataclass(frozen=True, slots=True)
class Played:
    """A game of computers, to be analysed."""

    analyser: Analyser
    chance: Chance
    shares: Sequence[float]
    """What each seat has won."""
    positions: Sequence[tuple[Any, Seat]]
    """Some in which there was a choice, with whose it was, spread over the game."""


def played(game: AnyGame, seats: int, seed: int) -> Played:
    """The game of this number."""
    rng = Random(seed)
    chance, options = Chance(rng.randbytes(32)), game.options_type()
    player = game.opponents[rng.choice([*game.opponents][:-1])]
    state: Any = game.setup(options, seats, chance)
    made, positions = list[Made](), list[tuple[Any, Seat]]()
    while owed := game.decisions(state):
        seat: Seat = next(iter(owed))
        legal = list(game.legal(state, seat))
        if len(legal) > 1:
            positions.append((state, seat))
        move = player.choose(game.view(state, seat), legal, rng)
        made.append(Made(seat, game.encode_move(move)))
        state = game.apply(state, seat, move, chance).state
    outcome = game.outcome(state)
    assert outcome is not None, "nobody owes anything"
    analyser = Analyser(game, options, seats, chance, made, timed=False)
    first = rng.random()
    spread = [positions[int((place + first) * len(positions) / _SEEN)] for place in range(_SEEN)]
    return Played(analyser, chance, reached(outcome), spread)


def told(game: AnyGame, one: Played) -> Iterator[Foreseen]:
    """The chances of all seats in the positions of a game, and what came of them."""
    judge = Judge(game, one.chance)
    for state, seat in one.positions:
        yield from zip(judge.chances(state, seat).after(), one.shares, strict=True)


def asked(game: AnyGame, one: Played) -> Iterator[tuple[str, Verdict]]:
    """What each level would decide in some positions of a game, and what is thought of it."""
    judge, rng = Judge(game, one.chance), Random(len(one.positions))
    for state, seat in one.positions[:: len(one.positions) // _ASKED]:
        view, legal, known = game.view(state, seat), list(game.legal(state, seat)), dict[Any, Verdict]()
        for level, player in game.opponents.items():
            if (move := player.choose(view, legal, rng)) not in known:
                known[move] = judge.verdict(state, seat, move, 0)
            yield level, known[move]


def analysed(analyser: Analyser) -> Analysis:
    """The whole of it."""
    while analyser.step():
        pass
    return analyser.result()


def off(foreseen: Sequence[Foreseen]) -> float:
    """By how much chances differ from what happened, on average over groups of about the same chance."""
    wrong = [abs(sum([chance - share for chance, share in group])) for group in _groups(foreseen)]
    return sum(wrong) / max(len(foreseen), 1)


def _groups(foreseen: Sequence[Foreseen]) -> list[list[Foreseen]]:
    groups: list[list[Foreseen]] = [[] for _ in range(_GROUPS)]
    for chance, share in foreseen:
        groups[min(int(chance * _GROUPS), _GROUPS - 1)].append((chance, share))
    return groups
