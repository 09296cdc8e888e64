"""Pebbles for the laws of all games."""

from random import Random

from msgspec.structs import replace

from bot.games.contract import Seat
from tests.games.samples import Sample
from tests.pebbles.game import GAME, Draw, PebblesOptions, PebblesState, Stop, Take


def twin(state: PebblesState, seat: Seat | None, rng: Random) -> PebblesState:
    """Another order in the bag: nobody knows it."""
    return replace(state, bag=tuple(rng.sample(state.bag, len(state.bag))))


SAMPLE = Sample(
    game=GAME,
    options=(PebblesOptions(), PebblesOptions(heap=5, called="private")),
    twin=twin,
    near=lambda state: [Take(), Draw(), Stop()],
    older=(
        b'{"schema":1,"options":{},"heap":11,"bag":[0,0,1,1,2,2,3,3],"points":[1,0],"turns":0,"moves":1,"done":1}',
    ),
)
