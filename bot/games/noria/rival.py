"""The bot's turn in the solo mode (rules 11.3 to 11.6): the letters that come into its active half. It is
played on a sketch, at the table as well as in the thoughts of a computer."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from bot.games.making import changed
from bot.games.noria import moves
from bot.games.noria.acting import Making
from bot.games.noria.box import BOX, CHAMBERS, PATHS, SHIP_KINDS, TOP
from bot.games.noria.moves import BotEvent
from bot.games.noria.sketch import STEPS, Hand, Sketch, sketch_of, wheel_of
from bot.games.noria.state import Bot, Owner, Seats
from bot.games.noria.wheel import PLACE, SLOTS, steps_to_enter, turned

ENERGY_INCREASE_FROM = 11
"""The round from which A turns the wheel instead of taking a ship."""
_RIGHT_FIRST = tuple(reversed(range(len(PATHS))))
"""The order of ties."""
_SOON = sorted(range(len(SLOTS)), key=lambda place: (steps_to_enter(SLOTS[place]), place))
"""All places, in the order in which their discs come in, S before M before L."""
Tell = Callable[[BotEvent], None]
Use = dict[str, Any]
"""Which letter is used where, for the first time or again."""


def play(making: Making) -> None:
    """The turn of the bot at the table, if there is one."""
    if making.state.bot is None:
        return
    sketch = sketch_of(making.state)
    bot_turn(sketch, making.tell)
    bot = sketch.rival
    assert bot is not None, "a sketch has everybody"
    assert bot.ambassador is not None, "the bot is always on an island"
    wheel, levels = wheel_of(bot.wheel), tuple(bot.levels)
    islands = [
        replace(here, ships=sketch.islands[here.number][0], spots=_owned(here.spots, sketch, here.number))
        for here in making.state.islands
    ]
    making.change(
        bot=Bot(wheel=wheel, levels=levels, ambassador=bot.ambassador, factories_left=bot.factories),
        islands=tuple(islands),
        chambers=tuple([Seats(*rows) for rows in zip(sketch.upper, sketch.lower, strict=True)]),
    )


def _owned(spots: Sequence[Owner | None], sketch: Sketch, number: int) -> tuple[Owner | None, ...]:
    """The owners of an island's spots: where one is not free any more, it is the bot."""
    rival: Literal["bot"] = "bot"
    pairs = zip(spots, sketch.islands[number][1], strict=True)
    return tuple([owner if free or owner is not None else rival for owner, free in pairs])


def bot_turn(sketch: Sketch, tell: Tell) -> None:
    """The wheel turns, and the letters that came in are used in alphabetical order; without a bot nothing. An
    upgraded one is used twice; a cancelled use on the small ring is an investment."""
    bot = sketch.rival
    if bot is None:
        return
    queue = _turn_wheel(bot, tell)
    while queue:
        letter = queue.pop(0)
        if increases(letter, sketch.round):
            queue = sorted(queue + _turn_wheel(bot, tell, extra=True))
            continue
        place = next(place for place, disc in enumerate(bot.wheel) if disc[:1] == letter)
        for number, _ in enumerate(bot.wheel[place], start=1):
            use = {"letter": letter, "slot": SLOTS[place], "use": number}
            if not _ACTIONS[letter](sketch, bot, use, tell) and SLOTS[place][0] == "S":
                _go_up(bot, _worth_most(sketch, bot), use | {"instead": True}, tell)


def increases(letter: str, round: int) -> bool:
    """Whether a letter turns the wheel further in a round instead of being used itself."""
    return letter == "A" and round >= ENERGY_INCREASE_FROM


def to_strengthen(wheel: Sequence[str]) -> int | None:
    """Where the letter lies that F turns: the normal one that comes in soonest, S before M before L."""
    return next((place for place in _SOON if len(wheel[place]) == 1), None)


def _turn_wheel(bot: Hand, tell: Tell, *, extra: bool = False) -> list[str]:
    """Turns the rings, M and L alone for the energy increase; the letters that came in, in order."""
    rings = ("M", "L") if extra else ("S", "M", "L")
    bot.wheel = [*turned(bot.wheel, rings)]
    letters = sorted([bot.wheel[PLACE[f"{ring}1"]][:1] for ring in rings if bot.wheel[PLACE[f"{ring}1"]]])
    tell(moves.BotRotated(entered=tuple(letters), extra=extra))
    return letters


