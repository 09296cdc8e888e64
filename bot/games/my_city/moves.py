"""Options, moves, events, the state of a table, and the view: all but the choices of a round (3.2)."""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr

from bot.games.contract import Event, Move, Options, ScoreRow, Seat, SeatEvent, State, View
from bot.games.my_city.cells import Cells, Roll, ordered
from bot.games.my_city.city import FirstCome, Kind

T = TypeVar("T")


def _written(value: T) -> T:
    """A default that is written out, beside those that are omitted."""
    return msgspec.field(default_factory=lambda: value)


class MyCityOptions(Options, frozen=True, kw_only=True, omit_defaults=True):
    """What is played at this table (section 7): one episode, a chapter, the mini-campaign of 3, 6 and 12, or
    all twelve, these in the printed order or as seat 0 chooses, who may also leave some out; and whether
    who has chosen may roll on alone."""

    mode: Literal["episode", "chapter", "mini", "campaign"] = _written("episode")
    episode: Annotated[int, Meta(ge=1, le=12)] = _written(1)
    chapter: Annotated[int, Meta(ge=1, le=4)] = _written(1)
    order: Literal["printed", "free"] = _written("printed")
    pace: Literal["together", "own"] = "together"


class Build(Move, frozen=True, tag="build", omit_defaults=True):
    """Draws what the dice ask for on these cells ("D1", "D2"), told in any order and kept row by row.

    Like every choice of a round it may be changed until the last player has chosen, or, at an own pace, its
    player has rolled on; and it carries its round where that is a later one than the table's."""

    cells: tuple[str, ...]
    round: int = 0

    def __post_init__(self) -> None:
        force_setattr(self, "cells", ordered(self.cells))


class BuildAndStop(Build, frozen=True, tag="build_and_stop", omit_defaults=True):
    """Builds, and leaves the episode with it (3.2): once the round is over, not asked again."""


class Pass(Move, frozen=True, tag="pass", omit_defaults=True):
    """Ticks a pass box, two for a church, draws nothing and stays in the episode (3.4)."""

    round: int = 0


class Stop(Move, frozen=True, tag="stop", omit_defaults=True):
    """Leaves the episode (3.2); the others go on."""

    round: int = 0


class RollOn(Move, frozen=True, tag="roll_on", omit_defaults=True):
    """At an own pace: sees the dice of the next round, alone, once the own choice of this one is made."""

    round: int = 0


class Begin(Move, frozen=True, tag="begin"):
    """Seat 0 begins the next episode: automatic in the printed order, else any that was not played yet."""

    episode: int


class Finish(Move, frozen=True, tag="finish"):
    """Seat 0 ends a campaign of free order with the episodes played so far."""


Chosen = Build | BuildAndStop | Pass | Stop
"""What is chosen in a round."""
MyCityMove = Chosen | RollOn | Begin | Finish


class EpisodeBegun(Event, frozen=True, kw_only=True, tag="episode_begun"):
    """A fresh sheet for everybody; `bandits` by seat: those that are active on it."""

    episode: int
    bandits: tuple[tuple[str, ...], ...]


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """The dice of a round; at an own pace first those of who rolls on, for nobody else."""

    round: int
    roll: Roll


class Decided(SeatEvent, frozen=True, kw_only=True, tag="decided"):
    """A seat has chosen; what it is comes out when the last one has."""

    changed: bool


class Built(SeatEvent, frozen=True, kw_only=True, tag="built"):
    """A structure was drawn."""

    kind: Kind
    cells: tuple[str, ...]


class Passed(SeatEvent, frozen=True, kw_only=True, tag="passed"):
    """A seat has passed; `ticks` and `points` are those of its sheet now."""

    ticks: int
    points: int


class Stopped(SeatEvent, frozen=True, kw_only=True, tag="stopped"):
    """A seat has left the episode; `full` because no free cell is left on its sheet (3.5)."""

    full: bool = False


class BonusWon(Event, frozen=True, kw_only=True, tag="bonus_won"):
    """These seats are the first to have built over all cells of a kind (5.4)."""

    kind: FirstCome
    seats: tuple[Seat, ...]


