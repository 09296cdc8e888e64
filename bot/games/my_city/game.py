"""The rules of My City: Roll & Build behind the contract that all games share."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.chronicle import Highlight, Page
from bot.games.contract import Choice, Decision, Ends, Game, Info, Luck, Number, Outcome, ScoreRow, Seat, Step
from bot.games.my_city import moves, pace, rounds
from bot.games.my_city.city import CHAPTERS, CITY, EPISODES
from bot.games.my_city.highlights import highlights
from bot.games.my_city.legal import FIRST, default_choice, default_next, must_stop, refusal
from bot.games.my_city.opponents import OPPONENTS
from bot.games.my_city.planning import PLANNING
from bot.games.my_city.position import Position
from bot.games.my_city.scoring import episodes_left, free_order, plan, points_of, rows, totals


class MyCity(Game[moves.MyCityOptions, moves.MyCityState, moves.MyCityMove, moves.MyCityView]):
    """My City: Roll & Build, all twelve episodes, one by one or as a campaign at one table."""

    info = Info(
        key="my_city",
        title="My City: Roll & Build",
        designers=("Reiner Knizia",),
        publisher="Kosmos",
        seats=CITY.seats,
        minutes=20,
        links=("https://boardgamegeek.com/boardgame/359970/my-city-roll-and-build",),
        options=(
            Choice("mode", ("episode", "chapter", "mini", "campaign")),
            Number("episode", min(EPISODES), max(EPISODES), tuple(EPISODES), ("mode", "episode")),
            Number("chapter", min(CHAPTERS), max(CHAPTERS), tuple(CHAPTERS), ("mode", "chapter")),
            Choice("order", ("printed", "free"), ("mode", "campaign")),
            Choice("pace", ("together", "own")),
        ),
    )
    event_type = moves.MyCityEvent
    position_type = Position
    opponents = OPPONENTS
    planning = PLANNING
    adviser = "expert"
    analysed_in = 60.0
    puzzle_lead = 1.5
    by_digest = True
    holds_back = True

    def setup(self, options: moves.MyCityOptions, seats: int, chance: Chance) -> moves.MyCityState:
        """The first roll of the first episode, or the choice of one where the order is free."""
        refuse_seats(seats, CITY.seats)
        nothing = moves.MyCityState(
            options=options,
            phase="between",
            turn=0,
            episode=0,
            round=0,
            roll=None,
            sheets=(moves.Sheet(stopped=True),) * seats,
            choices=(None,) * seats,
        )
        if free_order(options):
            return nothing
        return rounds.begin(replace(nothing, turn=-1), plan(options)[0], chance).state

    def decisions(self, state: moves.MyCityState) -> dict[Seat, Decision]:
        """Everybody in the episode chooses in secret, who is alone in the open; seat 0 begins episodes."""
        if state.phase == "between":
            return {FIRST: Decision("episode")}
        seats = [Seat(seat) for seat in range(state.seats)]
        return {seat: Decision("round", private=len(seats) > 1) for seat in seats if state.owes(seat)}

    def legal(self, state: moves.MyCityState, seat: Seat) -> list[moves.MyCityMove]:
        """The spots for what the dice ask of this seat, passing, stopping, rolling on; else the episodes."""
        return pace.legal_at(state, seat)

    def apply(
        self, state: moves.MyCityState, seat: Seat, move: moves.MyCityMove, chance: Chance
    ) -> Step[moves.MyCityState]:
        """One choice, which may be the round's last, or the next episode."""
        no = refusal(pace.standing(state, seat), seat, move) or pace.refusal(state, seat, move)
        if no:
            raise no
        match move:
            case moves.Begin(episode=episode):
                return rounds.begin(state, episode, chance)
            case moves.Finish():
                return Step(replace(state, phase="over", turn=state.turn + 1), (moves.GameOver(),))
            case moves.RollOn():
                return rounds.roll_on(state, seat, chance)
            case _:
                return rounds.choose(state, seat, replace(move, round=0), chance)

    def view(self, state: moves.MyCityState, seat: Seat | None) -> moves.MyCityView:
        """Everything but what the others have chosen, and what lies ahead of the reader."""
        mine = state if seat is None else pace.standing(state, seat)
        choice = None if seat is None else mine.choices[seat]
        sheets = [rows(mine, other) if state.episode else () for other in range(state.seats)]
        return moves.MyCityView.of(
            mine,
            seat=seat,
            slowest=state.round,
            may_roll=seat is not None and pace.may_roll(state, seat),
            decided=tuple([choice is not None for choice in mine.choices]),
            choice=choice and replace(choice, round=0 if seat is None else pace.carried(state, seat)),
            points=tuple(map(points_of, sheets)),
            totals=totals(state.results, state.seats),
        )

    def points(self, view: moves.MyCityView) -> tuple[int, ...]:
        if view.phase != "round":
            return view.totals
        return tuple([total + now for total, now in zip(view.totals, view.points, strict=True)])

    def ends(self, view: moves.MyCityView, seat: Seat, rng: Luck) -> Ends:
        """Thought out as its computers do."""
        from bot.games.my_city.opponents.ends import ends  # brings numpy

        return ends(view, seat, rng)

    def highlights(self, pages: Sequence[Page[moves.MyCityView]]) -> Iterable[Highlight]:
        return highlights(pages)

    def outcome(self, state: moves.MyCityState) -> Outcome | None:
        """The highest sum of all episodes wins, a tie is shared (7); one episode is told row by row."""
        if state.phase != "over":
            return None
        results, scores = state.results, totals(state.results, state.seats)
        by_seat = results[0].rows
        if len(results) > 1:
            columns = [[ScoreRow("episode", points, one.episode) for points in one.points] for one in results]
            by_seat = tuple(zip(*columns, strict=True))
        return Outcome(places=Outcome.ranked(scores), scores=scores, breakdown=by_seat)

    def forced(self, state: moves.MyCityState) -> tuple[Seat, moves.MyCityMove] | None:
        """The next episode in the printed order; a stop where nothing fits and passing is out (8.1)."""
        if state.phase == "between":
            return None if free_order(state.options) else (FIRST, moves.Begin(episodes_left(state)[0]))
        seats = [Seat(seat) for seat in range(state.seats)]
        stuck = (seat for seat in seats if state.owes(seat) and must_stop(state, seat))
        return next(((seat, moves.Stop()) for seat in stuck), None)

    def late(self, state: moves.MyCityState, seat: Seat, chance: Chance) -> moves.MyCityMove:
        """A pass for one box, else a stop (8.20); the next episode."""
        return default_next(state) if state.phase == "between" else default_choice(state, seat)

    def turn(self, state: moves.MyCityState) -> int:
        """Counts rounds decided and episodes begun."""
        return state.turn

    def in_turn(self, state: moves.MyCityState) -> bool:
        """Between episodes, and all the time for somebody who plays alone."""
        return state.phase == "between" or state.seats == 1

    def has_post(self, state: moves.MyCityState) -> bool:
        """The end of an episode has one, also where the next begins by itself; of the rounds of somebody who
        plays alone only the first, whose post goes on with the others."""
        later = state.seats == 1 and state.round > 1
        return state.phase == "between" or (not later and super().has_post(state))


GAME = MyCity()
