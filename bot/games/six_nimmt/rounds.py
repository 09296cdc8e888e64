"""A round: dealt (rules 2.1, 3.1), drafted (3.2) or passed on (4.1), and its tricks (2.2, 3.3, 3.4)."""

from collections.abc import Callable

from msgspec.structs import asdict, replace

from bot.games.chance import Chance
from bot.games.contract import Event, Seat, Step
from bot.games.making import changed
from bot.games.six_nimmt import moves
from bot.games.six_nimmt.deck import CARDS, ROW_NUMBERS, Row, deal, heads
from bot.games.six_nimmt.moves import NimmtOptions, Placed, Revealed
from bot.games.six_nimmt.placing import Side, Spot, cheapest, put, sixth_heads, take
from bot.games.six_nimmt.state import NimmtState, cards_in_play, has_turns, totals
from bot.games.six_nimmt.view import Placement, Question, ended

Hands = tuple[tuple[int, ...], ...]


def first_round(options: NimmtOptions, seats: int, chance: Chance) -> NimmtState:
    """The state before the first decision: dealt, or with the whole deck face up to be drafted."""
    state = NimmtState(
        options=options,
        phase="choose",
        round=1,
        trick=1,
        turn=0,
        rows=(),
        hands=((),) * seats,
        selected=(None,) * seats,
        last=(),
        question=None,
        piles=((),) * seats,
        scores=(),
        totals=(0,) * seats,
        unused=(),
        start_player=Seat(chance.stream("start", 1).below(seats)) if has_turns(options) else None,
    )
    return _drafting(state) if options.deal == "logic" else _noted(_dealt(state, chance))


def next_round(state: NimmtState, chance: Chance) -> Step[NimmtState]:
    """The round after a scored one; in a tournament everybody takes up the hand that the seat before played
    last (4.1)."""
    state = replace(
        state,
        round=state.round + 1,
        trick=1,
        turn=state.turn + 1,
        last=(),
        piles=((),) * state.seats,
    )
    if state.options.format == "tournament":
        state = _ready(state, sheets_in_hand(state), state.starts)
    elif state.options.deal == "logic":
        # The marker of Open decides where there is one (3.5.3); else the next seat begins (3.2).
        begins = state.start_player if state.open else _next_seat(state)
        state = _drafting(replace(state, start_player=begins))
    else:
        state = _dealt(state, chance)
    return Step(state, (_begun(state),), irrevocable=True, milestone=True)


def pick(state: NimmtState, seat: Seat, card: int) -> Step[NimmtState]:
    """Takes a card of the draft; after the last one the four cards left start the rows, ascending (3.2)."""
    hands = changed(state.hands, seat, (*state.hands[seat], card))
    pool = tuple([other for other in state.pool if other != card])
    state = replace(state, turn=state.turn + 1, hands=hands, pool=pool)
    picked = moves.Picked(seat=seat, card=card)
    if len(pool) > CARDS.rows:
        return Step(state, (picked,), irrevocable=True)
    state = _noted(_ready(replace(state, pool=()), hands, pool))
    return Step(state, (picked, _begun(state)), irrevocable=True, milestone=True)


def _ready(state: NimmtState, hands: Hands, starts: tuple[int, ...]) -> NimmtState:
    sorted_hands = tuple([tuple(sorted(hand)) for hand in hands])
    return replace(state, phase="choose", hands=sorted_hands, rows=tuple([(card,) for card in starts]))


def _dealt(state: NimmtState, chance: Chance) -> NimmtState:
    cards = cards_in_play(state.options, state.seats)
    dealt = deal(chance.stream("deal", state.round).shuffled(cards), state.seats)
    hands = tuple([tuple(hand) for hand in dealt.hands])
    ready = _ready(state, hands, tuple([row[0] for row in dealt.rows]))
    return replace(ready, unused=tuple(sorted(dealt.unused)))


def _drafting(state: NimmtState) -> NimmtState:
    cards = cards_in_play(state.options, state.seats)
    return replace(state, phase="draft", rows=(), hands=((),) * state.seats, pool=cards)


def _next_seat(state: NimmtState) -> Seat | None:
    return None if state.start_player is None else Seat((state.start_player + 1) % state.seats)


def _noted(state: NimmtState) -> NimmtState:
    """Before the first game of a tournament: each hand on a sheet, and the cards that start the rows."""
    if state.options.format != "tournament":
        return state
    return replace(state, sheets=state.hands, starts=tuple([row[0] for row in state.rows]))


