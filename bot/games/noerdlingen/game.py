"""The rules of City of Nördlingen behind the contract that all games share."""

from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.chronicle import Highlight, Page
from bot.games.contract import Choice, Ends, Info, Luck, Number, Outcome, Refusal, Seat, Step, Text
from bot.games.in_turn import TurnGame
from bot.games.noerdlingen import legal as legality, moves, turn
from bot.games.noerdlingen.board import board_of, draws
from bot.games.noerdlingen.calendar import DATES, LONGEST_DAY, day_meant
from bot.games.noerdlingen.highlights import highlights
from bot.games.noerdlingen.legal import default_move
from bot.games.noerdlingen.opponents.ends import ends
from bot.games.noerdlingen.opponents.levels import JUDGE, OPPONENTS
from bot.games.noerdlingen.planning import PLANNING
from bot.games.noerdlingen.position import Position
from bot.games.noerdlingen.territories import cells_alone, digit_of, rows, score
from bot.games.noerdlingen.town import SEATS, rounds_for, the_town
from bot.games.noerdlingen.turn import Making, placing_order

_TAKEN = "*"
"""Behind a date that was taken from the calendar."""


class Noerdlingen(
    TurnGame[moves.NoerdlingenOptions, moves.NoerdlingenState, moves.NoerdlingenMove, moves.NoerdlingenView]
):
    """City of Nördlingen, with every reading of what its rules leave open."""

    info = Info(
        key="noerdlingen",
        title="City of Nördlingen",
        designers=("Takashi Yamauchi", "Yoshihiko Koriyama"),
        publisher="Plan E, ForGames",
        seats=SEATS,
        minutes=30,
        links=("https://cdn.inside-games.jp/article/2025/04/29/166889.html",),
        options=(
            Choice("wall_mode", ("solid", "gate", "road")),
            Choice("territory_rule", ("largest_open", "size_cap", "all_parts")),
            Number("territory_size_cap", *moves.CAPS, (16, 22, 30), only_with=("territory_rule", "size_cap")),
            Choice("mirror_borders", ("off", "on")),
            Choice("elimination", ("strict", "skip_turn")),
            Text("date", longest=LONGEST_DAY, example="0519"),
        ),
    )
    event_type = moves.NoerdlingenEvent
    position_type = Position
    opponents = OPPONENTS
    judge = JUDGE
    adviser = "expert"
    planning = PLANNING

    def opened(self, options: moves.NoerdlingenOptions, today: str) -> moves.NoerdlingenOptions:
        """The churches get the numbers of the day on which the game begins, unless a date was typed."""
        _, month, day = today.split("-")
        return options if self.again(options).date else replace(options, date=f"{month}{day}{_TAKEN}")

    def again(self, options: moves.NoerdlingenOptions) -> moves.NoerdlingenOptions:
        """A rematch takes its own day, unless a date was typed."""
        return replace(options, date="") if options.date.endswith(_TAKEN) else options

    def typed(self, option: str, text: str) -> str:
        """A day in any spelling. Refusals: no_such_date, two_dates, several_dates."""
        return day_meant(text)

    def setup(self, options: moves.NoerdlingenOptions, seats: int, chance: Chance) -> moves.NoerdlingenState:
        """The empty town, with the start player about to draw the first soldier."""
        refuse_seats(seats, SEATS)
        date = options.date.removesuffix(_TAKEN) or chance.stream("date", 0).choice(DATES)
        if date not in DATES:
            raise Refusal("no_such_date", date=date)
        start = Seat(chance.stream("start", 0).below(seats))
        return moves.NoerdlingenState(
            options=options,
            date=date,
            phase="place",
            round=0,
            turn=1,
            moves=0,
            start_player=start,
            active=start,
            waiting=placing_order(start, seats)[1:],
            soldiers=((),) * seats,
            table=(),
            left=(None,) * seats,
        )

    def legal(self, state: moves.NoerdlingenState, seat: Seat) -> Iterable[moves.NoerdlingenMove]:
        return legality.legal(state, seat)

    def apply(
        self, state: moves.NoerdlingenState, seat: Seat, move: moves.NoerdlingenMove, chance: Chance
    ) -> Step[moves.NoerdlingenState]:
        """One move, with the territories that arise by it."""
        if no := legality.refusal(state, seat, move):
            raise no
        making = Making(replace(state, moves=state.moves + 1))
        turn.make(making, move)
        return making.step()

    def view(self, state: moves.NoerdlingenState, seat: Seat | None) -> moves.NoerdlingenView:
        """Everything: nobody has secrets in this game."""
        return moves.NoerdlingenView.of(
            state,
            digits=tuple(
                [(church.id, digit_of(state.date, church.date_digit)) for church, _ in the_town().churches]
            ),
            rounds=rounds_for(state.seats),
            free=legality.free_numbers(state) if state.phase == "choose" else (),
            players=tuple(
                [
                    moves.PlayerView(
                        soldiers=soldiers,
                        number=state.table[-1][other] if state.table else None,
                        left=state.left[other],
                        cells=cells_alone(state.territories, Seat(other)),
                        score=score(state.territories, Seat(other)),
                    )
                    for other, soldiers in enumerate(state.soldiers)
                ]
            ),
        )

    def points(self, view: moves.NoerdlingenView) -> tuple[int, ...]:
        return tuple([player.score for player in view.players])

    def ends(self, view: moves.NoerdlingenView, seat: Seat, rng: Luck) -> Ends:
        """Thought out as its computers do."""
        return ends(view, seat, rng)

    def highlights(self, pages: Sequence[Page[moves.NoerdlingenView]]) -> Iterable[Highlight]:
        return highlights(pages)

    def outcome(self, state: moves.NoerdlingenState) -> Outcome | None:
        """Highest total wins; a tie goes to more cells owned alone, else the place is shared (section 8)."""
        if state.phase != "over":
            return None
        seats, land = [Seat(seat) for seat in range(state.seats)], state.territories
        worth = [(score(land, seat), cells_alone(land, seat)) for seat in seats]
        scores = tuple([points for points, _ in worth])
        return Outcome(Outcome.ranked(worth), scores, tuple([rows(land, seat) for seat in seats]))

    def forced(self, state: moves.NoerdlingenState) -> tuple[Seat, moves.NoerdlingenMove] | None:
        """A border that can be drawn in one way alone, or in none. Where a bonus border would follow, the
        turn is left to its player, whom the board then calls once for both."""
        if state.phase != "draw":
            return None
        board, seat = board_of(state), state.active
        match list(islice(draws(state), 2)):
            case []:
                return seat, moves.Stuck()
            case [only]:
                after, closed = board.drawn(seat, only)
                follows = closed and any(after.bonuses(seat))
                return None if follows else (seat, moves.Draw(only.start, only.steps))
            case _:
                return None

    def late(self, state: moves.NoerdlingenState, seat: Seat, chance: Chance) -> moves.NoerdlingenMove:
        """As section 6 says."""
        return default_move(state, chance)


GAME = Noerdlingen()
