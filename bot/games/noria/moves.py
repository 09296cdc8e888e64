"""Options, moves and events of Noria.

A turn is made of small moves: influence, one disc after the other with its actions, politics; the end of the
turn does the administration. Slots are called `S1`, `M1` ... `L6` as in `wheel`.
"""

from typing import Annotated, Literal

import msgspec

from bot.games.contract import Event, Move, Options, SeatEvent
from bot.games.noria.box import NOTHING, Bundle, Chamber, DiscKind, Good, Path, Resource, Ring

LONGEST_START = 300
"""Characters of a start position."""


class NoriaOptions(Options, frozen=True, kw_only=True):
    """Which setup two to four players have (section 4), and the bot wheel of whoever plays alone (11.7)."""

    setup: Literal["first", "basic", "expert"] = "basic"
    bot: Literal["bot_1", "bot_2", "bot_3", "random"] = "bot_1"
    start: Annotated[str, msgspec.Meta(max_length=LONGEST_START)] = ""
    """A start position in four lines, as `notation.read_start` reads it: for one player."""


class Place(Move, frozen=True, tag="place"):
    """While the start wheel is built: a starting disc comes into a slot."""

    disc: DiscKind
    slot: str


class Choose(Move, frozen=True, tag="choose"):
    """At the start: one resource of one's own choice."""

    kind: Resource


class Enter(Move, frozen=True, tag="enter"):
    """At the start: a representative goes free of charge to level 1 of a path."""

    path: Path


class NightShift(Move, frozen=True, tag="night_shift"):
    """Influence: the medium or the large ring goes one slot clockwise."""

    ring: Literal["M", "L"]


class Modify(Move, frozen=True, tag="modify"):
    """Influence: two slots exchange what lies in them; the one that stands first in `SLOTS` is `one`."""

    one: str
    other: str


class Activate(Move, frozen=True, tag="activate"):
    """A disc is activated. `double` uses the one doubling of the turn. A bonus disc names the slots whose
    discs it gives an action more; two names (or one twice) are its upgraded side, which is the doubling.

    Resource discs bring all they give at once; other discs are then asked for their actions."""

    slot: str
    double: bool = False
    targets: tuple[str, ...] = ()


class Chain(Move, frozen=True, tag="chain"):
    """Several discs, each activated as soon as the one before it is done; `double` is the doubled one,
    `targets` are those of a bonus disc, which stands first. While a disc waits for its action, the empty
    chain gives up what is left of it: the next disc is chosen anew."""

    slots: tuple[str, ...]
    double: str | None = None
    targets: tuple[str, ...] = ()


class Travel(Move, frozen=True, tag="travel"):
    """Journey: the ambassador goes to this island; None turns up the next one and goes there."""

    island: int | None = None


class TakeShip(Move, frozen=True, tag="take_ship"):
    """Journey, after arriving: a ship from a space of the island, 1 to 3."""

    space: int


class Build(Move, frozen=True, tag="build"):
    """Journey, after arriving: a factory on a spot of the island, 1 to 4."""

    spot: int


class Buy(Move, frozen=True, tag="buy"):
    """City: the top disc of a pile of the market, paid in resources."""

    disc: DiscKind
    pay: Bundle = NOTHING


class Invest(Move, frozen=True, tag="invest"):
    """City: the own representative goes one level up on a path, from the cave to level 1."""

    path: Path
    pay: Bundle


class Produce(Move, frozen=True, tag="produce"):
    """Tool: an own empty warehouse is filled. The same action goes on with more of them until it is ended."""

    good: Good


class Upgrade(Move, frozen=True, tag="upgrade"):
    """Tool: a disc of the own wheel is turned to its upgraded side."""

    slot: str


class EndAction(Move, frozen=True, tag="end_action"):
    """The running action ends: it is given up, or what is left of it."""


class Politics(Move, frozen=True, tag="politics"):
    """A politician goes down in one chamber, then one of another chamber leaves the game (None: there is
    none). The turn then ends by itself, as nothing can follow."""

    down: Chamber
    remove: Chamber | None = None


class EndTurn(Move, frozen=True, tag="end_turn"):
    """Ends the turn: the administration follows."""


class Fit(Move, frozen=True, tag="fit"):
    """Administration: a disc that was bought in this turn comes into an empty slot."""

    disc: DiscKind
    slot: str


Choices = Place | Choose | Enter
Actions = Travel | TakeShip | Build | Buy | Invest | Produce | Upgrade | EndAction
NoriaMove = Choices | NightShift | Modify | Activate | Chain | Actions | Politics | EndTurn | Fit


class TurnBegun(SeatEvent, frozen=True, kw_only=True, tag="turn_begun"):
    """A turn begins; in round 0 the choices of the start."""

    round: int


