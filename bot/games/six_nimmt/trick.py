"""A trick (rules 2.2): selecting, revealing, placing, a low card's question, and the end of a round."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.contract import Event, Seat, Step
from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.moves import Asked, Chosen, Placed, Revealed, RoundScored
from bot.games.six_nimmt.placing import fitting_row, put, take
from bot.games.six_nimmt.state import NimmtState, ended, totals
from bot.games.six_nimmt.view import Placement, Question


def choose(state: NimmtState, seat: Seat, card: int) -> Step[NimmtState]:
    """Selects a card (2.2.1); the last selection reveals the trick and places it (2.2.2)."""
    changed = state.selected[seat] is not None
    selected = (*state.selected[:seat], card, *state.selected[seat + 1 :])
    chosen = Chosen(seat=seat, changed=changed)
    state = replace(state, selected=selected)
    if None in selected:
        return Step(state, (chosen,))
    return _went_on(*_revealed(state, [chosen]))


def answer(state: NimmtState, row: int) -> Step[NimmtState]:
    """The owner of the low card takes a row, 1 to 4, and the placing goes on (2.2.4)."""
    state = replace(state, turn=state.turn + 1, question=None)
    return _went_on(state, [], answer=row)


def cheapest_row(state: NimmtState) -> int:
    """The row taken for an absent player: fewest heads, then fewest cards, then lowest number (5.4)."""
    rows = enumerate(state.rows, start=1)
    return min(rows, key=lambda item: (heads(item[1]), len(item[1]), item[0]))[0]


def _revealed(state: NimmtState, events: list[Event]) -> tuple[NimmtState, list[Event]]:
    cards = sorted((card, Seat(seat)) for seat, card in enumerate(state.selected) if card is not None)
    trick = Revealed(trick=state.trick, cards=tuple([(seat, card) for card, seat in cards]))
    pairs = zip(state.hands, state.selected, strict=True)
    state = replace(
        state,
        turn=state.turn + 1,
        hands=tuple([tuple([card for card in hand if card != played]) for hand, played in pairs]),
        selected=(None,) * state.seats,
        last=tuple([Placement(seat, card) for card, seat in cards]),
    )
    return state, [*events, trick]


def _went_on(state: NimmtState, events: list[Event], *, answer: int = 0) -> Step[NimmtState]:
    """Places the waiting cards, lowest first, until one fits no row; `answer` is the row for the first."""
    rows, last, piles = list(state.rows), list(state.last), list(state.piles)
    question = None
    for place, (seat, card) in enumerate((waiting.seat, waiting.card) for waiting in state.last):
        if last[place].row:
            continue
        index = answer - 1 if answer else fitting_row(rows, card)
        if index is None:
            question = Question(seat, card)
            events.append(Asked(seat=seat, card=card))
            break
        taken = take(rows, index, card) if answer else put(rows, index, card)
        answer = 0
        last[place] = Placement(seat, card, index + 1, taken, heads(taken))
        piles[seat] += taken
        events.append(Placed(seat=seat, card=card, row=index + 1, taken=taken, heads=heads(taken)))
    state = replace(
        state,
        phase="place" if question else "choose",
        rows=tuple(rows),
        last=tuple(last),
        piles=tuple(piles),
        question=question,
    )
    return _closed(state, events)


def _closed(state: NimmtState, events: list[Event]) -> Step[NimmtState]:
    """What follows the placing: the question, the next trick, or the score after the last one."""
    if state.question is None and not any(state.hands):
        state = _scored(state)
        events.append(RoundScored(round=state.round, heads=state.heads, totals=state.totals))
    elif state.question is None:
        state = replace(state, trick=state.trick + 1)
    return Step(state, tuple(events), irrevocable=True, milestone=state.question is None)


def _scored(state: NimmtState) -> NimmtState:
    """The round is written down and the end is tested (2.3)."""
    scores = (*state.scores, state.heads)
    total = totals(scores, state.seats)
    over = ended(state.options, total, state.round)
    return replace(state, phase="over" if over else "scored", trick=CARDS.hand, scores=scores, totals=total)
