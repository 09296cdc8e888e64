"""The bot's turn of the solo mode on a sketch, as `rival` plays it at the table."""

from __future__ import annotations

from bot.games.noria import rival
from bot.games.noria.opponents.sketch import STEPS, Hand, Sketch, shifted, turned
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
        if rival.increases(letter, sketch.round):
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
    place = rival.ship_place(ships)
    if place is not None:
        sketch.islands[number] = ((*ships[:place], ships[place] - 1, *ships[place + 1 :]), spots)
    return place is not None


def _factory(sketch: Sketch, bot: Hand) -> bool:
    number = _arrive(sketch, bot)
    ships, spots = sketch.islands[number]
    place = rival.factory_place(number, spots) if bot.factories else None
    if place is not None:
        bot.factories -= 1
        sketch.islands[number] = ships, (*spots[:place], False, *spots[place + 1 :])
    return place is not None


def _intrigue(sketch: Sketch, bot: Hand) -> bool:
    done = False
    for levels, fallback, gain in ((bot.levels, _SPEC, 1), (sketch.hands[0].levels, _DIV, 0)):
        path = rival.path_to_intrigue(levels, sketch.upper)
        chamber = fallback if path is None else path
        if sketch.upper[chamber]:
            sketch.upper[chamber] -= 1
            sketch.lower[chamber] += gain
            done = True
    return done


def _invested(sketch: Sketch, bot: Hand) -> bool:
    values = [step * lower for step, lower in zip(STEPS, sketch.lower, strict=True)]
    return _gone_up(bot, rival.path_to_invest(bot.levels, values))


def _follow(sketch: Sketch, bot: Hand) -> bool:
    return _gone_up(bot, rival.path_to_follow(bot.levels, sketch.hands[0].levels))


def _gone_up(bot: Hand, path: int | None) -> bool:
    if path is not None:
        bot.levels[path] += 1
    return path is not None


def _strengthen(bot: Hand) -> bool:
    place = next((place for place in _SOON if len(bot.wheel[place]) == 1), None)
    if place is not None:
        bot.wheel[place] += "+"
    return place is not None
