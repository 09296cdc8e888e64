"""How a round begins: dealt (rules 2.1, 3.1), drafted (3.2), or with the hands of a tournament (4.1)."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Event, Seat, Step
from bot.games.six_nimmt.deck import CARDS, deal
from bot.games.six_nimmt.moves import Dealt, DraftBegun, NimmtOptions, Picked
from bot.games.six_nimmt.state import NimmtState, cards_in_play, has_turns

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
    """The round after a scored one."""
    state = replace(
        state,
        round=state.round + 1,
        trick=1,
        turn=state.turn + 1,
        last=(),
        piles=((),) * state.seats,
    )
    if state.options.format == "tournament":
        state = _passed_on(state)
    elif state.options.deal == "logic":
        state = _drafting(replace(state, start_player=_next_first_picker(state)))
    else:
        state = _dealt(state, chance)
    return Step(state, (_begun(state),), irrevocable=True, milestone=True)


def pick(state: NimmtState, seat: Seat, card: int) -> Step[NimmtState]:
    """Takes a card of the draft; after the last one the four cards left start the rows, ascending (3.2)."""
    hands = (*state.hands[:seat], (*state.hands[seat], card), *state.hands[seat + 1 :])
    pool = tuple([other for other in state.pool if other != card])
    state = replace(state, turn=state.turn + 1, hands=hands, pool=pool)
    picked = Picked(seat=seat, card=card)
    if len(pool) > CARDS.rows:
        return Step(state, (picked,), irrevocable=True)
    state = _noted(_ready(replace(state, pool=()), hands, pool))
    return Step(state, (picked, _begun(state)), irrevocable=True, milestone=True)


def _ready(state: NimmtState, hands: Hands, starts: tuple[int, ...]) -> NimmtState:
    """The round with its hands and rows, before the first trick."""
    return replace(
        state,
        phase="choose",
        hands=tuple([tuple(sorted(hand)) for hand in hands]),
        rows=tuple([(card,) for card in starts]),
    )


def _dealt(state: NimmtState, chance: Chance) -> NimmtState:
    cards = cards_in_play(state.options, state.seats)
    dealt = deal(chance.stream("deal", state.round).shuffled(cards), state.seats)
    hands = tuple([tuple(hand) for hand in dealt.hands])
    ready = _ready(state, hands, tuple([row[0] for row in dealt.rows]))
    return replace(ready, unused=tuple(sorted(dealt.unused)))


def _drafting(state: NimmtState) -> NimmtState:
    cards = cards_in_play(state.options, state.seats)
    return replace(state, phase="draft", rows=(), hands=((),) * state.seats, pool=cards)


def _next_first_picker(state: NimmtState) -> Seat | None:
    """The marker of Open decides where there is one (3.5.3); else the next seat begins (3.2)."""
    if state.open or state.start_player is None:
        return state.start_player
    return Seat((state.start_player + 1) % state.seats)


def _noted(state: NimmtState) -> NimmtState:
    """Before the first game of a tournament: each hand on a sheet, and the cards that start the rows."""
    if state.options.format != "tournament":
        return state
    return replace(state, sheets=state.hands, starts=tuple([row[0] for row in state.rows]))


def _passed_on(state: NimmtState) -> NimmtState:
    """Everybody takes up the hand that the seat before played last (4.1)."""
    return _ready(state, sheets_in_hand(state), state.starts)


def sheets_in_hand(state: NimmtState) -> Hands:
    """By seat: the sheet of a tournament whose cards it plays in this round."""
    passed = state.round - 1
    return tuple([state.sheets[(seat - passed) % state.seats] for seat in range(state.seats)])


def _begun(state: NimmtState) -> Event:
    if state.phase == "draft" and state.start_player is not None:
        return DraftBegun(round=state.round, seat=state.start_player)
    return Dealt(round=state.round, rows=tuple([row[0] for row in state.rows]))
