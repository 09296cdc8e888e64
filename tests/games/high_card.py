"""What the shared laws need to know of high card."""

from random import Random

from msgspec.structs import replace

from bot.games.contract import Seat
from tests.games.samples import Sample
from tests.tiny_game.game import GAME, HighCardOptions, HighCardState, Show


def twin(state: HighCardState, seat: Seat | None, rng: Random) -> HighCardState:
    """Other hands from the cards the seat can't see, other selections of those who have selected."""
    own = () if seat is None else state.hands[seat]
    hidden = [card for card in range(1, 13) if card not in own and card not in state.shown]
    rng.shuffle(hidden)
    hands = tuple(
        own if other == seat else tuple(sorted(hidden.pop() for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    selected = tuple(
        card if card is None or other == seat else rng.choice(hands[other])
        for other, card in enumerate(state.selected)
    )
    return replace(state, hands=hands, selected=selected)


SAMPLE = Sample(
    game=GAME,
    options=(HighCardOptions(), HighCardOptions(cards=1)),
    twin=twin,
    near=lambda state: [Show(card) for card in range(-1, 15)],
    older=(b'{"schema":1,"hands":[[3],[9]],"selected":[null,null],"points":[2,0],"shown":[4,1]}',),
)
