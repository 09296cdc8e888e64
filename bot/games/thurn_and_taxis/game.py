"""The rules of Thurn and Taxis behind the contract that all games share."""

from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.chronicle import Highlight, Page
from bot.games.contract import Choice, Ends, Info, Luck, Outcome, Refusal, Seat, Step, heard
from bot.games.in_turn import TurnGame
from bot.games.thurn_and_taxis import moves, scoring, turn
from bot.games.thurn_and_taxis.closing import close
from bot.games.thurn_and_taxis.highlights import highlights
from bot.games.thurn_and_taxis.land import RULES, SEATS
from bot.games.thurn_and_taxis.legal import default_move, legal, may_take, refusal
from bot.games.thurn_and_taxis.moves import TaxisEvent, TaxisMove, TaxisOptions
from bot.games.thurn_and_taxis.opponents import OPPONENTS
from bot.games.thurn_and_taxis.opponents.ends import ends
from bot.games.thurn_and_taxis.planning import PLANNING
from bot.games.thurn_and_taxis.position import Position
from bot.games.thurn_and_taxis.scoring import score_of
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS, PLACES, Making
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView


class ThurnAndTaxis(TurnGame[TaxisOptions, TaxisState, TaxisMove, TaxisView]):
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
    rules_version = 2
    event_type = TaxisEvent
    position_type = Position
    opponents = OPPONENTS
    adviser = "expert"
    analysed_in = 15.0
    puzzle_lead = 1.5
    planning = PLANNING

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
            shown=nothing,
        )
        making = Making(untouched, chance)
        turn.begin_turn(making, start, 1)
        return making.step().state

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
        return TaxisView.of(
            state,
            players=tuple([_player(state, Seat(other)) for other in range(state.seats)]),
            hand=() if seat is None else state.hands[seat],
            may_take=may_take(state),
            news=heard(state.news, seat),
            before=heard(state.before, seat),
        )

    def points(self, view: TaxisView) -> tuple[int, ...]:
        return tuple([player.score for player in view.players])

    def ends(self, view: TaxisView, seat: Seat, rng: Luck) -> Ends:
        """Thought out as its computers do."""
        return ends(view, seat, rng)

    def highlights(self, pages: Sequence[Page[TaxisView]]) -> Iterable[Highlight]:
        return highlights(pages)

    def outcome(self, state: TaxisState) -> Outcome | None:
        """Highest total wins; ties go by the way clockwise from who holds the tile of the game's end (section
        6)."""
        if state.phase != "over" or state.ending is None:
            return None
        seats = [Seat(seat) for seat in range(state.seats)]
        scores, first = tuple([score_of(state, seat) for seat in seats]), state.ending
        ranking = sorted(seats, key=lambda seat: (-scores[seat], (seat - first) % state.seats))
        places = tuple([1 + ranking.index(seat) for seat in seats])
        return Outcome(places, scores, tuple([scoring.rows(state, seat) for seat in seats]))

    def forced(self, state: TaxisState) -> tuple[Seat, TaxisMove] | None:
        """Never: a move made because no other was possible would tell what is in the hand."""
        return None

    def late(self, state: TaxisState, seat: Seat, chance: Chance) -> TaxisMove:
        """The next step (edge 18)."""
        return default_move(state)


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
        shown=state.shown[seat] if state.shown else (),
    )


class FirstTaxis(ThurnAndTaxis):
    """Version 1: nobody remembers which cards were taken openly."""

    rules_version = 1

    def setup(self, options: TaxisOptions, seats: int, chance: Chance) -> TaxisState:
        """The same table without that memory."""
        return replace(super().setup(options, seats, chance), shown=UNSET)


ThurnAndTaxis.versions = {1: FirstTaxis}
GAME = ThurnAndTaxis()
