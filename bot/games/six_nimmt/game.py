"""The rules of 6 nimmt! behind the contract that all games share."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import (
    Choice,
    Decision,
    Game,
    Info,
    Number,
    Outcome,
    Refusal,
    ScoreRow,
    Seat,
    Step,
)
from bot.games.six_nimmt import trick
from bot.games.six_nimmt.check import check
from bot.games.six_nimmt.deck import CARDS, DECK, ROW_NUMBERS, Row, deal
from bot.games.six_nimmt.house import LIMIT, ROUNDS
from bot.games.six_nimmt.moves import Choose, Deal, Dealt, NimmtEvent, NimmtMove, NimmtOptions, TakeRow
from bot.games.six_nimmt.opponents import OPPONENTS
from bot.games.six_nimmt.position import Position, restore
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView

_DEALER = Seat(0)


class SixNimmt(Game[NimmtOptions, NimmtState, NimmtMove, NimmtView]):
    """6 nimmt!, base game."""

    info = Info(
        key="six_nimmt",
        names={"en": "6 nimmt!", "ja": "ニムト"},
        designers=("Wolfgang Kramer",),
        publisher="Amigo",
        seats=CARDS.seats,
        minutes=30,
        links=("https://boardgamegeek.com/boardgame/432/6-nimmt",),
        options=(
            Choice("format", ("limit", "rounds")),
            Number("limit", LIMIT.low, LIMIT.high, LIMIT.usual),
            Choice("end", ("above", "reached")),
            Number("rounds", ROUNDS.low, ROUNDS.high, ROUNDS.usual),
        ),
    )
    options_type = NimmtOptions
    state_type = NimmtState
    move_type = NimmtMove
    event_type = NimmtEvent
    view_type = NimmtView
    position_type = Position
    opponents = OPPONENTS

    def setup(self, options: NimmtOptions, seats: int, chance: Chance) -> NimmtState:
        """The first round, dealt."""
        least, most = self.info.seats
        if seats < least:
            raise Refusal("too_few_seats", seats=least)
        if seats > most:
            raise Refusal("too_many_seats", seats=most)
        hands, rows, unused = _dealt(seats, chance, number=1)
        return NimmtState(
            options=options,
            phase="choose",
            round=1,
            trick=1,
            turn=0,
            rows=rows,
            hands=hands,
            selected=(None,) * seats,
            last=(),
            question=None,
            piles=((),) * seats,
            scores=(),
            totals=(0,) * seats,
            unused=unused,
        )

    def seats(self, state: NimmtState) -> int:
        """How many play."""
        return state.seats

    def decisions(self, state: NimmtState) -> dict[Seat, Decision]:
        """Cards are chosen in secret by all at once; a row by one alone, before everybody."""
        if state.question:
            return {state.question.seat: Decision("row")}
        if state.phase == "scored":
            return {_DEALER: Decision("deal")}
        seats = [Seat(seat) for seat in range(state.seats)]
        return {seat: Decision("card", private=True) for seat in seats if state.owes_card(seat)}

    def legal(self, state: NimmtState, seat: Seat) -> list[NimmtMove]:
        """The cards of the hand until all have selected; the rows for the owner of a low card."""
        if not 0 <= seat < state.seats:
            return []
        if state.phase == "choose":
            return [Choose(card) for card in state.hands[seat]]
        if state.question and state.question.seat == seat:
            return [TakeRow(row) for row in ROW_NUMBERS]
        if state.phase == "scored" and seat == _DEALER:
            return [Deal()]
        return []

    def apply(self, state: NimmtState, seat: Seat, move: NimmtMove, chance: Chance) -> Step[NimmtState]:
        """One selection, one row taken, or the next deal."""
        if move not in self.legal(state, seat):
            raise _refusal(state, seat, move)
        match move:
            case Choose(card=card):
                return trick.choose(state, seat, card)
            case TakeRow(row=row):
                return trick.answer(state, row)
            case Deal():
                return _next_round(state, chance)

    def view(self, state: NimmtState, seat: Seat | None) -> NimmtView:
        """All that lies on the table, and the own hand."""
        return NimmtView(
            options=state.options,
            seats=state.seats,
            phase=state.phase,
            round=state.round,
            trick=state.trick,
            rows=state.rows,
            hand=() if seat is None else state.hands[seat],
            selected=None if seat is None else state.selected[seat],
            chosen=tuple([card is not None for card in state.selected]),
            last=state.last,
            question=state.question,
            heads=state.heads,
            totals=state.totals,
            scores=state.scores,
            played=_face_up(state),
        )

    def outcome(self, state: NimmtState) -> Outcome | None:
        """Fewest heads win; equal totals share a place (2.3.4, 2.3.5)."""
        if state.phase != "over":
            return None
        rounds = list(enumerate(state.scores, start=1))
        return Outcome(
            places=tuple([1 + sum(other < total for other in state.totals) for total in state.totals]),
            scores=state.totals,
            breakdown=tuple(
                [
                    tuple([ScoreRow("round", row[seat], number) for number, row in rounds])
                    for seat in range(state.seats)
                ]
            ),
            lowest_wins=True,
        )

    def forced(self, state: NimmtState) -> tuple[Seat, NimmtMove] | None:
        """The next deal, and everybody's last card (5.6)."""
        if state.phase == "scored":
            return _DEALER, Deal()
        for number, hand in enumerate(state.hands):
            if len(hand) == 1 and state.owes_card(Seat(number)):
                return Seat(number), Choose(hand[0])
        return None

    def default(self, state: NimmtState, seat: Seat, chance: Chance) -> NimmtMove:
        """A random card (5.2), the cheapest row (5.4); a seat that owes nothing is refused."""
        if seat not in self.decisions(state):
            raise Refusal("over" if state.phase == "over" else "not_asked")
        if state.question:
            return TakeRow(trick.cheapest_row(state))
        if state.phase == "scored":
            return Deal()
        return Choose(chance.stream(f"absent {seat}", state.turn).choice(state.hands[seat]))

    def turn(self, state: NimmtState) -> int:
        """Counts reveals, answered questions and deals."""
        return state.turn

    def check(self, state: NimmtState) -> None:
        """All invariants of 5.12, and that the phase fits what lies on the table."""
        check(state)

    def restore(self, data: bytes) -> NimmtState:
        """A position set up by hand; rows and hands are enough."""
        return restore(data)