class Placed(SeatEvent, frozen=True, kw_only=True, tag="placed"):
    """A starting disc lies on the wheel, or (`bought`) a disc from the market."""

    disc: str
    slot: str
    bought: bool = False


class Chosen(SeatEvent, frozen=True, kw_only=True, tag="chosen"):
    kind: Resource


class Shifted(SeatEvent, frozen=True, kw_only=True, tag="shifted"):
    """A night shift, and what it has cost in knowledge."""

    ring: Ring
    cost: int


class Modified(SeatEvent, frozen=True, kw_only=True, tag="modified"):
    one: str
    other: str
    cost: int


class Activated(SeatEvent, frozen=True, kw_only=True, tag="activated"):
    """A disc was activated and gives so many actions; a bonus disc none, but more of them to its targets."""

    slot: str
    disc: str
    actions: int
    doubled: bool = False
    targets: tuple[str, ...] = ()


class Gathered(SeatEvent, frozen=True, kw_only=True, tag="gathered"):
    kind: Resource
    count: int


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    island: int


class Travelled(SeatEvent, frozen=True, kw_only=True, tag="travelled"):
    island: int


class ShipTaken(SeatEvent, frozen=True, kw_only=True, tag="ship_taken"):
    island: int
    space: int
    kind: Resource


class Built(SeatEvent, frozen=True, kw_only=True, tag="built"):
    """A factory stands on a spot; its owner has got so many empty warehouses."""

    island: int
    spot: int
    good: Good
    warehouses: int


class Bought(SeatEvent, frozen=True, kw_only=True, tag="bought"):
    disc: DiscKind
    pay: Bundle


class Invested(SeatEvent, frozen=True, kw_only=True, tag="invested"):
    """A representative stands on a level; at the start for nothing."""

    path: Path
    level: int
    pay: Bundle = NOTHING


class Produced(SeatEvent, frozen=True, kw_only=True, tag="produced"):
    good: Good


class Upgraded(SeatEvent, frozen=True, kw_only=True, tag="upgraded"):
    slot: str
    disc: str


class GivenUp(SeatEvent, frozen=True, kw_only=True, tag="given_up"):
    """An action was ended; `unused` if nothing was done with it."""

    slot: str
    unused: bool


class Debated(SeatEvent, frozen=True, kw_only=True, tag="debated"):
    """Politics: one politician has gone down, another has left the game."""

    down: Chamber
    remove: Chamber | None
    cost: int


class Administered(SeatEvent, frozen=True, kw_only=True, tag="administered"):
    """The wheel has turned, and the factories have brought knowledge."""

    knowledge: int


class BotRotated(Event, frozen=True, kw_only=True, tag="bot_rotated"):
    """The bot wheel has turned; letters that came into the active half. `extra`: by the energy increase."""

    entered: tuple[str, ...]
    extra: bool = False


class Use(Event, frozen=True, kw_only=True):
    """Base: a letter was used once. `use` counts both uses of an upgraded one."""

    letter: str
    slot: str
    use: int = 1


class BotShip(Use, frozen=True, kw_only=True, tag="bot_ship"):
    """A: the bot's ambassador has come to an island; a ship goes to the box, None: cancelled."""

    island: int
    space: int | None
    kind: Resource | None


class BotFactory(Use, frozen=True, kw_only=True, tag="bot_factory"):
    """B: the bot's ambassador has come to an island; a factory stands on a spot, None: cancelled."""

    island: int
    spot: int | None


class BotIntrigue(Use, frozen=True, kw_only=True, tag="bot_intrigue"):
    """C: chambers in which a politician went down or left (None: that effect was lost), each with the path
    that led to it (None: the fallback). Both lost: cancelled."""

    down: Chamber | None
    down_path: Path | None
    remove: Chamber | None
    remove_path: Path | None


class BotInvested(Use, frozen=True, kw_only=True, tag="bot_invested"):
    """D or E, or (`instead`) the investment in place of a cancelled letter: the bot's representative has
    come to a level; path None: cancelled."""

    path: Path | None
    level: int = 0
    instead: bool = False


class BotStrengthened(Use, frozen=True, kw_only=True, tag="bot_strengthened"):
    """F: a letter lies on its upgraded side now; None: cancelled."""

    target: str | None
    target_slot: str | None


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The last round is done."""


ActionEvent = Gathered | Revealed | Travelled | ShipTaken | Built | Bought | Invested | Produced | Upgraded
BotEvent = BotRotated | BotShip | BotFactory | BotIntrigue | BotInvested | BotStrengthened
TurnEvent = Shifted | Modified | Activated | ActionEvent | GivenUp | Debated | Administered
NoriaEvent = TurnBegun | Placed | Chosen | TurnEvent | BotEvent | GameOver
