"""What the shared laws need to know of 6 nimmt!."""

from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, Deal, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.opponents import Effort, Searching
from bot.games.six_nimmt.state import NimmtState
from tests.games.samples import Promise, Sample

COMBINATIONS = tuple(
    {"deal": deal, "placement": placement, "playing": playing}
    for deal, placement, playing in product(
        ("base", "strategy", "logic"), ("normal", "professional"), ("simultaneous", "open")
    )
)
"""All twelve of section 3.5."""


def twin(state: NimmtState, seat: Seat | None, rng: Random) -> NimmtState:
    known = state.options.deal == "logic"
    laid = [card for card in state.selected if card is not None] if state.open else []
    hands = [hand for other, hand in enumerate(state.hands) if other != seat]
    hidden = [] if known else [card for hand in (*hands, state.unused) for card in hand if card not in laid]
    other_card = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def changed(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(other_card.get(card, card) for card in cards))

    fresh = state.hands if known else tuple(map(changed, state.hands))
    selected = tuple(
        card if card is None or other == seat or state.open else rng.choice(fresh[other])
        for other, card in enumerate(state.selected)
    )
    sheets = tuple(map(changed, state.sheets))
    return replace(state, hands=fresh, selected=selected, unused=changed(state.unused), sheets=sheets)


def near(_: NimmtState) -> list[Any]:
    cards = range(-2, 108)
    return [*map(Choose, cards), *map(Pick, cards), *map(TakeRow, range(-5, 7)), Deal()]


QUICK = Effort(2, careful=0.5)
THOROUGH = Effort(2, plans=2, careful=0.5, searching=0.5, surveyed=8, careful_to_them=0.5, endgames=True)
SAMPLE = Sample(
    game=GAME,
    options=(
        NimmtOptions(),
        NimmtOptions(limit=1),
        NimmtOptions(limit=30, end="reached"),
        NimmtOptions(format="rounds", rounds=1),
        *(NimmtOptions(**switches, format="rounds", rounds=2) for switches in COMBINATIONS),
        *(NimmtOptions(**switches, format="tournament") for switches in COMBINATIONS),
    ),
    twin=twin,
    near=near,
    promise=Promise(
        most=12,
        average=0.5,
        player=GAME.opponents["hard"],
        whole=lambda state: state.round,
        worth=lambda view, expected: -(view.heads[0] + expected),
    ),
    players={**GAME.opponents, "hard": Searching(QUICK), "expert": Searching(THOROUGH)},
)
