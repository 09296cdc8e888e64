"""How long the computer players think, and how quick the rounds are that they play in their heads."""

from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any

from bot.bench import rules
from bot.bench.figures import Figure, Target, milliseconds, per_second
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import AnyGame

SIZES = (4, 10)
TARGETS = {
    ("six_nimmt", "hard", 4): Target("<=", 50),
    ("six_nimmt", "hard", 10): Target("<=", 100),
    ("six_nimmt", "expert", 4): Target("<=", 1000),
    ("six_nimmt", "expert", 10): Target("<=", 1000),
    ("thurn_and_taxis", "hard", 4): Target("<=", 200),
    ("thurn_and_taxis", "expert", 4): Target("<=", 1000),
    ("my_city", "hard", 4): Target("<=", 20),
    ("my_city", "hard", 6): Target("<=", 20),
    ("my_city", "expert", 4): Target("<=", 1000),
    ("my_city", "expert", 6): Target("<=", 1000),
    ("noerdlingen", "hard", 4): Target("<=", 200),
    ("noerdlingen", "expert", 4): Target("<=", 1000),
    ("noria", "hard", 4): Target("<=", 200),
    ("noria", "expert", 4): Target("<=", 1000),
}
LONGEST: Mapping[str, Mapping[str, Any]] = {"my_city": {"episode": 8}}
"""The options with which most is thought about, where they are not the usual ones."""
LANES = 2000


def figures(game: AnyGame, *, times: int, decisions: int, seconds: float) -> list[Figure]:
    """Decisions of each level: nothing without levels.

    Where all decide at once it is the first one, the longest of all, at tables of two sizes. Where one does
    after the other it is the longest of many in a game among computers of this level, and their mean for a
    whole turn."""
    if game.in_turn(game.setup(game.options_type(), rules.seats_of(game), Chance(bytes(32)))):
        return [figure for level in game.opponents for figure in _turns(game, level, decisions)]
    found = [_decision(game, level, size, times) for level in game.opponents for size in _sizes(game)]
    return [*found, _lanes(seconds)] if game.info.key == "six_nimmt" else found


def _turns(game: AnyGame, level: str, times: int) -> list[Figure]:
    """The begin of a game, so many decisions long, at a table of four."""
    chance, rng, seats = Chance(bytes(32)), Random(1), rules.seats_of(game)
    state = game.setup(game.options_type(), seats, chance)
    taken: list[float] = []
    turns = {game.post(state)}
    while len(taken) < times and (owed := game.decisions(state)):
        seat = next(iter(owed))
        view, legal = game.view(state, seat), list(game.legal(state, seat))
        begin = process_time()
        move = game.opponents[level].choose(view, legal, rng)
        taken.append((process_time() - begin) * 1000)
        state = game.apply(state, seat, move, chance).state
        turns.add(game.post(state))
    key, target = game.info.key, TARGETS.get((game.info.key, level, seats))
    return [
        Figure(key, f"decision of {level}, {seats} seats, at most", max(taken), "ms", target),
        Figure(key, f"turn of {level}, {seats} seats", sum(taken) / len(turns), "ms"),
    ]


def _sizes(game: AnyGame) -> list[int]:
    least, most = game.info.seats
    return sorted({min(max(size, least), most) for size in SIZES})


def _decision(game: AnyGame, level: str, seats: int, times: int) -> Figure:
    player, seat = game.opponents[level], Seat(0)
    options = game.options_type(**LONGEST.get(game.info.key, {}))
    state = game.setup(options, seats, Chance(bytes(32)))
    view, legal = game.view(state, seat), list(game.legal(state, seat))
    player.choose(view, legal, Random(0))  # the first one loads what it needs
    taken = milliseconds(lambda: player.choose(view, legal, Random(1)), times)
    target = TARGETS.get((game.info.key, level, seats))
    return Figure(game.info.key, f"decision of {level}, {seats} seats", taken, "ms", target)


def _lanes(seconds: float) -> Figure:
    """Rounds per second, many at a time, with four seats and everything but the deal."""
    import numpy as np

    from bot.games.six_nimmt.deck import CARDS, DECK
    from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival
    from bot.games.six_nimmt.opponents.lanes import heads_of_first
    from bot.games.six_nimmt.opponents.search import shuffled

    deck = shuffled(np.array(DECK, dtype=np.int16), LANES, np.random.default_rng(1))
    hands, rows = deck[: 4 * CARDS.hand].reshape(CARDS.hand, 4, LANES), ((20,), (40,), (60,), (80,))
    prospect = Prospect(rows, (), (), (Rival(),) * 3, middle=0)
    own, rivals = hands[:, :1], hands[:, 1:, None]
    calls = per_second(lambda: heads_of_first(prospect, own, rivals), seconds)
    name, target = "4-player rounds in lanes", Target(">=", 45_000)
    return Figure("six_nimmt", name, calls * LANES, "1/s", target)