class EpisodeScored(Event, frozen=True, kw_only=True, tag="episode_scored"):
    """Everybody has stopped: points, gold bags won, and bandits that come along, by seat."""

    episode: int
    points: tuple[int, ...]
    bags: tuple[int, ...]
    bandits: tuple[tuple[str, ...], ...]


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The last episode is done."""


MyCityEvent = EpisodeBegun | Rolled | Decided | Built | Passed | Stopped | BonusWon | EpisodeScored | GameOver


Phase = Literal["round", "between", "over"]
"""A roll lies there and is being used; an episode is done and the next one to be begun; ended."""


class Structure(msgspec.Struct, frozen=True):
    """Something drawn on a sheet; its cells row by row."""

    kind: Kind
    cells: Cells

    def __post_init__(self) -> None:
        force_setattr(self, "cells", ordered(self.cells))


class Sheet(msgspec.Struct, frozen=True):
    """A player's sheet of the present episode."""

    drawn: tuple[Structure, ...] = ()
    """In the order of drawing."""
    ticks: int = 0
    """Pass boxes ticked."""
    stopped: bool = False
    """Has left the episode."""
    bandits: tuple[str, ...] = ()
    """The bandits that are active on this sheet: printed and left over, by number."""


class Bonus(msgspec.Struct, frozen=True):
    """A first-come bonus that is gone: who has won it, in which round."""

    kind: FirstCome
    round: int
    seats: tuple[Seat, ...]


class Past(msgspec.Struct, frozen=True):
    """The newest finished round of the episode: who did what with which roll, None for who had left."""

    round: int
    roll: Roll
    choices: tuple[Chosen | None, ...]


class Result(msgspec.Struct, frozen=True):
    """A finished episode, everything by seat."""

    episode: int
    points: tuple[int, ...]
    bags: tuple[int, ...]
    """Gold bags won in it."""
    bandits: tuple[tuple[str, ...], ...]
    """The bandits that were not enclosed."""
    rows: tuple[tuple[ScoreRow, ...], ...]
    """The score sheets."""


class MyCityView(View, frozen=True, kw_only=True):
    """One seat's knowledge; a spectator has no choice of his own. Who has rolled on alone sees round, dice,
    own sheet and own choice of the own round, and of the others what the table's round shows."""

    options: MyCityOptions
    seat: Seat | None
    """Whose view it is; None: a spectator's."""
    seats: int
    phase: Phase
    episode: int
    """1 to 12: the one under way, else the newest; 0 before a campaign of free order has begun."""
    round: int
    """From 1 in each episode."""
    slowest: int
    """The table's round: that of the slowest seat."""
    may_roll: bool
    """Whether this seat may roll on alone."""
    roll: Roll | None
    """The dice as they lie, in phase `round`."""
    sheets: tuple[Sheet, ...]
    """By seat, those of `episode`; as they were before the present round's choices."""
    bonuses: tuple[Bonus, ...]
    """The first-come bonuses of the episode that are gone."""
    last: Past | None
    """The round before this one; None in the first round of an episode."""
    results: tuple[Result, ...]
    """The finished episodes in the order of play."""
    decided: tuple[bool, ...]
    """By seat: has chosen for the present round."""
    choice: Chosen | None
    """The own choice, while it may still be changed."""
    points: tuple[int, ...]
    """By seat: the present sheet as if the episode ended now."""
    totals: tuple[int, ...]
    """By seat: the sum of the finished episodes."""

    @property
    def ahead(self) -> int:
        """The round that the own moves carry: the own one if it is later than the table's, else 0."""
        return self.round if self.round > self.slowest else 0


class MyCityState(State, frozen=True, kw_only=True, omit_defaults=True):
    """Everything indexed by seat; fields that the view has too mean the same there."""

    schema: int = _written(1)
    options: MyCityOptions
    phase: Phase
    turn: int
    """Grows when a round is decided, an episode begins and a campaign is finished: what buttons carry, and
    the number of the next roll's draw."""
    episode: int
    round: int
    roll: Roll | None
    sheets: tuple[Sheet, ...]
    choices: tuple[Chosen | None, ...]
    """What was chosen in the present round: a secret, as all that lies ahead is."""
    bonuses: tuple[Bonus, ...] = _written(())
    last: Past | None = _written(None)
    results: tuple[Result, ...] = _written(())
    rolls: tuple[Roll, ...] = ()
    """The dice of the next rounds, as far as somebody has rolled on."""
    ahead: tuple[tuple[Chosen | None, ...], ...] = ()
    """By seat what was chosen with them, None in the newest round that a seat has seen until it chooses;
    empty where nobody has rolled on."""

    @property
    def seats(self) -> int:
        return len(self.sheets)

    def owes(self, seat: Seat) -> bool:
        """Whether this seat still has to choose in the present round."""
        return self.phase == "round" and not self.sheets[seat].stopped and self.choices[seat] is None


Table = MyCityState | MyCityView
"""For functions of what is public, which work from either."""
