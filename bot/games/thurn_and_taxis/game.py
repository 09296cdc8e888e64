"""The rules of Thurn and Taxis behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.contract import Choice, Decision, Game, Info, Outcome, Refusal, Seat, Step
from bot.games.thurn_and_taxis import moves, scoring, turn
from bot.games.thurn_and_taxis.closing import close
from bot.games.thurn_and_taxis.land import RULES, SEATS
from bot.games.thurn_and_taxis.legal import default_move, legal, may_take, refusal
from bot.games.thurn_and_taxis.moves import TaxisEvent, TaxisMove, TaxisOptions
from bot.games.thurn_and_taxis.opponents import OPPONENTS
from bot.games.thurn_and_taxis.position import Position, check, restore
from bot.games.thurn_and_taxis.scoring import outcome, score_of
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS, PLACES, Making
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView


class ThurnAndTaxis(Game[TaxisOptions, TaxisState, TaxisMove, TaxisView]):
    """Thurn and Taxis, the base game with both readings of the tile for all regions."""

    info = Info(
        key="thurn_and_taxis",
        title="Thurn and Taxis",
        designers=("Andreas Seyfarth", "Karen Seyfarth"),
        publisher="Hans im Glück",
        seats=SEATS,
        minutes=60,
        links=("https://boardgamegeek.com/boardgame/21790/thurn-and-taxis",),
        options=(Choice("all_regions", ("outside_baiern", "all_nine")),),
    )
    options_type = TaxisOptions
    state_type = TaxisState
    move_type = TaxisMove
    event_type = TaxisEvent
    view_type = TaxisView
    position_type = Position
    opponents = OPPONENTS

    def setup(self, options: TaxisOptions, seats: int, chance: Chance) -> TaxisState:
        """The start player's first turn, with six open cards and empty hands."""
        refuse_seats(seats, SEATS)
        start = Seat(chance.stream("start", 0).below(seats))
        nothing: tuple[tuple[str, ...], ...] = ((),) * seats
        untouched = TaxisState(
            options=options,
            phase="take",
            round=1,
            turn=0,
            moves=0,
            shuffles=1,
            active=start,
            start_player=start,
            deck=tuple(chance.stream("shuffle", 0).shuffled(CARDS)),
            discard=(),
            display=(None,) * len(PLACES),
            hands=nothing,
            routes=nothing,
            offices=nothing,
            carriages=(0,) * seats,
            tiles=((),) * seats,
            stacks=scoring.FULL,
        )
        making = Making(untouched, chance)
        turn.begin_turn(making, start, 1)
        return making.step().state

    def seats(self, state: TaxisState) -> int:
        return state.seats

    def decisions(self, state: TaxisState) -> dict[Seat, Decision]:
        """Whoever's turn it is, before everybody; what is to be done is the phase."""
        return {} if state.phase == "over" else {state.active: Decision(state.phase)}

    def legal(self, state: TaxisState, seat: Seat) -> Iterable[TaxisMove]:
        """All moves of whoever's turn it is, lazily: a long route can be closed in thousands of ways."""
        return legal(state, seat)

    def apply(self, state: TaxisState, seat: Seat, move: TaxisMove, chance: Chance) -> Step[TaxisState]:
        """One small move, and what follows from it by itself."""
        asked = state.phase == "over" or seat == state.active
        no = refusal(state, move) if asked else Refusal("not_asked")
        if no:
            raise no
        making = Making(replace(state, moves=state.moves + 1), chance)
        _make(making, move)
        return making.step()

    def view(self, state: TaxisState, seat: Seat | None) -> TaxisView:
        """All that lies on the table, what has happened in this turn and the last, and the own hand."""
        return TaxisView(
            options=state.options,
            seats=state.seats,
            phase=state.phase,
            round=state.round,
            turn=state.turn,
            active=state.active,
            start_player=state.start_player,
            display=state.display,
            deck_size=len(state.deck),
            discard=state.discard,
            stacks=state.stacks,
            players=tuple([_player(state, Seat(other)) for other in range(state.seats)]),
            hand=() if seat is None else state.hands[seat],
            taken=state.taken,
            played=state.played,
            official=state.official,
            forced_postmaster=state.forced_postmaster,
            may_take=may_take(state),
            ending=state.ending,
            news=_known(state.news, seat),
            before=_known(state.before, seat),
        )

    def outcome(self, state: TaxisState) -> Outcome | None:
        """Highest total wins; ties are broken on every place (section 6)."""
        return outcome(state)

    def forced(self, state: TaxisState) -> tuple[Seat, TaxisMove] | None:
        """Never: a move made because no other was possible would tell what is in the hand."""
        return None

    def default(self, state: TaxisState, seat: Seat, chance: Chance) -> TaxisMove:
        """The next step for a late player (edge 18); a seat that owes nothing is refused."""
        if seat not in self.decisions(state):
            raise Refusal("over" if state.phase == "over" else "not_asked")
        return default_move(state)

    def turn(self, state: TaxisState) -> int:
        """Counts moves: every one of them changes what can be done."""
        return state.moves

    def post(self, state: TaxisState) -> int:
        """Counts the turns of the players: each has one post, which grows while it goes on."""
        return state.turn

    def in_turn(self, state: TaxisState) -> bool:
        return True

    def check(self, state: TaxisState) -> None:
        check(state)

    def restore(self, data: bytes) -> TaxisState:
        return restore(data)


def _make(making: Making, move: TaxisMove) -> None:
    match move:
        case moves.Administrator():
            turn.call_administrator(making)
        case moves.TakeOpen():
            turn.take_open(making, move)
        case moves.TakeBlind():
            turn.take_blind(making)
        case moves.Begin():
            turn.begin(making, move)
        case moves.Play():
            turn.play(making, move)
        case moves.Close():
            close(making, move)
            turn.shrink_or_end(making)
        case moves.Discard():
            turn.shed(making, move)
        case moves.EndTurn():
            turn.end_turn(making)


def _player(state: TaxisState, seat: Seat) -> PlayerView:
    offices = state.offices[seat]
    return PlayerView(
        hand_size=len(state.hands[seat]),
        route=state.routes[seat],
        offices=offices,
        offices_left=RULES.offices_per_player - len(offices),
        carriage=state.carriages[seat],
        tiles=state.tiles[seat],
        score=score_of(state, seat),
    )


def _known(events: tuple[TaxisEvent, ...], seat: Seat | None) -> tuple[TaxisEvent, ...]:
    """What this seat may know; whoever took a card blind also sees the event that names it."""
    return tuple([event for event in events if event.seen_by is None or seat in event.seen_by])


GAME = ThurnAndTaxis()
