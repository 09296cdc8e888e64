"""What the shared laws need to know of My City: Roll & Build."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Begin, Build, Finish, MyCityOptions, MyCityState, Pass, Stop
from bot.games.my_city.opponents import PLAIN
from bot.games.my_city.opponents.levels import Weigher
from tests.games.samples import Sample


def twin(state: MyCityState, seat: Seat | None, rng: Random) -> MyCityState:
    """Whoever else has chosen in this round chooses anew."""
    choices = [
        choice
        if choice is None or other == seat
        else rng.choice([move for move in GAME.legal(state, Seat(other)) if not isinstance(move, Begin)])
        for other, choice in enumerate(state.choices)
    ]
    return replace(state, choices=tuple(choices))


def near(state: MyCityState) -> list[Any]:
    """All legal moves, each building moved by a row and by a column, and what can never be built."""
    legal = [move for seat in range(state.seats) for move in GAME.legal(state, Seat(seat))]
    some = [move for move in legal if isinstance(move, Build)][::7]
    moved = [
        Build(tuple(_moved(cell, *by) for cell in move.cells)) for move in some for by in ((1, 0), (0, 1))
    ]
    wild = [Build(()), Build(("A1",)), Build(("E5", "E5")), Build(("E5", "Z9")), Build(("D4", "F4"))]
    return list(dict.fromkeys([*legal, *moved, *wild, Pass(), Stop(), Finish(), *map(Begin, range(-1, 14))]))


def _moved(cell: str, right: int, down: int) -> str:
    return f"{chr(ord(cell[0]) + right)}{int(cell[1:]) + down}"


def pick(state: MyCityState, legal: Sequence[Any], rng: Random) -> Any:
    """Mostly builds; where several episodes are played they are left early."""
    stops = 0.05 if state.options.mode == "episode" else 0.3
    kind = rng.choices((Build, Pass, Stop), (0.85, 0.1, stops))[0]
    wanted = [move for move in legal if isinstance(move, kind)]
    return rng.choice(wanted or legal)


SAMPLE = Sample(
    game=GAME,
    options=(
        *(MyCityOptions(episode=episode) for episode in EPISODES),
        *(MyCityOptions(mode="chapter", chapter=chapter) for chapter in (2, 3, 4)),
        MyCityOptions(mode="mini"),
        MyCityOptions(mode="campaign"),
        MyCityOptions(mode="campaign", order="free"),
    ),
    twin=twin,
    near=near,
    pick=pick,
    players={**GAME.opponents, "hard": Weigher(PLAIN, stages=((2, 4),), horizon=2)},
    weighed=8,
)