def sheets_in_hand(state: NimmtState) -> Hands:
    """By seat: the sheet of a tournament whose cards it plays in this round."""
    passed = state.round - 1
    return tuple([state.sheets[(seat - passed) % state.seats] for seat in range(state.seats)])


def _begun(state: NimmtState) -> Event:
    if state.phase == "draft" and state.start_player is not None:
        return moves.DraftBegun(round=state.round, seat=state.start_player)
    return moves.Dealt(round=state.round, rows=tuple([row[0] for row in state.rows]))


def choose(state: NimmtState, seat: Seat, card: int) -> Step[NimmtState]:
    """Selects a card (2.2.1), in Open for all to see (3.4); the last selection reveals the trick and places
    it (2.2.2). In the last trick of Open nobody has anything to decide, so it is one turn (5.6)."""
    again, deciding = state.selected[seat] is not None, len(state.hands[seat]) > 1
    laid = moves.Laid(seat=seat, card=card)
    first = laid if state.open else moves.Chosen(seat=seat, changed=again)
    selected = changed(state.selected, seat, card)
    if None in selected:
        turn = state.turn + (state.open and deciding)
        return Step(replace(state, selected=selected, turn=turn), (first,), irrevocable=state.open)
    cards = sorted((card, Seat(seat)) for seat, card in enumerate(selected) if card is not None)
    pairs = zip(state.hands, selected, strict=True)
    after = replace(
        state,
        turn=state.turn + 1,
        hands=tuple([tuple([card for card in hand if card != played]) for hand, played in pairs]),
        selected=(None,) * state.seats,
        last=tuple([Placement(seat, card) for card, seat in cards]),
    )
    revealed = Revealed(trick=state.trick, cards=tuple([(seat, card) for card, seat in cards]))
    return _placing(after, [first, revealed])


def answer(state: NimmtState, question: Question, row: int) -> Step[NimmtState]:
    """The owner of the card takes a row or chooses an end (2.2.4, 3.3), and the placing goes on. It can be
    taken back until a further card is placed, another question is asked or the round is scored by it."""
    state = replace(state, turn=state.turn + 1, question=None)
    side: Side = question.sides[question.rows.index(row)] if question.sides else "right"
    down = put if question.kind == "tie" else take
    state, placed = _placed(state, state.waiting[0], Spot(row - 1, side), down)
    step = _placing(state, [placed])
    return replace(step, irrevocable=len(step.events) > 1)


def cheapest_row(state: NimmtState, question: Question) -> int:
    """The answer given for an absent player (5.4): fewest heads, then fewest cards, then lowest number; in a
    tie a row that is not full costs nothing."""
    if question.kind == "tie":
        return min(question.rows, key=lambda row: (sixth_heads(state.rows[row - 1]), row))
    return cheapest(state.rows, question.rows)


def _placing(state: NimmtState, events: list[Event]) -> Step[NimmtState]:
    """Places the waiting cards, lowest first, until one needs an answer or none is left (2.2.3, 2.2.7)."""
    for waiting in state.waiting:
        spots = state.spots(waiting.card)
        if len(spots) != 1:
            question = question_about(state.options, waiting, spots)
            asked = moves.Asked(**asdict(question))
            return Step(replace(state, phase="place", question=question), (*events, asked), irrevocable=True)
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
        piles=changed(state.piles, seat, state.piles[seat] + taken),
    )
    return after, Placed(**asdict(placement))


def question_about(options: NimmtOptions, waiting: Placement, spots: tuple[Spot, ...]) -> Question:
    """What the owner of a card without exactly one place is asked: which row to take, or which end."""
    if spots:
        rows = tuple([spot.row + 1 for spot in spots])
        return Question(waiting.seat, waiting.card, "tie", rows, tuple([spot.side for spot in spots]))
    kind = "enclosed" if options.placement == "professional" else "low"
    return Question(waiting.seat, waiting.card, kind, ROW_NUMBERS)


def _done(state: NimmtState, events: list[Event]) -> Step[NimmtState]:
    """All cards are placed: the next trick, or the round is written down and the end tested (2.3); the marker
    of Open moves on."""
    if state.open:
        state = replace(state, start_player=_next_seat(state))
    if any(state.hands):
        state = replace(state, phase="choose", trick=state.trick + 1)
    else:
        scores = (*state.scores, state.heads)
        total = totals(scores, state.seats)
        events.append(moves.RoundScored(round=state.round, heads=state.heads, totals=total))
        over = ended(state.options, total, state.round)
        state = replace(state, phase="over" if over else "scored", scores=scores, totals=total)
    return Step(state, tuple(events), irrevocable=True, milestone=True)
