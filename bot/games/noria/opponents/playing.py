"""A whole turn on a sketch: what each disc of a line-up is best used for, in the eyes of a taste."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple

from bot.games.making import changed
from bot.games.noria import box, moves
from bot.games.noria.costs import influence_cost, politics_cost
from bot.games.noria.legal import BONUS, goals
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opponents.styles import Taste, Worth
from bot.games.noria.rival import bot_turn
from bot.games.noria.sketch import SHIPS_OF, SPOTS_OF, Hand, Sketch, fresh, wheel_of
from bot.games.noria.state import Turn
from bot.games.noria.wheel import ACTIVE, PLACE, SLOTS, turned

_USES = (("E", "E+"), ("M", "M+"), ("O", "O+"))
"""By resource: the discs that use its ships."""
_ORDER = "BEMOJTC"
"""Resources come before what they are used for."""


class Use(NamedTuple):
    """A disc to be activated."""

    slot: str
    kind: str
    actions: int
    double: bool = False
    targets: tuple[str, ...] = ()


Lineup = tuple[Use, ...]
NEW = Turn()
Influence = moves.NightShift | moves.Modify


def lineups(wheel: Sequence[str], turn: Turn = NEW) -> tuple[Lineup, ...]:
    """All sensible ways to go on: only the largest sets, since discs can be given up later."""
    active = [disc if slot in ACTIVE else "" for slot, disc in zip(SLOTS, wheel, strict=True)]
    return _lineups(tuple(active), turn)


@lru_cache(maxsize=20_000)
def _lineups(half: tuple[str, ...], turn: Turn) -> tuple[Lineup, ...]:
    sets, wheel = goals(wheel_of(half), turn), dict(zip(SLOTS, half, strict=True))
    largest = [
        sorted(chain, key=PLACE.__getitem__) for chain in sets if not any(chain < other for other in sets)
    ]
    return tuple([lineup for chain in largest for lineup in _ways(wheel, chain, turn)])


def _ways(wheel: dict[str, str], chain: Sequence[str], turn: Turn) -> Iterator[Lineup]:
    rest = [slot for slot in chain if slot not in turn.activated]
    bonus = [slot for slot in rest if wheel[slot][0] == BONUS]
    plain = [slot for slot in rest if slot not in bonus]
    others = [slot for slot in chain if wheel[slot][0] != BONUS]
    for named, doubled in _named(wheel, bonus, others, turn.doubled is not None):
        targets = [*turn.targets, *[target for use in named for target in use.targets]]
        able = [] if doubled else [slot for slot in plain if len(wheel[slot]) > 1]
        for double in able or [""]:
            uses = [
                Use(slot, wheel[slot][0], 1 + (slot == double) + targets.count(slot), slot == double)
                for slot in plain
            ]
            yield (*named, *sorted(uses, key=lambda use: _ORDER.index(use.kind)))


def _named(
    wheel: dict[str, str], bonus: list[str], others: list[str], doubled: bool
) -> Iterator[tuple[list[Use], bool]]:
    if not bonus:
        yield [], doubled
        return
    slot, *more = bonus
    for each in [(other,) for other in others] or [()]:
        for rest, used in _named(wheel, more, others, doubled):
            yield [Use(slot, BONUS, 0, targets=each), *rest], used
    if len(wheel[slot]) > 1 and not doubled:
        for pair in combinations_with_replacement(others, 2):
            for rest, _ in _named(wheel, more, others, True):
                yield [Use(slot, BONUS, 0, targets=pair), *rest], True


_PAYS = [tuple(map(box.KINDS.index, box.BOX.path_kinds[path])) for path in box.PATHS]
"""By path: the places in a stock of what pays for it."""
_GOODS = dict(enumerate(box.GOODS, start=len(box.RESOURCES)))
"""By place in a stock."""
_FILL = ("S1", "S2", "M4", "M3", "M1", "M2", "L6", "L5", "L4", "L1", "L2", "L3")
"""The order in which slots are filled: small rings first, and what comes in soon."""


_Purchase = tuple[float, int, box.DiscKind | None, list[int]]
"""What it gains; the path that is gone up, or the disc that is bought; the payment."""
_NOTHING: _Purchase = (0.0, 0, None, [])


def _using(wheel: list[str], kind: int) -> int:
    """How often the ships of a resource are used in a round in which all its discs are; upgraded ones count
    twice."""
    disc, upgraded = _USES[kind]
    return wheel.count(disc) + 2 * wheel.count(upgraded)


_Debate = tuple[float, int, int | None]
"""What politics gains; the chamber whose politician comes down, and the one that loses one."""


class _Thoughts:
    """A cache of what was found worth doing in one turn: its ways have most of their positions in common."""

    __slots__ = ("debates", "goals", "purchases")

    def __init__(self) -> None:
        self.goals: dict[object, int | None] = {}
        self.purchases: dict[object, _Purchase] = {}
        self.debates: dict[object, _Debate] = {}


class Plan:
    """A turn being played on a branch of a sketch: its moves, and what it is worth."""

    __slots__ = ("hand", "moves", "sketch", "tables", "thoughts", "value", "worth")

    def __init__(self, sketch: Sketch, worth: Worth, thoughts: _Thoughts) -> None:
        self.sketch = sketch.branch()
        self.hand = self.sketch.hand
        self.tables = sketch.tables
        self.worth = worth
        self.thoughts = thoughts
        self.value = 0.0
        self.moves: list[NoriaMove] = []

    @property
    def _others(self) -> list[Hand]:
        return self.sketch.others(self.sketch.seat)

    def branch(self) -> Plan:
        """The same turn, to be played on by itself."""
        plan = Plan(self.sketch, self.worth, self.thoughts)
        plan.value, plan.moves = self.value, self.moves[:]
        return plan

    def influence(self, move: Influence, cost: int) -> None:
        """A night shift or an exchange."""
        self.hand.knowledge -= cost
        self.value -= cost * self.worth.knowledge
        wheel = self.hand.wheel
        if isinstance(move, moves.NightShift):
            self.hand.wheel = [*turned(wheel, (move.ring,))]
        else:
            one, other = PLACE[move.one], PLACE[move.other]
            wheel[one], wheel[other] = wheel[other], wheel[one]
        self.moves.append(move)

    def play(self, lineup: Lineup) -> None:
        """All discs of a line-up, one after the other."""
        for use in lineup:
            self.moves.append(moves.Activate(use.slot, use.double, use.targets))
            self.run(use)

    def run(self, use: Use, stage: str = "fresh") -> None:
        """The actions of a disc."""
        for _ in range(use.actions):
            match use.kind:
                case "J":
                    self._journey(stage)
                case "T":
                    self._tool(stage)
                case "C":
                    self._city()
                case _:
                    kind = "EMO".index(use.kind)
                    count = self.hand.ships[kind] * use.actions
                    self.hand.stock[kind] += count
                    self.value += count * self.worth.stock[kind]
                    return
            stage = "fresh"

    # journeys

    def _journey(self, stage: str) -> None:
        hand = self.hand
        number = hand.ambassador or 0
        if stage == "fresh":
            goal = self._known_destination()
            if goal is None:
                self.moves.append(moves.EndAction())
                return
            number = goal
            if not goal:
                *self.sketch.down, number = self.sketch.down
                self.sketch.islands[number] = fresh(number, len(self.sketch.hands))
            self.moves.append(moves.Travel(goal or None))
            hand.ambassador = number
        gain, place, build = max(self._landings(number), default=(0.0, 0, False))
        if gain > 0:
            self.value += gain
            self._land(number, place, build)
        elif any(self._landings(number)):
            self.moves.append(moves.EndAction())

    def _known_destination(self) -> int | None:
        """From the cache: on one wheel the journeys of a turn come in one order, before tools and cities."""
        hand, known = self.hand, self.thoughts.goals
        key = (*hand.wheel, hand.ambassador, hand.factories, *hand.ships)
        if key not in known:
            known[key] = self._destination()
        return known[key]

    def _destination(self) -> int | None:
        """Where there is most to be had; 0 for an island face down, None if it is nowhere worth going."""
        hand, isles = self.hand, self.sketch.islands
        taken = {other.ambassador for other in self._others} | {hand.ambassador}
        best, goal = 0.0, None
        for number in [number for number in isles if number not in taken]:
            gain = max(self._landings(number), default=(0.0,))[0]
            if gain > best:
                best, goal = gain, number
        if self.sketch.down:
            hopes = [max(self._landings(number))[0] for number in box.ISLANDS if number not in isles]
            if fmean(hopes) > best:
                goal = 0
        return goal

    def _landings(self, number: int) -> Iterator[tuple[float, int, bool]]:
        hand, worth = self.hand, self.worth
        ships, spots = self.sketch.islands.get(number) or fresh(number, len(self.sketch.hands))
        for place, kind in enumerate(SHIPS_OF[number]):
            if ships[place]:
                yield worth.ship[kind] * _using(hand.wheel, kind), place, False
        if hand.factories:
            for place, (count, good) in enumerate(SPOTS_OF[number]):
                if spots[place]:
                    yield worth.factory(hand, count, good), place, True

    def _land(self, number: int, place: int, build: bool) -> None:
        hand = self.hand
        ships, spots = self.sketch.islands[number]
        if build:
            count, good = SPOTS_OF[number][place]
            hand.empty[good] += count
            hand.factories -= 1
            spots = changed(spots, place, False)
            self.moves.append(moves.Build(place + 1))
        else:
            hand.ships[SHIPS_OF[number][place]] += 1
            ships = changed(ships, place, ships[place] - 1)
            self.moves.append(moves.TakeShip(place + 1))
        self.sketch.islands[number] = ships, spots

    # tools

    def _tool(self, stage: str) -> None:
        made = self._makings()
        better = [
            (self.worth.better(self.hand, disc), place)
            for place, disc in enumerate(self.hand.wheel)
            if len(disc) == 1
        ]
        gain, place = max(better, default=(0.0, 0))
        if stage != "producing" and gain > sum([most * each for each, _, most in made]):
            self.hand.wheel[place] += "+"
            self.value += gain
            self.moves.append(moves.Upgrade(SLOTS[place]))
            return
        self._produce(made)

    def _makings(self) -> list[tuple[float, int, int]]:
        """What is worth making, the best first: what each one gains, its place, how many there can be."""
        stock, left, recipes = self.worth.stock, self.hand.stock[:3], self.tables.recipes
        gains = [
            (stock[good] - sum([stock[kind] * count for kind, count in enumerate(recipe)]), good)
            for good, recipe in recipes.items()
            if self.hand.empty[good]
        ]
        found: list[tuple[float, int, int]] = []
        for each, good in sorted([gain for gain in gains if gain[0] > 0], reverse=True):
            most = self._most(good, left)
            left = [have - most * count for have, count in zip(left, recipes[good], strict=True)]
            found.append((each, good, most))
        return found

    def _most(self, good: int, have: list[int]) -> int:
        recipe = self.tables.recipes[good]
        return min(
            self.hand.empty[good], *[have[kind] // count for kind, count in enumerate(recipe) if count]
        )

    def _produce(self, made: list[tuple[float, int, int]]) -> None:
        """Fills what it can; the rules end the action only when nothing more can be made."""
        hand, count, recipes = self.hand, len(self.moves), self.tables.recipes
        for each, good, most in made:
            for kind, units in enumerate(recipes[good]):
                hand.stock[kind] -= most * units
            hand.stock[good] += most
            hand.empty[good] -= most
            self.value += most * each
            self.moves += [moves.Produce(_GOODS[good])] * most
        if len(self.moves) == count or any(self._most(good, hand.stock) for good in recipes):
            self.moves.append(moves.EndAction())

    # cities

    def _city(self) -> None:
        hand, known = self.hand, self.thoughts.purchases
        key = (*hand.stock, *hand.levels, *hand.ships, hand.wheel.count(""), *hand.centre)
        if key not in known:
            known[key] = self._purchase()
        gain, path, disc, pay = known[key]
        if gain <= 0:
            self.moves.append(moves.EndAction())
            return
        self.value += gain
        for kind, count in enumerate(pay):
            self.hand.stock[kind] -= count
            if kind >= 3:
                self.hand.empty[kind] += count
        if disc:
            self.sketch.left[disc] -= 1
            self.hand.centre.append(disc)
            self.moves.append(moves.Buy(disc, box.Bundle(*pay)))
        else:
            self.hand.levels[path] += 1
            self.moves.append(moves.Invest(box.PATHS[path], box.Bundle(*pay)))

    def _purchase(self) -> _Purchase:
        """The best one; what is worth less than the best so far need not be paid for in thought."""
        best, hand, worth = _NOTHING, self.hand, self.worth
        for path, gain in enumerate(worth.rises(hand.levels)):
            if gain > best[0] and (pay := self._path_pay(path)) is not None:
                left = gain - self._costs(pay)
                if left > best[0]:
                    best = left, path, None, pay
        if len(SLOTS) - hand.wheel.count("") + len(hand.centre) >= len(SLOTS):
            return best
        for disc, there in self.sketch.left.items():
            gain = worth.disc(hand, disc) if there else 0
            if gain > best[0] and (pay := self._disc_pay(disc)) is not None:
                gain -= self._costs(pay)
                if gain > best[0]:
                    best = gain, 0, disc, pay
        return best

    def _costs(self, pay: list[int]) -> float:
        return sum([value * count for value, count in zip(self.worth.stock, pay, strict=True)])

    def _path_pay(self, path: int) -> list[int] | None:
        level, stock, kinds = self.hand.levels[path], self.hand.stock, _PAYS[path]
        if level >= box.TOP:
            return None
        units, alike = self.tables.steps[path][level]
        extra = sum([levels[path] > level for levels in self.worth.others])
        if sum([stock[kind] for kind in kinds]) < units + extra:
            return None
        pay = [0] * len(stock)
        if alike:
            able = [kind for kind in kinds if stock[kind] >= units]
            if not able:
                return None
            pay[max(able, key=lambda kind: stock[kind])] = units
            units = extra
        else:
            units += extra
        self._take(pay, kinds, units)
        return pay

    def _disc_pay(self, disc: box.DiscKind) -> list[int] | None:
        price, stock = self.sketch.prices[disc], self.hand.stock
        if sum(stock[:3]) < price:
            return None
        pay = [0] * len(stock)
        self._take(pay, (0, 1, 2), price)
        return pay

    def _take(self, pay: list[int], kinds: tuple[int, ...], units: int) -> None:
        left = [self.hand.stock[kind] - pay[kind] for kind in kinds]
        for _ in range(units):
            place = left.index(max(left))
            left[place] -= 1
            pay[kinds[place]] += 1

    # the end of the turn

    def finish(self) -> None:
        """Politics if it is worth its cost, administration, and the bought discs in their slots."""
        if not self._debate():
            self.moves.append(moves.EndTurn())
        hand = self.hand
        if not self.worth.left:
            self.value = self.sketch.lead(self.sketch.seat)
        hand.wheel = [*turned(hand.wheel)]
        hand.knowledge += box.BOX.knowledge_income[box.FACTORIES - hand.factories]
        self.moves += fitted(hand)

    def _debate(self) -> bool:
        hand, sketch, known = self.hand, self.sketch, self.thoughts.debates
        cost = politics_cost(sketch.space)
        if hand.knowledge < cost:
            return False
        key = (*hand.levels,)
        if key not in known:
            known[key] = self._best_debate(cost)
        gain, down, remove = known[key]
        if gain <= 0:
            return False
        self.value += gain
        hand.knowledge -= cost
        sketch.upper, sketch.lower = sketch.upper[:], sketch.lower[:]
        sketch.upper[down] -= 1
        sketch.lower[down] += 1
        if remove is not None:
            sketch.upper[remove] -= 1
        self.moves.append(
            moves.Politics(box.CHAMBERS[down], None if remove is None else box.CHAMBERS[remove])
        )
        return True

    def _best_debate(self, cost: int) -> _Debate:
        """By what the chambers are worth with these levels."""
        open_ones = [place for place, upper in enumerate(self.sketch.upper) if upper]
        if not open_ones:
            return 0.0, 0, None
        margins = self.worth.margins(self.sketch)
        down = max(open_ones, key=lambda place: margins[place])
        others = [place for place in open_ones if place != down]
        remove = min(others, key=lambda place: margins[place], default=None)
        hope = self.worth.taste.hope
        lost = 0 if remove is None else margins[remove] * hope
        return margins[down] * (1 - hope) - lost - cost * self.worth.knowledge, down, remove


def fitted(hand: Hand) -> list[NoriaMove]:
    """The discs that wait come where they are needed most."""
    fits: list[NoriaMove] = []
    for disc in hand.centre:
        slot = next(slot for slot in _FILL if not hand.wheel[PLACE[slot]])
        hand.wheel[PLACE[slot]] = disc
        fits.append(moves.Fit(disc, slot))
    hand.centre = []
    return fits


def plans(sketch: Sketch, taste: Taste, turn: Turn = NEW, *, thorough: bool = False) -> list[Plan]:
    """Sensible ways to play the rest of a turn, also after a night shift that leaves enough for politics. Who
    is thorough also makes night shifts that don't, and changes what lies in an active slot."""
    worth, thoughts, found = Worth(sketch, taste), _Thoughts(), list[Plan]()
    for influence in (None, *_influences(sketch, turn, thorough=thorough)):
        start = Plan(sketch, worth, thoughts)
        if influence:
            start.influence(*influence)
        if running := turn.running:
            kind = start.hand.wheel[PLACE[running.slot]][0]
            start.run(Use(running.slot, kind, running.left), running.stage)
        for lineup in lineups(start.hand.wheel, turn):
            plan = start.branch()
            plan.play(lineup)
            plan.finish()
            found.append(plan)
    return found


