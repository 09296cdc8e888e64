"""The rules of 6 nimmt! behind the contract that all games share."""

from collections.abc import Iterable, Sequence

from bot.games.chance import Chance
from bot.games.chronicle import Highlight, Page
from bot.games.contract import (
    Choice,
    Decision,
    Ends,
    Game,
    Info,
    Luck,
    Number,
    Outcome,
    Refusal,
    ScoreRow,
    Seat,
    Step,
)
from bot.games.six_nimmt import rounds
from bot.games.six_nimmt.deck import CARDS, LIMIT, ROUNDS, ROW_NUMBERS
from bot.games.six_nimmt.highlights import highlights
from bot.games.six_nimmt.moves import Choose, Deal, NimmtEvent, NimmtMove, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.opponents import JUDGE, OPPONENTS, easy_choice
from bot.games.six_nimmt.planning import PLANNING
from bot.games.six_nimmt.position import Position
from bot.games.six_nimmt.state import NimmtState, most_seats, refuse_seats
from bot.games.six_nimmt.view import NimmtView, standing

_DEALER = Seat(0)


class SixNimmt(Game[NimmtOptions, NimmtState, NimmtMove, NimmtView]):
    """6 nimmt!, the base game and its variants."""

    info = Info(
        key="six_nimmt",
        title="6 nimmt!",
        designers=("Wolfgang Kramer",),
        publisher="Amigo",
        seats=CARDS.seats,
        minutes=30,
        links=("https://boardgamegeek.com/boardgame/432/6-nimmt",),
        options=(
            Choice("deal", ("base", "strategy", "logic")),
            Choice("placement", ("normal", "professional")),
            Choice("playing", ("simultaneous", "open")),
            Choice("format", ("limit", "rounds", "tournament")),
            Number("limit", LIMIT.low, LIMIT.high, LIMIT.usual, ("format", "limit")),
            Choice("end", ("above", "reached"), ("format", "limit")),
            Number("rounds", ROUNDS.low, ROUNDS.high, ROUNDS.usual, ("format", "rounds")),
        ),
    )
    event_type = NimmtEvent
    position_type = Position
    opponents = OPPONENTS
    judge = JUDGE
    analysed_in = 10.0
    puzzle_lead = 2.5
    planning = PLANNING
    holds_back = True

    def setup(self, options: NimmtOptions, seats: int, chance: Chance) -> NimmtState:
        """The first round, dealt, or its draft."""
        refuse_seats(options, seats)
        return rounds.first_round(options, seats, chance)

    def decisions(self, state: NimmtState) -> dict[Seat, Decision]:
        """Cards are chosen in secret by all at once; the rest is decided by one alone, before everybody."""
        if state.question:
            return {state.question.seat: Decision("tie" if state.question.kind == "tie" else "row")}
        if state.on_turn is not None:
            return {state.on_turn: Decision("pick" if state.phase == "draft" else "card")}
        if state.phase == "scored":
            return {_DEALER: Decision("deal")}
        seats = [Seat(seat) for seat in range(state.seats)]
        return {seat: Decision("card", private=True) for seat in seats if state.owes_card(seat)}

    def legal(self, state: NimmtState, seat: Seat) -> list[NimmtMove]:
        """The cards of the hand until all have selected, or of the draft; the rows for the owner of a card
        that the placing waits for."""
        if not 0 <= seat < state.seats or (state.on_turn is not None and state.on_turn != seat):
            return []
        if state.phase == "draft":
            return [Pick(card) for card in state.pool]
        if state.phase == "choose":
            return [Choose(card) for card in state.hands[seat]]
        if state.question and state.question.seat == seat:
            return [TakeRow(row) for row in state.question.rows]
        if state.phase == "scored" and seat == _DEALER:
            return [Deal()]
        return []

    def apply(self, state: NimmtState, seat: Seat, move: NimmtMove, chance: Chance) -> Step[NimmtState]:
        """One card selected, laid or picked, one question answered, or the next deal."""
        if move not in self.legal(state, seat):
            raise _refusal(state, seat, move)
        match move:
            case Choose(card=card):
                return rounds.choose(state, seat, card)
            case TakeRow(row=row):
                assert state.question is not None, "legal only before a question"
                return rounds.answer(state, state.question, row)
            case Pick(card=card):
                return rounds.pick(state, seat, card)
            case Deal():
                return rounds.next_round(state, chance)

    def view(self, state: NimmtState, seat: Seat | None) -> NimmtView:
        """All that lies on the table, what has been seen of the hands, and the own hand."""
        laid: tuple[int | None, ...] = state.selected if state.open else ()
        # Without the cards that are laid in front of them.
        hands = tuple([tuple([card for card in hand if card not in laid]) for hand in state.hands])
        piled = [card for row in (*state.rows, *state.piles) for card in row]
        waiting = [placement.card for placement in state.waiting]
        return NimmtView.of(
            state,
            hand=() if seat is None else tuple(sorted(hands[seat])),
            selected=None if seat is None or state.open else state.selected[seat],
            chosen=tuple([card is not None for card in state.selected]),
            played=tuple(sorted([*piled, *waiting, *[card for card in laid if card is not None]])),
            start_player=state.start_player if state.open or state.phase == "draft" else None,
            known=hands if state.options.deal == "logic" else (),
            laid=laid,
        )

    def points(self, view: NimmtView) -> tuple[int, ...]:
        return standing(view)

    def ends(self, view: NimmtView, seat: Seat, rng: Luck) -> Ends:
        """Thought out as its computers do."""
        from bot.games.six_nimmt.opponents.ends import ends  # brings numpy

        return ends(view, seat, rng)

    def highlights(self, pages: Sequence[Page[NimmtView]]) -> Iterable[Highlight]:
        return highlights(pages)

    def outcome(self, state: NimmtState) -> Outcome | None:
        """Fewest heads win; equal totals share a place (2.3.4, 2.3.5)."""
        if state.phase != "over":
            return None
        rows = [
            tuple([ScoreRow("round", heads, number) for number, heads in enumerate(gained, start=1)])
            for gained in zip(*state.scores, strict=True)
        ]
        places = Outcome.ranked([-total for total in state.totals])
        return Outcome(places, state.totals, tuple(rows), lowest_wins=True)

    def forced(self, state: NimmtState) -> tuple[Seat, NimmtMove] | None:
        """The next deal, and everybody's last card (5.6)."""
        if state.phase == "scored":
            return _DEALER, Deal()
        for number, hand in enumerate(state.hands):
            if len(hand) == 1 and state.owes_card(Seat(number)):
                return Seat(number), Choose(hand[0])
        return None

    def late(self, state: NimmtState, seat: Seat, chance: Chance) -> NimmtMove:
        """An easy computer's card (5.2), a random one of the draft (3.2), the cheapest row or end (5.4)."""
        if state.question:
            return TakeRow(rounds.cheapest_row(state, state.question))
        if state.phase == "scored":
            return Deal()
        stream = chance.stream(f"absent {seat}", state.turn)
        if state.phase == "draft":
            return Pick(stream.choice(state.pool))
        return easy_choice(self.view(state, seat), tuple(self.legal(state, seat)), stream.below(1 << 32))

    def turn(self, state: NimmtState) -> int:
        """Counts reveals, answered questions, deals, picks and cards laid."""
        return state.turn

    def most_seats(self, options: NimmtOptions) -> int:
        """Nine in Open, five in a tournament, else ten."""
        return most_seats(options)

    def in_turn(self, state: NimmtState) -> bool:
        """In the draft, and all the time in Open."""
        return state.open or state.phase == "draft"


