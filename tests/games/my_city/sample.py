"""What the shared laws need to know of My City: Roll & Build."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.cells import rolled
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal
from bot.games.my_city.moves import (
    Begin,
    Build,
    BuildAndStop,
    Finish,
    MyCityOptions,
    MyCityState,
    Pass,
    RollOn,
    Stop,
)
from bot.games.my_city.opponents import PLAIN
from bot.games.my_city.opponents.levels import Weigher
from bot.games.my_city.pace import lead, legal_at, may_roll
from tests.games.samples import Promise, Sample


def twin(state: MyCityState, seat: Seat | None, rng: Random) -> MyCityState:
    """Whoever else has chosen in this round chooses anew; what lies ahead of the seat was rolled and chosen
    otherwise, or not at all."""
    choices = [
        choice if choice is None or other == seat else rng.choice(legal(state, Seat(other)))
        for other, choice in enumerate(state.choices)
    ]
    known = len(lead(state, seat)) if seat is not None else 0
    others = [rolled(Chance(rng.randbytes(32)).stream("roll", at)) for at in range(len(state.rolls))]
    rolls = (*state.rolls[:known], *others[known:])
    return _led(replace(state, choices=tuple(choices), rolls=rolls, ahead=()), state, seat, rng)


def _led(twin: MyCityState, state: MyCityState, seat: Seat | None, rng: Random) -> MyCityState:
    """The twin in which the others have rolled on as far as before, where their new choices let them."""
    leads: list[Any] = [lead(state, Seat(other)) if other == seat else () for other in range(state.seats)]
    for other in [Seat(other) for other in range(state.seats) if other != seat]:
        for _ in lead(state, other):
            now = replace(twin, ahead=tuple(leads))
            if not may_roll(now, other):
                break
            leads[other] = (*leads[other], None)
            found = [*legal_at(replace(twin, ahead=tuple(leads)), other), None]
            choice = rng.choice([move for move in found if not isinstance(move, RollOn)])
            leads[other] = (*leads[other][:-1], choice and replace(choice, round=0))
    longest = max(map(len, leads))
    return replace(twin, rolls=twin.rolls[:longest], ahead=tuple(leads) if longest else ())


def near(state: MyCityState) -> list[Any]:
    """All legal moves, each building moved by a row and by a column, and what can never be built."""
    found = [move for seat in range(state.seats) for move in GAME.legal(state, Seat(seat))]
    some = [move for move in found if isinstance(move, Build)][::7]
    moved = [
        Build(tuple(_moved(cell, *by) for cell in move.cells), move.round)
        for move in some
        for by in ((1, 0), (0, 1))
    ]
    wild = [Build(()), Build(("A1",)), Build(("E5", "E5")), Build(("E5", "Z9")), Build(("D4", "F4"))]
    return list(
        dict.fromkeys(
            [
                *found,
                *moved,
                *wild,
                *(BuildAndStop(build.cells, build.round) for build in [*moved, *wild]),
                Pass(),
                Stop(),
                RollOn(),
                RollOn(state.round),
                Finish(),
                *map(Begin, range(-1, 14)),
            ]
        )
    )


def _moved(cell: str, right: int, down: int) -> str:
    return f"{chr(ord(cell[0]) + right)}{int(cell[1:]) + down}"


def pick(state: MyCityState, legal: Sequence[Any], rng: Random) -> Any:
    """Mostly rolls on, else builds; where several episodes are played they are left early."""
    stops = 0.05 if state.options.mode == "episode" else 0.3
    rolls = [move for move in legal if isinstance(move, RollOn)]
    if rolls and rng.random() < 0.8:
        return rolls[0]
    kind = rng.choices((Build, Pass, Stop, BuildAndStop), (0.85, 0.1, stops / 2, stops / 2))[0]
    wanted = [move for move in legal if type(move) is kind]
    return rng.choice(wanted or legal)


SAMPLE = Sample(
    game=GAME,
    options=(
        *(MyCityOptions(episode=episode) for episode in EPISODES),
        *(MyCityOptions(episode=episode, pace="own") for episode in (1, 6, 8, 11)),
        *(MyCityOptions(mode="chapter", chapter=chapter) for chapter in (2, 3, 4)),
        MyCityOptions(mode="mini"),
        MyCityOptions(mode="mini", pace="own"),
        MyCityOptions(mode="campaign"),
        MyCityOptions(mode="campaign", order="free"),
    ),
    twin=twin,
    near=near,
    pick=pick,
    players={**GAME.opponents, "expert": Weigher(PLAIN, stages=((2, 4),), horizon=2)},
    weighed=8,
    promise=Promise(
        most=8,
        average=0.3,
        player=Weigher(PLAIN, stages=((2, 4),), horizon=2),
        whole=lambda state: (state.phase, state.episode),
    ),
)
