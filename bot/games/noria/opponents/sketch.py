"""A table of Noria in plain lists, so that thousands of turns can be played in a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bot.games.noria.box import (
    BOX,
    CHAMBERS,
    ISLANDS,
    KINDS,
    RESOURCES,
    RINGS,
    Bundle,
    DiscKind,
    island,
    ship_kinds,
    ships_at_first,
    space,
)
from bot.games.noria.state import Bot, NoriaView, Player
from bot.games.noria.wheel import PLACE, Disc

NUMBER = {kind: place for place, kind in enumerate(KINDS)}
"""By kind: its place in a stock."""
STEPS = tuple([BOX.chamber_step[chamber] for chamber in CHAMBERS])
SPOTS_OF = {
    number: tuple([(count, NUMBER[good]) for count, good in island(number).spots]) for number in ISLANDS
}
"""By island: how many warehouses of which good its spots give."""
SHIPS_OF = {number: tuple([NUMBER[kind] for kind in ship_kinds(number)]) for number in ISLANDS}
"""By island: the resources of its ship spaces."""
_TURNED = tuple(
    [PLACE[f"{ring}1"] + (step - 1) % BOX.slots[ring] for ring in RINGS for step in range(BOX.slots[ring])]
)
"""By place: where a disc comes from when all rings are turned."""

Isle = tuple[tuple[int, ...], tuple[bool, ...]]
"""The ships on an island, and which of its spots are free."""


@dataclass(slots=True)
class Hand:
    """What a player owns."""

    wheel: list[str]
    """By place of its slot the kind of the disc, `+` behind an upgraded one; empty without a disc."""
    ships: list[int]
    stock: list[int]
    empty: list[int]
    """As the stock, whose first three are resources."""
    knowledge: int
    factories: int
    """Still to be built."""
    levels: list[int]
    ambassador: int | None
    centre: list[DiscKind] = field(default_factory=list[DiscKind])

    def copy(self) -> Hand:
        """The same, to be changed by itself."""
        return Hand(
            self.wheel[:],
            self.ships[:],
            self.stock[:],
            self.empty[:],
            self.knowledge,
            self.factories,
            self.levels[:],
            self.ambassador,
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
    left: dict[DiscKind, int]
    """By disc: how many the market has."""
    prices: dict[DiscKind, int]
    islands: dict[int, Isle]
    """Those face up, by number; in the solo mode in the order of the circle."""
    down: list[int]
    """The others in the order in which they are thought to come, the next one last."""
    upper: list[int]
    lower: list[int]
    rival: Hand | None
    """The bot of the solo mode."""

    def copy(self) -> Sketch:
        """The same game, to be changed by itself."""
        return Sketch(
            [hand.copy() for hand in self.hands],
            self.seat,
            self.start,
            self.round,
            self.rounds,
            self.left.copy(),
            self.prices,
            self.islands.copy(),
            self.down[:],
            self.upper[:],
            self.lower[:],
            self.rival and self.rival.copy(),
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
        )

    @property
    def hand(self) -> Hand:
        """What whoever's turn it is owns."""
        return self.hands[self.seat]

    @property
    def space(self) -> int:
        """The highest uncovered space of the round track."""
        return space(len(self.hands), self.round)

    @property
    def others(self) -> list[Hand]:
        """Whoever plays against the one whose turn it is, the bot among them."""
        others = [hand for seat, hand in enumerate(self.hands) if seat != self.seat]
        return [*others, self.rival] if self.rival else others

    def score(self, levels: Sequence[int]) -> int:
        """The points of these levels."""
        values = [step * seats for step, seats in zip(STEPS, self.lower, strict=True)]
        points = sum([level * value for level, value in zip(levels, values, strict=False)])
        return points + max(levels) * values[4] + min(levels) * values[5]

    def lead(self, seat: int) -> int:
        """By how many points a seat is ahead of the best of the others."""
        others = [self.score(hand.levels) for each, hand in enumerate(self.hands) if each != seat]
        if self.rival:
            others.append(self.score(self.rival.levels))
        return self.score(self.hands[seat].levels) - max(others)

    @property
    def over(self) -> bool:
        """Whether the last round is done."""
        return self.round > self.rounds


def sketch_of(view: NoriaView, rng: Random) -> Sketch:
    """The game of a view; what lies face down is dealt at random among what it can be."""
    known = [isle.number for isle in view.islands]
    hidden = [number for number in ISLANDS if number not in known]
    return Sketch(
        hands=[_hand(player) for player in view.players],
        seat=view.active,
        start=view.start_player,
        round=view.round,
        rounds=view.rounds,
        left={pile.disc: pile.left for pile in view.market},
        prices={pile.disc: pile.price for pile in view.market},
        islands={
            isle.number: (isle.ships, tuple([owner is None for owner in isle.spots])) for isle in view.islands
        },
        down=rng.sample(hidden, view.face_down),
        upper=[seats.upper for seats in view.chambers],
        lower=[seats.lower for seats in view.chambers],
        rival=view.bot and _rival(view.bot),
    )


def turned(wheel: list[str]) -> list[str]:
    """The wheel after an administration."""
    return [wheel[place] for place in _TURNED]


def shifted(wheel: list[str], ring: str) -> list[str]:
    """The wheel after a night shift."""
    first, end = PLACE[f"{ring}1"], PLACE[f"{ring}1"] + BOX.slots["M" if ring == "M" else "L"]
    return [*wheel[:first], wheel[end - 1], *wheel[first : end - 1], *wheel[end:]]


def fresh(number: int, seats: int) -> Isle:
    """An island that has just been turned up."""
    return ships_at_first(number, seats), (True,) * 4


def _hand(player: Player) -> Hand:
    return Hand(
        wheel=_wheel(player.wheel),
        ships=_counts(player.ships)[: len(RESOURCES)],
        stock=_counts(player.stock),
        empty=_counts(player.empty),
        knowledge=player.knowledge,
        factories=player.factories_left,
        levels=[*player.levels],
        ambassador=player.ambassador,
        centre=[*player.centre],
    )


def _rival(bot: Bot) -> Hand:
    return Hand(_wheel(bot.wheel), [], [], [], 0, bot.factories_left, [*bot.levels], bot.ambassador)


def _wheel(wheel: Sequence[Disc | None]) -> list[str]:
    return [disc.kind + "+" * disc.upgraded if disc else "" for disc in wheel]


def _counts(bundle: Bundle) -> list[int]:
    return [bundle.of(kind) for kind in KINDS]


def bundle(counts: Sequence[int]) -> Bundle:
    """The other way round."""
    return Bundle(*counts)