def _dealt(seats: int, chance: Chance, *, number: int) -> tuple[tuple[Row, ...], tuple[Row, ...], Row]:
    dealt = deal(chance.stream("deal", number).shuffled(DECK), seats)
    return tuple([tuple(sorted(hand)) for hand in dealt.hands]), dealt.rows, tuple(sorted(dealt.unused))


def _next_round(state: NimmtState, chance: Chance) -> Step[NimmtState]:
    hands, rows, unused = _dealt(state.seats, chance, number=state.round + 1)
    state = replace(
        state,
        phase="choose",
        round=state.round + 1,
        trick=1,
        turn=state.turn + 1,
        rows=rows,
        hands=hands,
        last=(),
        piles=((),) * state.seats,
        unused=unused,
    )
    dealt = Dealt(round=state.round, rows=tuple([row[0] for row in rows]))
    return Step(state, (dealt,), irrevocable=True, milestone=True)


def _face_up(state: NimmtState) -> tuple[int, ...]:
    cards = [card for row in (*state.rows, *state.piles) for card in row]
    return tuple(sorted([*cards, *[placement.card for placement in state.waiting]]))


def _refusal(state: NimmtState, seat: Seat, move: NimmtMove) -> Refusal:
    """Why a move is not legal, said to the one who tried it (5.13)."""
    if state.phase == "over":
        return Refusal("over")
    if not 0 <= seat < state.seats:
        return Refusal("not_asked")
    match move:
        case Choose(card=card) if state.phase == "choose":
            return Refusal("not_in_hand", card=card)
        case Choose() if state.phase == "place":
            return Refusal("already_revealed")
        case TakeRow(row=row) if state.question:
            asked = state.question.seat == seat
            return Refusal("no_such_row", row=row) if asked else Refusal("not_asked")
        case Deal() if state.phase == "scored":
            return Refusal("not_asked")
        case _:
            return Refusal("not_now")


GAME = SixNimmt()