def _arrive(sketch: Sketch, bot: Hand) -> int:
    """The ambassador goes on clockwise in the circle, whatever becomes of the rest (H35)."""
    circle = [*sketch.islands]
    bot.ambassador = number = circle[(circle.index(bot.ambassador or circle[0]) + 1) % len(circle)]
    return number


def _ship(sketch: Sketch, bot: Hand, use: Use, tell: Tell) -> bool:
    """A ship of the type with the fewest goes to the box, of equal ones the right one."""
    number = _arrive(sketch, bot)
    ships, spots = sketch.islands[number]
    left = [(count, -place) for place, count in enumerate(ships) if count]
    space, kind = None, None
    if left:
        count, place = min(left)
        space, kind = 1 - place, SHIP_KINDS[number][-place]
        sketch.islands[number] = changed(ships, -place, count - 1), spots
    tell(moves.BotShip(**use, island=number, space=space, kind=kind))
    return bool(left)


def _factory(sketch: Sketch, bot: Hand, use: Use, tell: Tell) -> bool:
    """A factory on a spot for two warehouses before any other, the right one of them."""
    number = _arrive(sketch, bot)
    ships, free = sketch.islands[number]
    printed = enumerate(BOX.islands[number].spots)
    able = [(count, place) for place, (count, _) in printed if free[place] and bot.factories]
    spot = None
    if able:
        spot = max(able)[1] + 1
        bot.factories -= 1
        sketch.islands[number] = ships, changed(free, spot - 1, False)
    tell(moves.BotFactory(**use, island=number, spot=spot))
    return bool(able)


def _intrigue(sketch: Sketch, bot: Hand, use: Use, tell: Tell) -> bool:
    """A politician goes down in the chamber of the bot's highest path where there is one, another leaves
    that of the player's; else in a fixed chamber, else nowhere (H34)."""
    told: Use = {}
    sides = (("down", bot.levels, "SPEC", 1), ("remove", sketch.hands[0].levels, "DIV", 0))
    for what, levels, fallback, gain in sides:
        path = next((place for place in _ranked(levels) if sketch.upper[place]), None)
        place = CHAMBERS.index(fallback) if path is None else path
        found = bool(sketch.upper[place])
        sketch.upper[place] -= found
        sketch.lower[place] += gain * found
        told[what] = CHAMBERS[place] if found else None
        told[f"{what}_path"] = None if path is None else PATHS[path]
    tell(moves.BotIntrigue(**use, **told))
    return bool(told["down"] or told["remove"])


def _ranked(levels: Sequence[int]) -> list[int]:
    """The places of the paths with a representative, the highest first, of equal ones the right one first."""
    return sorted([place for place in _RIGHT_FIRST if levels[place]], key=lambda place: -levels[place])


def _worth_most(sketch: Sketch, bot: Hand) -> int | None:
    """The path worth most a level on which the bot can go up, of equal ones the right one."""
    able = [place for place in _RIGHT_FIRST if bot.levels[place] < TOP]
    return max(able, key=lambda place: STEPS[place] * sketch.lower[place], default=None)


def _invest(sketch: Sketch, bot: Hand, use: Use, tell: Tell) -> bool:
    return _go_up(bot, _worth_most(sketch, bot), use, tell)


def _follow(sketch: Sketch, bot: Hand, use: Use, tell: Tell) -> bool:
    """The player's highest path on which the bot can still go up."""
    path = next((place for place in _ranked(sketch.hands[0].levels) if bot.levels[place] < TOP), None)
    return _go_up(bot, path, use, tell)


def _go_up(bot: Hand, path: int | None, use: Use, tell: Tell) -> bool:
    if path is None:
        tell(moves.BotInvested(**use, path=None))
        return False
    bot.levels[path] += 1
    tell(moves.BotInvested(**use, path=PATHS[path], level=bot.levels[path]))
    return True


def _strengthen(sketch: Sketch, bot: Hand, use: Use, tell: Tell) -> bool:
    place = to_strengthen(bot.wheel)
    if place is None:
        tell(moves.BotStrengthened(**use, target=None, target_slot=None))
        return False
    tell(moves.BotStrengthened(**use, target=bot.wheel[place], target_slot=SLOTS[place]))
    bot.wheel[place] += "+"
    return True


_ACTIONS: dict[str, Callable[[Sketch, Hand, Use, Tell], bool]] = {
    "A": _ship,
    "B": _factory,
    "C": _intrigue,
    "D": _invest,
    "E": _follow,
    "F": _strengthen,
}
"""Each tells whether the use counted; False: it was cancelled."""
