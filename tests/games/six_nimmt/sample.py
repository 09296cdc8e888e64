"""What the shared laws need to know of 6 nimmt!."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, Deal, NimmtOptions, TakeRow
from bot.games.six_nimmt.state import NimmtState
from tests.games.samples import Sample


def twin(state: NimmtState, seat: Seat | None, rng: Random) -> NimmtState:
    """The cards nobody has shown are dealt anew to the other hands; who has selected selects anew."""
    own = () if seat is None else state.hands[seat]
    hidden = [card for hand in (*state.hands, state.unused) for card in hand if card not in own]
    rng.shuffle(hidden)
    hands: list[tuple[int, ...]] = []
    for other, hand in enumerate(state.hands):
        mine = other == seat
        hands.append(hand if mine else tuple(sorted(hidden.pop() for _ in hand)))
    selected = tuple(
        card if card is None or other == seat else rng.choice(hands[other])
        for other, card in enumerate(state.selected)
    )
    return replace(state, hands=tuple(hands), selected=selected, unused=tuple(sorted(hidden)))


def near(_: NimmtState) -> list[Any]:
    """Every card and every row, and some that do not exist."""
    return [*map(Choose, range(-2, 108)), *map(TakeRow, range(-5, 7)), Deal()]


SAMPLE = Sample(
    game=GAME,
    options=(
        NimmtOptions(),
        NimmtOptions(limit=1),
        NimmtOptions(limit=30, end="reached"),
        NimmtOptions(format="rounds", rounds=1),
        NimmtOptions(format="rounds", rounds=2),
    ),
    twin=twin,
    near=near,
)
