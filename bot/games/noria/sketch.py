"""A table of Noria in plain lists, so that thousands of turns can be played in a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from msgspec.structs import astuple

from bot.games.noria import box
from bot.games.noria.state import Bot, Edition, Known, Player
from bot.games.noria.wheel import Disc, Wheel

STEPS = tuple([box.BOX.chamber_step[chamber] for chamber in box.CHAMBERS])
SPOTS_OF = {
    number: tuple([(count, box.KINDS.index(good)) for count, good in land.spots])
    for number, land in box.BOX.islands.items()
}
"""By island: how many warehouses of which good, by its place in a stock, its spots give."""
SHIPS_OF = {number: tuple(map(box.KINDS.index, kinds)) for number, kinds in box.SHIP_KINDS.items()}
"""By island: the resources of its ship spaces."""

Isle = tuple[tuple[int, ...], tuple[bool, ...]]
"""The ships on an island, and which of its spots are free."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbers that a game is played by, as they are looked up most quickly."""

    steps: list[list[tuple[int, bool]]]
    """By path and level: what the next one costs, and whether all of it has to be of one kind."""
    recipes: dict[int, tuple[int, ...]]
    """By place of a good in a stock: how much of each resource it is made of."""


@cache
def tables(edition: Edition) -> Tables:
    """Those of an edition."""
    numbers = box.numbers(edition)
    return Tables(
        steps=[
            [(units, level in steps.same) for level, units in enumerate(steps.n, start=1)]
            for steps in map(numbers.path_cost.__getitem__, box.PATHS)
        ],
        recipes={
            place: tuple(map(numbers.recipes[good].of, box.RESOURCES))
            for place, good in enumerate(box.GOODS, start=len(box.RESOURCES))
        },
    )


@dataclass(slots=True)
class Hand:
    """What a player owns, or the bot."""

    wheel: list[str]
    """By place of its slot the kind of the disc, `+` behind an upgraded one; empty without a disc."""
    levels: list[int]
    ambassador: int | None
    factories: int
    """Still to be built."""
    ships: list[int] = field(default_factory=list[int])
    stock: list[int] = field(default_factory=list[int])
    empty: list[int] = field(default_factory=list[int])
    """As the stock, whose first three are resources."""
    knowledge: int = 0
    centre: list[box.DiscKind] = field(default_factory=list[box.DiscKind])

    def copy(self) -> Hand:
        """The same, to be changed by itself."""
        return Hand(
            self.wheel[:],
            self.levels[:],
            self.ambassador,
            self.factories,
            self.ships[:],
            self.stock[:],
            self.empty[:],
            self.knowledge,
            self.centre[:],
        )


@dataclass(slots=True)
class Sketch:
    """Where a game stands; turns change it."""

    hands: list[Hand]
    seat: int
    start: int
    round: int
    rounds: int
    left: dict[box.DiscKind, int]
    """By disc: how many the market has."""
    prices: dict[box.DiscKind, int]
    islands: dict[int, Isle]
    """Those face up, by number; in the solo mode in the order of the circle."""
    down: list[int]
    """The others in the order in which they are thought to come, the next one last."""
    upper: list[int]
    lower: list[int]
    rival: Hand | None
    """The bot of the solo mode."""
    tables: Tables

    def copy(self) -> Sketch:
        """The same game, to be changed by itself."""
        return replace(
            self,
            hands=[hand.copy() for hand in self.hands],
            left=self.left.copy(),
            islands=self.islands.copy(),
            down=self.down[:],
            upper=self.upper[:],
            lower=self.lower[:],
            rival=self.rival and self.rival.copy(),
        )

    def branch(self) -> Sketch:
        """The same game, of which only the turn under way may be changed."""
        hands = self.hands[:]
        hands[self.seat] = hands[self.seat].copy()
        return Sketch(
            hands,
            self.seat,
            self.start,
            self.round,
            self.rounds,
            self.left.copy(),
            self.prices,
            self.islands.copy(),
            self.down,
            self.upper,
            self.lower,
            self.rival,
            self.tables,
        )

    @property
    def hand(self) -> Hand:
        """What whoever's turn it is owns."""
        return self.hands[self.seat]

    @property
    def space(self) -> int:
        """The highest uncovered space of the round track."""
        return box.space(len(self.hands), self.round)

    def others(self, seat: int) -> list[Hand]:
        """Whoever plays against a seat, the bot among them."""
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        return [*others, self.rival] if self.rival else others

    def score(self, levels: Sequence[int]) -> int:
        """The points of these levels."""
        values = [step * seats for step, seats in zip(STEPS, self.lower, strict=True)]
        points = sum([level * value for level, value in zip(levels, values, strict=False)])
        return points + max(levels) * values[4] + min(levels) * values[5]

    def lead(self, seat: int) -> int:
        """By how many points a seat is ahead of the best of the others."""
        best = max([self.score(hand.levels) for hand in self.others(seat)])
        return self.score(self.hands[seat].levels) - best

    @property
    def over(self) -> bool:
        """Whether the last round is done."""
        return self.round > self.rounds


def sketch_of(known: Known, down: Sequence[int] = ()) -> Sketch:
    """The game as it stands, with these islands face down, the next one last."""
    return Sketch(
        hands=[_hand(player) for player in known.players],
        seat=known.active,
        start=known.start_player,
        round=known.round,
        rounds=known.rounds,
        left={pile.disc: pile.left for pile in known.market},
        prices={pile.disc: pile.price for pile in known.market},
        islands={
            isle.number: (isle.ships, tuple([owner is None for owner in isle.spots]))
            for isle in known.islands
        },
        down=[*down],
        upper=[seats.upper for seats in known.chambers],
        lower=[seats.lower for seats in known.chambers],
        rival=known.bot and _pieces(known.bot),
        tables=tables(known.edition),
    )


def wheel_of(kinds: Sequence[str]) -> Wheel:
    """The wheel on which these discs lie."""
    return tuple([Disc(kind[0], len(kind) > 1) if kind else None for kind in kinds])


def fresh(number: int, seats: int) -> Isle:
    """An island that has just been turned up."""
    return box.ships_at_first(number, seats), (True,) * 4


def _hand(player: Player) -> Hand:
    hand = _pieces(player)
    hand.ships = [*astuple(player.ships)][: len(box.RESOURCES)]
    hand.stock, hand.empty = [*astuple(player.stock)], [*astuple(player.empty)]
    hand.knowledge, hand.centre = player.knowledge, [*player.centre]
    return hand


def _pieces(owner: Player | Bot) -> Hand:
    wheel = [disc.kind + "+" * disc.upgraded if disc else "" for disc in owner.wheel]
    return Hand(wheel, [*owner.levels], owner.ambassador, owner.factories_left)
