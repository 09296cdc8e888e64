"""High card: the smallest complete game, to show what a game is and to prove that one can be added.

Two to four people are dealt three cards each from 1 to 12. Three times everybody selects a card in
secret; when all have, the cards are revealed and the highest one wins the trick. Most tricks win.
"""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from bot.games import contract
from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.contract import Seat


class HighCardOptions(contract.Options, frozen=True, kw_only=True):
    """What the host may set."""

    cards: Annotated[int, Meta(ge=1, le=3)] = 3


class Show(contract.Move, frozen=True, tag="show"):
    """Select a card for this trick."""

    card: int


class Won(contract.Event, frozen=True, kw_only=True, tag="won"):
    """All cards are revealed, by seat, and somebody wins the trick."""

    cards: tuple[int, ...]
    seat: Seat


class HighCardState(contract.State, frozen=True, kw_only=True):
    """The whole truth, by seat."""

    schema: int = 2
    hands: tuple[tuple[int, ...], ...]
    selected: tuple[int | None, ...]
    wins: tuple[int, ...]
    shown: tuple[int, ...] = ()
    """The newest revealed trick."""


class HighCardView(contract.View, frozen=True, kw_only=True):
    """What a seat may know."""

    hand: tuple[int, ...]
    selected: int | None
    waiting_for: tuple[Seat, ...]
    wins: tuple[int, ...]
    shown: tuple[int, ...]


def _from_1_to_2(plain: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 called the tricks won `points`."""
    return {**plain, "schema": 2, "wins": plain["points"]}


class HighCard(contract.Game[HighCardOptions, HighCardState, Show, HighCardView]):
    """The rules."""

    info = contract.Info(
        key="high_card",
        title="High card",
        designers=("Traditional",),
        publisher="Nobody",
        seats=(2, 4),
        minutes=1,
        options=(contract.Number("cards", 1, 3, (1, 3)),),
    )
    event_type = Won
    upgrades = {1: _from_1_to_2}  # noqa: RUF012 - declared in the contract

    def setup(self, options: HighCardOptions, seats: int, chance: Chance) -> HighCardState:
        """Everybody's cards, dealt."""
        refuse_seats(seats, self.info.seats)
        deck = chance.stream("deal", 1).shuffled(range(1, 13))
        hands = tuple(tuple(sorted(deck[seat::4][: options.cards])) for seat in range(seats))
        return HighCardState(hands=hands, selected=(None,) * seats, wins=(0,) * seats)

    def seats(self, state: HighCardState) -> int:
        """How many play."""
        return len(state.hands)

    def decisions(self, state: HighCardState) -> dict[Seat, contract.Decision]:
        """Everybody who has cards and has not selected one."""
        owing = [Seat(seat) for seat, card in enumerate(state.selected) if card is None and state.hands[seat]]
        return {seat: contract.Decision("card", private=True) for seat in owing}

    def legal(self, state: HighCardState, seat: Seat) -> Iterable[Show]:
        """Any card of the hand."""
        return [Show(card) for card in state.hands[seat]] if 0 <= seat < len(state.hands) else []

    def apply(
        self, state: HighCardState, seat: Seat, move: Show, chance: Chance
    ) -> contract.Step[HighCardState]:
        """A selection; the last one reveals the trick."""
        if move not in self.legal(state, seat):
            raise contract.Refusal("not_in_hand", card=move.card)
        selected = (*state.selected[:seat], move.card, *state.selected[seat + 1 :])
        cards = tuple(card for card in selected if card is not None)
        if len(cards) < len(selected):
            return contract.Step(replace(state, selected=selected))
        winner = Seat(cards.index(max(cards)))
        after = replace(
            state,
            hands=tuple(tuple(card for card in hand if card not in cards) for hand in state.hands),
            selected=(None,) * len(cards),
            wins=tuple(wins + (seat == winner) for seat, wins in enumerate(state.wins)),
            shown=cards,
        )
        return contract.Step(after, (Won(cards=cards, seat=winner),), irrevocable=True, milestone=True)

    def view(self, state: HighCardState, seat: Seat | None) -> HighCardView:
        """The own hand and what has been revealed."""
        return HighCardView(
            hand=() if seat is None else state.hands[seat],
            selected=None if seat is None else state.selected[seat],
            waiting_for=tuple(self.decisions(state)),
            wins=state.wins,
            shown=state.shown,
        )

    def outcome(self, state: HighCardState) -> contract.Outcome | None:
        """Most tricks win."""
        if any(state.hands):
            return None
        places = tuple(1 + sum(other > wins for other in state.wins) for wins in state.wins)
        rows = tuple((contract.ScoreRow("tricks", wins),) for wins in state.wins)
        return contract.Outcome(places, state.wins, rows)

    def turn(self, state: HighCardState) -> int:
        """Counts the tricks."""
        return sum(state.wins)


GAME = HighCard()
