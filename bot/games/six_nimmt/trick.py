"""A trick (rules 2.2, 3.3, 3.4): selecting or laying, revealing, placing, questions, the end of a round."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.games.contract import Event, Seat, Step
from bot.games.six_nimmt.deck import ROW_NUMBERS, Row, heads
from bot.games.six_nimmt.moves import Asked, Chosen, Laid, NimmtOptions, Placed, Revealed, RoundScored
from bot.games.six_nimmt.placing import Side, Spot, put, sixth_heads, take
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


def lay(state: NimmtState, seat: Seat, card: int) -> Step[NimmtState]:
    """Lays a card for all to see (3.4); the last one starts the placing.

    In the last trick nobody has anything to decide, so its cards are one turn together (5.6).
    """
    laid = Laid(seat=seat, card=card)
    selected = (*state.selected[:seat], card, *state.selected[seat + 1 :])
    deciding = len(state.hands[seat]) > 1
    if None in selected:
        state = replace(state, selected=selected, turn=state.turn + deciding)
        return Step(state, (laid,), irrevocable=True)
    state, revealed = _revealed(replace(state, selected=selected))
    return _placing(state, [laid, revealed])


def answer(state: NimmtState, question: Question, row: int) -> Step[NimmtState]:
    """The owner of the card takes a row or chooses an end (2.2.4, 3.3), and the placing goes on."""
    state = replace(state, turn=state.turn + 1, question=None)
    side: Side = question.sides[question.rows.index(row)] if question.sides else "right"
    down = put if question.kind == "tie" else take
    state, placed = _placed(state, state.waiting[0], Spot(row - 1, side), down)
    return _placing(state, [placed])


def cheapest_row(state: NimmtState, question: Question) -> int:
    """The answer given for an absent player (5.4): fewest heads, then fewest cards, then lowest number; in a
    tie a row that is not full costs nothing."""
    if question.kind == "tie":
        return min(question.rows, key=lambda row: (sixth_heads(state.rows[row - 1]), row))
    return min(question.rows, key=lambda row: (heads(state.rows[row - 1]), len(state.rows[row - 1]), row))


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
    """Places the waiting cards, lowest first, until one needs an answer or none is left (2.2.3, 2.2.7)."""
    for waiting in state.waiting:
        spots = state.spots(waiting.card)
        if len(spots) != 1:
            return _asked(state, question_about(state.options, waiting, spots), events)
        state, placed = _placed(state, waiting, spots[0], put)
        events.append(placed)
    return _done(state, events)


def _placed(
    state: NimmtState, waiting: Placement, spot: Spot, down: Callable[[list[Row], int, int], Row]
) -> tuple[NimmtState, Placed]:
    seat, card, (index, side) = waiting.seat, waiting.card, spot
    rows = list(state.rows)
    taken = down(rows, index, card)
    placement = Placement(seat, card, index + 1, taken, heads(taken), side)
    after = replace(
        state,
        rows=tuple(rows),
        last=tuple([placement if other is waiting else other for other in state.last]),
        piles=(*state.piles[:seat], state.piles[seat] + taken, *state.piles[seat + 1 :]),
    )
    return after, Placed(seat=seat, card=card, row=index + 1, taken=taken, heads=placement.heads, side=side)


def question_about(options: NimmtOptions, waiting: Placement, spots: tuple[Spot, ...]) -> Question:
    """What the owner of a card without exactly one place is asked: which row to take, or which end."""
    if spots:
        rows = tuple([spot.row + 1 for spot in spots])
        return Question(waiting.seat, waiting.card, "tie", rows, tuple([spot.side for spot in spots]))
    kind = "enclosed" if options.placement == "professional" else "low"
    return Question(waiting.seat, waiting.card, kind, ROW_NUMBERS)


def _asked(state: NimmtState, question: Question, events: list[Event]) -> Step[NimmtState]:
    asked = Asked(
        seat=question.seat,
        card=question.card,
        kind=question.kind,
        rows=question.rows,
        sides=question.sides,
    )
    return Step(replace(state, phase="place", question=question), (*events, asked), irrevocable=True)


def _done(state: NimmtState, events: list[Event]) -> Step[NimmtState]:
    """All cards are placed: the next trick, or the score after the last one; the marker of Open moves on."""
    if state.open and state.start_player is not None:
        state = replace(state, start_player=Seat((state.start_player + 1) % state.seats))
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
