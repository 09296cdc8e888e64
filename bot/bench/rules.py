"""How quick a game's rules are: random games through the contract, and the bare kernel where there is one."""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from bot.bench.figures import Figure, Target, milliseconds, per_second
from bot.games.chance import Chance
from bot.games.contract import Event, State
from bot.games.registry import AnyGame

SEATS = 4
KERNELS = {"six_nimmt": ("random 4-player rounds", Target(">=", 15_000))}
"""Games with `playout(seats, rng)` beside their rules, random play at speed: what one is, and how many are
wanted."""
LISTED: dict[str, tuple[dict[str, Any], Target]] = {
    "noerdlingen": ({"wall_mode": "road", "mirror_borders": "on"}, Target("<=", 2)),
}
"""Games whose moves have to be listed quickly: the options with the most ways, and how quickly."""
GAMES = 3
"""Random games among whose positions the one with most to try is looked for."""


def figures(game: AnyGame, *, seconds: float) -> list[Figure]:
    """Playouts, moves, encoding and decoding of one game."""
    key = game.info.key
    moves, games, middle = _random_games(game, seconds)
    data = game.encode(middle)
    times = 2000
    return [
        *_kernel(game, seconds),
        *_widest(game),
        Figure(key, "random games through legal and apply", games, "1/s"),
        Figure(key, "moves through legal and apply", moves, "1/s"),
        Figure(key, "encode a state", milliseconds(lambda: game.encode(middle), times) * 1000, "µs"),
        Figure(key, "decode a state", milliseconds(lambda: game.decode(data), times) * 1000, "µs"),
        Figure(key, "size of a state", len(data), "bytes"),
    ]


def _kernel(game: AnyGame, seconds: float) -> list[Figure]:
    if game.info.key not in KERNELS:
        return []
    playout, rng = import_module(f"bot.games.{game.info.key}.playout").playout, Random(1)
    rate = per_second(lambda: playout(seats_of(game), rng), seconds)
    what, target = KERNELS[game.info.key]
    return [Figure(game.info.key, what, rate, "1/s", target)]


def _widest(game: AnyGame) -> list[Figure]:
    """How long it takes to list all moves where it takes longest, of games for which that is promised."""
    if game.info.key not in LISTED:
        return []
    chosen, target = LISTED[game.info.key]
    options, seats = game.options_type(**chosen), seats_of(game)
    states = [state for seed in range(GAMES) for state in random_game(game, seats, Random(seed), options)]

    def spent(state: Any, times: int) -> float:
        seat = next(iter(game.decisions(state)), None)
        return 0.0 if seat is None else milliseconds(lambda: list(game.legal(state, seat)), times)

    slowest = max(states, key=lambda state: spent(state, 3))
    return [Figure(game.info.key, "all moves of the largest position", spent(slowest, 200), "ms", target)]


def seats_of(game: AnyGame) -> int:
    """Four, or the nearest number that the game allows."""
    least, most = game.info.seats
    return min(max(SEATS, least), most)


def _random_games(game: AnyGame, seconds: float) -> tuple[float, float, State]:
    """Moves and games per second, and a state from the middle of the last game."""
    moves = games = 0
    states: list[State] = []
    begin = process_time()
    while (taken := process_time() - begin) < seconds or not games:
        states = random_game(game, seats_of(game), Random(games))
        moves += len(states)
        games += 1
    return moves / taken, games / taken, states[len(states) // 2]


def random_game(game: AnyGame, seats: int, rng: Random, options: Any = None) -> list[State]:
    """The states of a game in which everybody moves at random, in order."""
    return [state for state, _ in steps_of(game, seats, rng, options)]


def steps_of(
    game: AnyGame, seats: int, rng: Random, options: Any = None
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every state of a random game, each with what led to it."""
    chance = Chance(rng.randbytes(32))
    state = game.setup(options or game.options_type(), seats, chance)
    yield state, ()
    while owed := game.decisions(state):
        forced = game.forced(state)
        seat, move = forced or (first := next(iter(owed)), rng.choice(list(game.legal(state, first))))
        step = game.apply(state, seat, move, chance)
        state = step.state
        yield state, step.events
