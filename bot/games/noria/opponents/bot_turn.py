"""The bot's turn of the solo mode on a sketch, as `rival` plays it at the table."""

from __future__ import annotations

from bot.games.noria.box import TOP
from bot.games.noria.opponents.sketch import SPOTS_OF, STEPS, Hand, Sketch, shifted, turned
from bot.games.noria.rival import increases
from bot.games.noria.wheel import PLACE, SLOTS, ring_of, steps_to_enter

_S, _M, _L = PLACE["S1"], PLACE["M1"], PLACE["L1"]
_SOON = sorted(range(len(SLOTS)), key=lambda place: (steps_to_enter(SLOTS[place]), place))
"""All places, in the order in which their discs come in."""
_SPEC, _DIV = 4, 5
_ON_SMALL = len([slot for slot in SLOTS if ring_of(slot) == "S"])


def bot_turn(sketch: Sketch) -> None:
    """The wheel turns, and the letters that came in are used."""
    bot = sketch.rival
    if bot is None:
        return
    bot.wheel = turned(bot.wheel)
    queue = sorted([bot.wheel[place][0] for place in (_S, _M, _L) if bot.wheel[place]])
    while queue:
        letter = queue.pop(0)
        if increases(letter, sketch.round):
            bot.wheel = shifted(shifted(bot.wheel, "M"), "L")
            queue = sorted(queue + [bot.wheel[place][0] for place in (_M, _L) if bot.wheel[place]])
        else:
            place = next(place for place, disc in enumerate(bot.wheel) if disc[:1] == letter)
            for _ in bot.wheel[place]:
                if not _used(sketch, bot, letter) and place < _ON_SMALL:
                    _invested(sketch, bot)


def _used(sketch: Sketch, bot: Hand, letter: str) -> bool:
    """Uses a letter once; False if it was cancelled."""
    match letter:
        case "A":
            return _ship(sketch, bot)
        case "B":
            return _factory(sketch, bot)
        case "C":
            return _intrigue(sketch, bot)
        case "D":
            return _invested(sketch, bot)
        case "E":
            return _follow(sketch, bot)
        case _:
            return _strengthen(bot)


def _arrive(sketch: Sketch, bot: Hand) -> int:
    circle = list(sketch.islands)
    bot.ambassador = number = circle[(circle.index(bot.ambassador or circle[0]) + 1) % len(circle)]
    return number


def _ship(sketch: Sketch, bot: Hand) -> bool:
    number = _arrive(sketch, bot)
    ships, spots = sketch.islands[number]
    found = min([(count, -place) for place, count in enumerate(ships) if count], default=None)
    if found is None:
        return False
    place = -found[1]
    sketch.islands[number] = ((*ships[:place], ships[place] - 1, *ships[place + 1 :]), spots)
    return True


def _factory(sketch: Sketch, bot: Hand) -> bool:
    number = _arrive(sketch, bot)
    ships, spots = sketch.islands[number]
    found = max([(SPOTS_OF[number][place][0], place) for place in range(4) if spots[place]], default=None)
    if found is None or not bot.factories:
        return False
    bot.factories -= 1
    sketch.islands[number] = ships, (*spots[: found[1]], False, *spots[found[1] + 1 :])
    return True


def _ranked(levels: list[int]) -> list[int]:
    """The paths with a representative, the highest first, of equal ones the right one first."""
    return sorted([path for path in (3, 2, 1, 0) if levels[path]], key=lambda path: -levels[path])


def _intrigue(sketch: Sketch, bot: Hand) -> bool:
    done = False
    for levels, fallback, gain in ((bot.levels, _SPEC, 1), (sketch.hands[0].levels, _DIV, 0)):
        chamber = next((path for path in _ranked(levels) if sketch.upper[path]), fallback)
        if sketch.upper[chamber]:
            sketch.upper[chamber] -= 1
            sketch.lower[chamber] += gain
            done = True
    return done


def _invested(sketch: Sketch, bot: Hand) -> bool:
    able = [path for path in (3, 2, 1, 0) if bot.levels[path] < TOP]
    if able:
        bot.levels[max(able, key=lambda path: STEPS[path] * sketch.lower[path])] += 1
    return bool(able)


def _follow(sketch: Sketch, bot: Hand) -> bool:
    path = next((path for path in _ranked(sketch.hands[0].levels) if bot.levels[path] < TOP), None)
    if path is not None:
        bot.levels[path] += 1
    return path is not None


def _strengthen(bot: Hand) -> bool:
    place = next((place for place in _SOON if len(bot.wheel[place]) == 1), None)
    if place is not None:
        bot.wheel[place] += "+"
    return place is not None
