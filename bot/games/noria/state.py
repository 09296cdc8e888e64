"""The whole truth about a table of Noria."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.games.contract import ScoreRow, Seat, View
from bot.games.in_turn import TurnState
from bot.games.noria import box
from bot.games.noria.moves import Chain, NoriaEvent, NoriaOptions
from bot.games.noria.wheel import SLOTS, Disc

Owner = Seat | Literal["bot"]
Phase = Literal["wheel", "resources", "path", "influence", "actions", "disc", "fit", "over"]
"""The choices of the start: wheel, resources, path. A turn: before the first disc; between discs; a disc
waits for its action; bought discs are to be fitted in. Ended."""


Count = Annotated[int, Meta(ge=0)]
Levels = Annotated[tuple[Annotated[int, Meta(ge=0, le=box.TOP)], ...], Meta(min_length=4, max_length=4)]
"""On each path; 0 is the cave."""
Edition = Annotated[int, Meta(ge=2, le=box.NEWEST)] | UnsetType
"""Which numbers a game is played by; those of the first edition where nothing is said."""
Wheel = Annotated[tuple[Disc | None, ...], Meta(min_length=len(SLOTS), max_length=len(SLOTS))]


class Pile(Struct, frozen=True):
    disc: box.DiscKind
    price: int
    left: Count


class Island(Struct, frozen=True):
    """An island that is face up: the ships on its three spaces, the owners of its four factory spots."""

    number: int
    ships: Annotated[tuple[Count, ...], Meta(min_length=3, max_length=3)]
    spots: Annotated[tuple[Owner | None, ...], Meta(min_length=4, max_length=4)] = (None,) * 4

    @property
    def fleet(self) -> box.Bundle:
        """All its ships."""
        return box.Bundle(**dict(zip(box.SHIP_KINDS[self.number], self.ships, strict=True)))


class Seats(Struct, frozen=True):
    """A chamber: politicians in its upper and its lower row."""

    upper: Count = box.POLITICIANS
    lower: Count = 0

    @property
    def removed(self) -> int:
        """How many have left the game."""
        return box.POLITICIANS - self.upper - self.lower


class Player(Struct, frozen=True, kw_only=True):
    """All that a player owns; nothing of it is hidden."""

    wheel: Wheel
    centre: tuple[box.DiscKind, ...] = ()
    """Discs bought in this turn, not yet fitted in."""
    ships: box.Bundle = box.Bundle(energy=1, mycelium=1, obsidian=1)
    stock: box.Bundle = box.NOTHING
    """Resources, and goods: a full warehouse is one good."""
    empty: box.Bundle = box.NOTHING
    """Empty warehouses by their good."""
    knowledge: Count = 0
    factories_left: Count = box.FACTORIES
    levels: Levels = (0,) * len(box.PATHS)
    ambassador: int | None = None
    """The number of the island; None is the harbour."""

    @property
    def built(self) -> int:
        """How many factories stand on islands."""
        return box.FACTORIES - self.factories_left

    @property
    def warehouses(self) -> list[box.Good]:
        """The goods for which there is a warehouse, full or empty."""
        return [good for good in box.GOODS if self.stock.of(good) + self.empty.of(good)]


class Bot(Struct, frozen=True, kw_only=True):
    wheel: Wheel
    """Letters A to F."""
    levels: Levels
    ambassador: int
    factories_left: Count = box.FACTORIES


class Running(Struct, frozen=True):
    """A disc that waits for an action."""

    slot: str
    left: Annotated[int, Meta(ge=1, le=4)]
    """Actions still to be chosen, the present one among them."""
    stage: Literal["fresh", "arrived", "producing"] = "fresh"
    """How far the present action is: arrived on an island, or producing."""
    then: Chain | UnsetType = UNSET
    """What is left of a chain: it follows by itself."""


class Turn(Struct, frozen=True, kw_only=True):
    """How far the turn under way has come."""

    night_shifts: Count = 0
    modifications: Count = 0
    activated: tuple[str, ...] = ()
    """Slots of the discs activated, in order."""
    targets: tuple[str, ...] = ()
    """Slots that bonus discs have named, as often as they were."""
    doubled: str | None = None
    """The slot of the upgraded disc whose doubling was used."""
    running: Running | None = None
    debates: int = 0
    """How often politics was made."""


def phase_of(turn: Turn) -> Phase:
    """How far a turn has come that is not at its end."""
    return "disc" if turn.running else "actions" if turn.activated else "influence"


def level_on(levels: tuple[int, ...], path: box.Path) -> int:
    """The level on one path."""
    return levels[box.PATHS.index(path)]


def raised(levels: tuple[int, ...], path: box.Path) -> tuple[int, ...]:
    """The levels after one step up on a path."""
    return tuple([level + (name == path) for name, level in zip(box.PATHS, levels, strict=True)])


def value(chambers: tuple[Seats, ...], chamber: box.Chamber) -> int:
    """The value of a chamber (section 10)."""
    return box.BOX.chamber_step[chamber] * chambers[CHAMBER_PLACE[chamber]].lower


def debated(
    chambers: tuple[Seats, ...], down: box.Chamber | None = None, remove: box.Chamber | None = None
) -> tuple[Seats, ...]:
    """The chambers after a politician went down in one, and one of an upper row left the game."""
    changed = list(chambers)
    moved: tuple[tuple[box.Chamber | None, int], ...] = ((down, 1), (remove, 0))
    for chamber, more in moved:
        if chamber:
            old, place = changed[CHAMBER_PLACE[chamber]], CHAMBER_PLACE[chamber]
            changed[place] = Seats(old.upper - 1, old.lower + more)
    return tuple(changed)


def everybody(known: Known) -> dict[Owner, Player | Bot]:
    """Whoever has pieces on the table, the bot last."""
    found: dict[Owner, Player | Bot] = {Seat(seat): player for seat, player in enumerate(known.players)}
    if known.bot:
        found["bot"] = known.bot
    return found


CHAMBER_PLACE: dict[box.Chamber, int] = {chamber: place for place, chamber in enumerate(box.BOX.chamber_step)}
"""Where a chamber stands in the row."""


class NoriaView(View, frozen=True, kw_only=True):
    """The table as everybody sees it. The functions of `panel`, `legal` and `costs` take it as it is."""

    options: NoriaOptions
    seats: int
    phase: Phase
    round: int
    """From 1; 0 while the start is being chosen."""
    rounds: int
    space: int
    """The highest uncovered space of the round track: what costs follow from."""
    turn: int
    active: Seat
    start_player: Seat
    market: tuple[Pile, ...]
    """E, M, O, then by price."""
    islands: tuple[Island, ...]
    """The ones face up, in the order of turning up; in the solo mode the circle, clockwise."""
    face_down: int
    """How many islands can still be turned up."""
    chambers: tuple[Seats, ...]
    """As `box.CHAMBERS`."""
    players: tuple[Player, ...]
    bot: Bot | None
    """Only in the solo mode."""
    current: Turn
    scores: tuple[int, ...]
    """Of each seat, as if the game ended now."""
    bot_score: int | None
    setup: str
    """The start position in its notation, once it is complete; only in the solo mode."""
    news: tuple[NoriaEvent, ...]
    """What has happened in the present turn so far."""
    before: tuple[NoriaEvent, ...]
    """What happened in the turn before, whole; in the solo mode with the bot's turn."""
    edition: Edition = UNSET

    @property
    def numbers(self) -> box.Numbers:
        """What the game is played by."""
        return box.numbers(self.edition)