def _influences(sketch: Sketch, turn: Turn, *, thorough: bool) -> Iterator[tuple[Influence, int]]:
    """What the wheel may be changed by before anything is activated, with its cost."""
    if turn.activated:
        return
    cost = influence_cost("night_shift", sketch.space, turn.night_shifts)
    if sketch.hand.knowledge >= cost + (0 if thorough else politics_cost(sketch.space)):
        yield moves.NightShift("M"), cost
        yield moves.NightShift("L"), cost
    cost = influence_cost("modification", sketch.space, turn.modifications)
    if thorough and sketch.hand.knowledge >= cost:
        wheel = sketch.hand.wheel
        for one, other in combinations(SLOTS, 2):
            if wheel[PLACE[one]] != wheel[PLACE[other]] and (one in ACTIVE) != (other in ACTIVE):
                yield moves.Modify(one, other), cost


def ranked(sketch: Sketch, taste: Taste, turn: Turn = NEW, *, thorough: bool = False) -> list[Plan]:
    """The same, what looks best first."""
    return sorted(plans(sketch, taste, turn, thorough=thorough), key=attrgetter("value"), reverse=True)


def take_turn(sketch: Sketch, taste: Taste) -> None:
    """The turn that looks best."""
    settle(sketch, ranked(sketch, taste)[0])


def settle(sketch: Sketch, plan: Plan) -> None:
    """A played turn becomes what has happened, and is over."""
    played, seat = plan.sketch, sketch.seat
    sketch.hands[seat] = played.hands[seat]
    sketch.islands, sketch.down, sketch.left = played.islands, played.down, played.left
    sketch.upper, sketch.lower = played.upper[:], played.lower[:]
    pass_on(sketch)


def pass_on(sketch: Sketch) -> None:
    """A turn is over: the bot and the next player follow."""
    bot_turn(sketch, lambda event: None)
    sketch.seat = (sketch.seat + 1) % len(sketch.hands)
    sketch.round += sketch.seat == sketch.start
