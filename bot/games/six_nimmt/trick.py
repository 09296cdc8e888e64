"""A trick (rules 2.2): selecting, revealing, placing, a low card's question, and the end of a round."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.games.contract import Event, Seat, Step
from bot.games.six_nimmt.deck import Row, heads
from bot.games.six_nimmt.moves import Asked, Chosen, Placed, Revealed, RoundScored
from bot.games.six_nimmt.placing import fitting_row, put, take
from bot.games.six_nimmt.state import NimmtState, ended, totals
from bot.games.six_nimmt.view import Placement, Question


def choose(state: NimmtState, seat: Seat, card: int) -> Step[NimmtState]:
    """Selects a card (2.2.1); the last selection reveals the trick and places it (2.2.2)."""
    chosen = Chosen(seat=seat, changed=state.selected[seat] is not None)
    selected = (*state.selected[:seat], card, *state.selected[seat + 1 :])
    state = replace(state, selected=selected)
    if None in selected:
        return Step(state, (chosen,))
    state, revealed = _revealed(state)
    return _placing(state, [chosen, revealed])


def answer(state: NimmtState, row: int) -> Step[NimmtState]:
    """The owner of the low card takes a row, 1 to 4, and the placing goes on (2.2.4)."""
    state = replace(state, turn=state.turn + 1, question=None)
    state, placed = _placed(state, state.waiting[0], row - 1, take)
    return _placing(state, [placed])


def cheapest_row(state: NimmtState) -> int:
    """The row taken for an absent player: fewest heads, then fewest cards, then lowest number (5.4)."""
    rows = enumerate(state.rows, start=1)
    return min(rows, key=lambda item: (heads(item[1]), len(item[1]), item[0]))[0]


def _revealed(state: NimmtState) -> tuple[NimmtState, Revealed]:
    cards = sorted((card, Seat(seat)) for seat, card in enumerate(state.selected) if card is not None)
    pairs = zip(state.hands, state.selected, strict=True)
    after = replace(
        state,
        turn=state.turn + 1,
        hands=tuple([tuple([card for card in hand if card != played]) for hand, played in pairs]),
        selected=(None,) * state.seats,
        last=tuple([Placement(seat, card) for card, seat in cards]),
    )
    return after, Revealed(trick=state.trick, cards=tuple([(seat, card) for card, seat in cards]))


def _placing(state: NimmtState, events: list[Event]) -> Step[NimmtState]:
    """Places the waiting cards, lowest first, until one fits no row or none is left (2.2.3, 2.2.7)."""
    for waiting in state.waiting:
        index = fitting_row(state.rows, waiting.card)
        if index is None:
            return _asked(state, waiting, events)
        state, placed = _placed(state, waiting, index, put)
        events.append(placed)
    return _done(state, events)


def _placed(
    state: NimmtState, waiting: Placement, index: int, lay: Callable[[list[Row], int, int], Row]
) -> tuple[NimmtState, Placed]:
    seat, card = waiting.seat, waiting.card
    rows = list(state.rows)
    taken = lay(rows, index, card)
    placement = Placement(seat, card, index + 1, taken, heads(taken))
    after = replace(
        state,
        rows=tuple(rows),
        last=tuple([placement if other is waiting else other for other in state.last]),
        piles=(*state.piles[:seat], state.piles[seat] + taken, *state.piles[seat + 1 :]),
    )
    return after, Placed(seat=seat, card=card, row=index + 1, taken=taken, heads=placement.heads)


def _asked(state: NimmtState, waiting: Placement, events: list[Event]) -> Step[NimmtState]:
    asked = Asked(seat=waiting.seat, card=waiting.card)
    state = replace(state, phase="place", question=Question(waiting.seat, waiting.card))
    return Step(state, (*events, asked), irrevocable=True)


def _done(state: NimmtState, events: list[Event]) -> Step[NimmtState]:
    """All cards are placed: the next trick, or the score after the last one."""
    if any(state.hands):
        state = replace(state, phase="choose", trick=state.trick + 1)
    else:
        state = _scored(state)
        events.append(RoundScored(round=state.round, heads=state.heads, totals=state.totals))
    return Step(state, tuple(events), irrevocable=True, milestone=True)


def _scored(state: NimmtState) -> NimmtState:
    """The round is written down and the end is tested (2.3)."""
    scores = (*state.scores, state.heads)
    total = totals(scores, state.seats)
    over = ended(state.options, total, state.round)
    return replace(state, phase="over" if over else "scored", scores=scores, totals=total)
