"""How long the computer players think, and how quick the rounds are that they play in their heads."""

from __future__ import annotations

from random import Random

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
}
LANES = 2000


def figures(game: AnyGame, *, times: int, seconds: float) -> list[Figure]:
    """A first decision, the longest of all, of each level at tables of two sizes; nothing without levels."""
    found = [_decision(game, level, size, times) for level in game.opponents for size in _sizes(game)]
    return [*found, _lanes(seconds)] if game.info.key == "six_nimmt" else found


def _sizes(game: AnyGame) -> list[int]:
    least, most = game.info.seats
    return sorted({min(max(size, least), most) for size in SIZES})


def _decision(game: AnyGame, level: str, seats: int, times: int) -> Figure:
    player, seat = game.opponents[level], Seat(0)
    state = game.setup(game.options_type(), seats, Chance(bytes(32)))
    view, legal = game.view(state, seat), list(game.legal(state, seat))
    player.choose(view, legal, Random(0))  # the first one loads what it needs
    taken = milliseconds(lambda: player.choose(view, legal, Random(1)), times)
    target = TARGETS.get((game.info.key, level, seats))
    return Figure(game.info.key, f"decision of {level}, {seats} seats", taken, "ms", target)


def _lanes(seconds: float) -> Figure:
    """Rounds per second, many at a time, with four seats and everything but the deal."""
    import numpy as np

    from bot.games.six_nimmt.deck import CARDS, DECK
    from bot.games.six_nimmt.opponents.deals import shuffled
    from bot.games.six_nimmt.opponents.prospect import Prospect, Rival
    from bot.games.six_nimmt.opponents.rounds import heads_of_first

    deck = shuffled(np.array(DECK, dtype=np.int16), LANES, np.random.default_rng(1))
    hands, rows = deck[: 4 * CARDS.hand].reshape(CARDS.hand, 4, LANES), ((20,), (40,), (60,), (80,))
    prospect = Prospect(rows, (), (), (Rival(),) * 3, middle=0)
    own, rivals = hands[:, :1], hands[:, 1:, None]
    calls = per_second(lambda: heads_of_first(prospect, own, rivals), seconds)
    name, target = "4-player rounds in lanes", Target(">=", 45_000)
    return Figure("six_nimmt", name, calls * LANES, "1/s", target)