class NoriaState(TurnState, frozen=True, kw_only=True):
    """Everything as in `NoriaView`, and the islands face down in their order."""

    options: NoriaOptions
    phase: Phase
    round: int
    turn: Count
    """Players' turns begun so far, the choices of the start among them."""
    moves: Count
    """Moves made so far: what buttons carry."""
    active: Seat
    start_player: Seat
    market: tuple[Pile, ...]
    islands: tuple[Island, ...]
    stack: tuple[int, ...]
    """The next island first."""
    chambers: Annotated[tuple[Seats, ...], Meta(min_length=6, max_length=6)]
    players: tuple[Player, ...]
    bot: Bot | None
    current: Turn = Turn()
    setup: str = ""
    news: tuple[NoriaEvent, ...] = ()
    before: tuple[NoriaEvent, ...] = ()
    edition: Edition = UNSET

    @property
    def numbers(self) -> box.Numbers:
        """What the game is played by."""
        return box.numbers(self.edition)

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def rounds(self) -> int:
        """How many rounds they play."""
        return box.BOX.rounds[self.seats]

    @property
    def space(self) -> int:
        """The highest uncovered space of the round track."""
        return box.space(self.seats, self.round)

    @property
    def face_down(self) -> int:
        """How many islands can still be turned up."""
        return len(self.stack)


SHARED = tuple([name for name in NoriaView.__struct_fields__ if name in NoriaState.__struct_fields__])
"""The fields that states and views have in common."""
Known = NoriaState | NoriaView
"""What costs and legality follow from: the truth, or what everybody sees of it."""


# Points (rules 10)


def rows(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> tuple[ScoreRow, ...]:
    """The points of these levels, chamber by chamber."""
    factors = zip(box.CHAMBERS, (*levels, max(levels), min(levels)), strict=True)
    return tuple([ScoreRow(name.lower(), factor * value(chambers, name)) for name, factor in factors])


def score(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> int:
    """The points of these levels on the four paths."""
    return sum([row.points for row in rows(levels, chambers)])


def view_of(state: NoriaState) -> NoriaView:
    """What everybody sees of a table: only the islands face down are hidden."""
    return NoriaView.of(
        state,
        scores=tuple([score(player.levels, state.chambers) for player in state.players]),
        bot_score=score(state.bot.levels, state.chambers) if state.bot else None,
    )