def _refusal(state: NimmtState, seat: Seat, move: NimmtMove) -> Refusal:
    """Why a move is not legal, said to the one who tried it (5.13)."""
    if state.phase == "over":
        return Refusal("over")
    if not 0 <= seat < state.seats:
        return Refusal("not_asked")
    match move:
        case Pick(card=card) if state.phase == "draft":
            mine = seat == state.on_turn
            return Refusal("not_in_pool", card=card) if mine else Refusal("not_asked")
        case Choose() if state.phase == "choose" and state.open and seat != state.on_turn:
            return Refusal("not_asked" if state.selected[seat] is None else "already_laid")
        case Choose(card=card) if state.phase == "choose":
            return Refusal("not_in_hand", card=card)
        case Choose() if state.phase == "place":
            return Refusal("already_revealed")
        case TakeRow() if state.question and state.question.seat != seat:
            return Refusal("not_asked")
        case TakeRow(row=row) if state.question and row not in ROW_NUMBERS:
            return Refusal("no_such_row", row=row)
        case TakeRow(row=row) if state.question:
            first, second = state.question.rows
            return Refusal("not_tied", row=row, first=first, second=second)
        case Deal() if state.phase == "scored":
            return Refusal("not_asked")
        case _:
            return Refusal("not_now")


GAME = SixNimmt()
