"""What the shared laws need to know of City of Nördlingen."""

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.games.contract import Seat
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.opponents.levels import Searcher
from bot.games.noerdlingen.town import Crossing, orientations, the_town
from tests.games.samples import Promise, Sample

WAYS = {
    way
    for shape in the_town().file.borders.values()
    for way in orientations(shape, mirror=True, either_end=True)
}
"""Every border in every direction, mirror images too."""


def twin(state: moves.NoerdlingenState, seat: Seat | None, rng: Random) -> moves.NoerdlingenState:
    """The same state: nobody has secrets in this game, so no other one looks like it."""
    return state


def near(state: moves.NoerdlingenState) -> list[Any]:
    """Every crossing, number and way to draw from every own soldier and some others, in every phase."""
    own = state.soldiers[state.active]
    others = [at for soldiers in state.soldiers for at in soldiers if at not in own]
    tried: list[Any] = [moves.Stuck(), moves.Decline(), *map(moves.Choose, range(-1, 9))]
    tried += map(moves.Place, _crossings(state))
    for start in [*own, *others[:1], (9, 9)]:
        tried += [moves.Draw(start, way) for way in (*WAYS, "", "RX", "RL", "R" * 20)]
        tried += [moves.Bonus(start, way) for way in ("R", "D", "L", "U", "RU")]
    return tried


def _crossings(state: moves.NoerdlingenState) -> Iterator[Crossing]:
    last = 12 if state.phase == "place" else 2
    yield from [(x, y) for x in range(-2, last) for y in range(-2, last)]
    yield (10**9, -(10**9))


QUICK = Searcher(rounds=1, horizon=1, width=2)
SAMPLE = Sample(
    game=GAME,
    options=(
        moves.NoerdlingenOptions(),
        moves.NoerdlingenOptions(wall_mode="gate", mirror_borders="on", date="0519"),
        moves.NoerdlingenOptions(wall_mode="road", elimination="skip_turn", date="0229*"),
        moves.NoerdlingenOptions(territory_rule="size_cap", territory_size_cap=12),
        moves.NoerdlingenOptions(territory_rule="size_cap", wall_mode="road", mirror_borders="on"),
        moves.NoerdlingenOptions(territory_rule="all_parts", elimination="skip_turn"),
    ),
    twin=twin,
    near=near,
    ties_may_break=True,
    no_secrets=True,
    players={**GAME.opponents, "hard": QUICK, "expert": QUICK},
    weighed=3,
    promise=Promise(
        most=25,
        average=0.5,
        player=GAME.opponents["hard"],
        asked=lambda state: state.phase in ("draw", "bonus"),
    ),
)
