"""The rules of Noria behind the contract that all games share."""

from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.checking import refuse_seats
from bot.games.chronicle import Highlight, Page
from bot.games.contract import Choice, Ends, Info, Luck, Outcome, Seat, Step, Text
from bot.games.in_turn import TurnGame
from bot.games.noria import legal, notation, opening, position, turns
from bot.games.noria.acting import Making, act
from bot.games.noria.box import NEWEST, SEATS
from bot.games.noria.highlights import highlights
from bot.games.noria.moves import LONGEST_START, NoriaEvent, NoriaMove, NoriaOptions
from bot.games.noria.opponents import OPPONENTS
from bot.games.noria.opponents.ends import ends
from bot.games.noria.planning import PLANNING
from bot.games.noria.state import Edition, NoriaState, NoriaView, rows, view_of


class Noria(TurnGame[NoriaOptions, NoriaState, NoriaMove, NoriaView]):
    """Noria for two to four, and for one against the bot wheel."""

    info = Info(
        key="noria",
        title="Noria",
        designers=("Sophia Wagner",),
        publisher="Edition Spielwiese",
        seats=SEATS,
        minutes=120,
        links=("https://boardgamegeek.com/boardgame/224479/noria",),
        options=(
            Choice("setup", ("first", "basic", "expert"), only_with=("start", "")),
            Choice("bot", ("bot_1", "bot_2", "bot_3", "random"), only_with=("start", ""), solo=True),
            Text("start", longest=LONGEST_START, example=notation.EXAMPLE, several_lines=True, solo=True),
        ),
    )
    event_type = NoriaEvent
    position_type = position.Position
    opponents = OPPONENTS
    puzzle_lead = 8.0
    planning = PLANNING
    edition: Edition = NEWEST
    """The numbers with which games begin."""
    rules_version = 2

    def setup(self, options: NoriaOptions, seats: int, chance: Chance) -> NoriaState:
        """The choices of the start player, or the first round where a start position leaves none."""
        refuse_seats(seats, (SEATS[0], self.most_seats(options)))
        making = Making(opening.prepared(options, seats, chance, self.edition))
        opening.begin_choices(making, making.seat)
        turns.go_on_choosing(making)
        return making.step().state

    def for_beginners(self, options: NoriaOptions) -> NoriaOptions:
        """A first game."""
        return replace(options, setup="first")

    def is_first(self, options: NoriaOptions) -> bool:
        """A start position leaves nothing of the setup."""
        return options.setup == "first" and not options.start

    def typed(self, option: str, text: str) -> str:
        """A start position in its own lines. Refusals: those of `notation.read_start`."""
        return notation.write_start(notation.read_start(text))

    def most_seats(self, options: NoriaOptions) -> int:
        """A start position is one of the solo mode."""
        return opening.SOLO if options.start else SEATS[1]

    def legal(self, state: NoriaState, seat: Seat) -> Iterable[NoriaMove]:
        return legal.legal(state, seat)

    def apply(self, state: NoriaState, seat: Seat, move: NoriaMove, chance: Chance) -> Step[NoriaState]:
        """One small move, and what follows from it by itself."""
        if no := legal.refusal(state, seat, move):
            raise no
        making = Making(replace(state, moves=state.moves + 1))
        act(making, move)
        turns.go_on(making, move)
        return making.step()

    def view(self, state: NoriaState, seat: Seat | None) -> NoriaView:
        """All that lies on the table: only the islands face down are hidden, from everybody."""
        return view_of(state)

    def points(self, view: NoriaView) -> tuple[int, ...]:
        return view.scores

    def ends(self, view: NoriaView, seat: Seat, rng: Luck) -> Ends:
        """Thought out as its computers do."""
        return ends(view, seat, rng)

    def highlights(self, pages: Sequence[Page[NoriaView]]) -> Iterable[Highlight]:
        return highlights(pages)

    def outcome(self, state: NoriaState) -> Outcome | None:
        """Most points, then knowledge, then resources and goods, then shared; alone, the bot must be beaten:
        whoever has no more points than it is second."""
        if state.phase != "over":
            return None
        view, players = view_of(state), state.players
        pairs = zip(view.scores, players, strict=True)
        worth = [(points, player.knowledge, player.stock.total) for points, player in pairs]
        beaten = view.bot_score is None or view.scores[0] > view.bot_score
        made = tuple([rows(player.levels, state.chambers) for player in players])
        return Outcome(places=Outcome.ranked(worth) if beaten else (2,), scores=view.scores, breakdown=made)

    def forced(self, state: NoriaState) -> tuple[Seat, NoriaMove] | None:
        """An action that can only be given up, a bought disc for which one slot is free."""
        move = turns.left_alone(state)
        return None if move is None else (state.active, move)

    def late(self, state: NoriaState, seat: Seat, chance: Chance) -> NoriaMove:
        """The next step (edge 41)."""
        return turns.default_move(state)

    def setup_key(self, state: NoriaState) -> str:
        """The start position of the solo mode, the bot wheel in it; empty where several play."""
        return notation.canonical(notation.read_start(state.setup)) if state.setup else ""


class FirstNoria(Noria):
    """Version 1: the numbers of the first edition."""

    rules_version = 1
    edition = UNSET


Noria.versions = {1: FirstNoria}
GAME = Noria()
