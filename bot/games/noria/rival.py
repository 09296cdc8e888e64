"""The bot's turn in the solo mode (rules 11.3 to 11.6): the letters that come into its active half."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from bot.games.noria import moves
from bot.games.noria.acting import Making, less, lowered, thinned
from bot.games.noria.box import PATHS, TOP, Chamber, Path, island, ship_kinds
from bot.games.noria.state import CHAMBER_PLACE, Island, Seats, raised, value
from bot.games.noria.wheel import (
    PLACE,
    Disc,
    Wheel,
    at,
    discs_on,
    entered,
    put,
    ring_of,
    steps_to_enter,
    turned,
)

ENERGY_INCREASE_FROM = 11
"""The round from which A turns the wheel instead of taking a ship."""
_RIGHT_FIRST = tuple(reversed(range(len(PATHS))))
"""The order of ties."""


def play(making: Making) -> None:
    """The wheel turns, and the letters that came in are used in alphabetical order."""
    queue = _turn_wheel(making)
    while queue:
        letter = queue.pop(0)
        if increases(letter, making.state.round):
            queue = sorted(queue + _turn_wheel(making, extra=True))
        else:
            _use(making, letter)


def increases(letter: str, round: int) -> bool:
    """Whether a letter turns the wheel further in a round instead of being used itself."""
    return letter == "A" and round >= ENERGY_INCREASE_FROM


def slot_of(wheel: Wheel, letter: str) -> str:
    """Where a letter lies."""
    return next(slot for slot, disc in discs_on(wheel) if disc.kind == letter)


def next_stop(islands: tuple[Island, ...], ambassador: int) -> int:
    """The island that follows clockwise in the circle."""
    numbers = [each.number for each in islands]
    return numbers[(numbers.index(ambassador) + 1) % len(numbers)]


def ship_place(ships: Sequence[int]) -> int | None:
    """Where A takes a ship: of the type with the fewest, of equal ones the right one."""
    places = [(count, -place) for place, count in enumerate(ships) if count]
    return -min(places)[1] if places else None


def factory_place(number: int, free: Sequence[bool]) -> int | None:
    """Where B builds: on a spot for two warehouses before any other, the right one of them."""
    spots = [(made, place) for place, (made, _) in enumerate(island(number).spots) if free[place]]
    return max(spots)[1] if spots else None


def ranked(levels: Sequence[int]) -> list[int]:
    """The places of the paths with a representative, the highest first, of equal ones the right one first."""
    return sorted([place for place in _RIGHT_FIRST if levels[place]], key=lambda place: -levels[place])


def path_to_intrigue(levels: Sequence[int], upper: Sequence[int]) -> int | None:
    """The first of the own paths above whose chamber C finds a politician."""
    return next((place for place in ranked(levels) if upper[place]), None)


def path_to_invest(levels: Sequence[int], values: Sequence[int]) -> int | None:
    """Where D invests: the path worth most a level, of equal ones the right one."""
    able = [place for place in _RIGHT_FIRST if levels[place] < TOP]
    return max(able, key=lambda place: values[place], default=None)


def path_to_follow(bot: Sequence[int], player: Sequence[int]) -> int | None:
    """Where E follows: the player's highest path on which the bot can still go up."""
    return next((place for place in ranked(player) if bot[place] < TOP), None)


def slot_to_strengthen(wheel: Wheel) -> str | None:
    """Which letter F turns: the normal one that comes in soonest, S before M before L."""
    normal = [slot for slot, disc in discs_on(wheel) if not disc.upgraded]
    return min(normal, key=lambda slot: (steps_to_enter(slot), PLACE[slot]), default=None)


def _turn_wheel(making: Making, *, extra: bool = False) -> list[str]:
    """Turns the rings, M and L alone for the energy increase; the letters that came in, in order."""
    rings = ("M", "L") if extra else ("S", "M", "L")
    wheel = turned(making.bot.wheel, rings)
    making.alter_bot(wheel=wheel)
    letters = sorted([disc.kind for _, disc in entered(wheel, rings)])
    making.tell(moves.BotRotated(entered=tuple(letters), extra=extra))
    return letters


def _use(making: Making, letter: str) -> None:
    """A letter is used, twice if it is upgraded; a cancelled use on the small ring is an investment."""
    slot = slot_of(making.bot.wheel, letter)
    for use in _uses(at(making.bot.wheel, slot)):
        done = _ACTIONS[letter](making, slot, use)
        if not done and ring_of(slot) == "S":
            _invest_instead(making, letter, slot, use)


def _uses(disc: Disc | None) -> Iterator[int]:
    yield 1
    if disc is not None and disc.upgraded:
        yield 2


def _arrive(making: Making) -> Island:
    """The bot's ambassador goes on, whatever becomes of the rest (H35)."""
    number = next_stop(making.state.islands, making.bot.ambassador)
    making.alter_bot(ambassador=number)
    return making.island(number)


def _ship(making: Making, slot: str, use: int) -> bool:
    here = _arrive(making)
    place, space, kind = ship_place(here.ships), None, None
    if place is not None:
        making.alter_island(replace(here, ships=less(here.ships, place)))
        space, kind = place + 1, ship_kinds(here.number)[place]
    making.tell(moves.BotShip(letter="A", slot=slot, use=use, island=here.number, space=space, kind=kind))
    return place is not None


def _factory(making: Making, slot: str, use: int) -> bool:
    here, left = _arrive(making), making.bot.factories_left
    place = factory_place(here.number, [owner is None for owner in here.spots]) if left else None
    if place is not None:
        making.alter_island(replace(here, spots=(*here.spots[:place], "bot", *here.spots[place + 1 :])))
        making.alter_bot(factories_left=left - 1)
    spot = None if place is None else place + 1
    making.tell(moves.BotFactory(letter="B", slot=slot, use=use, island=here.number, spot=spot))
    return place is not None


def _intrigue(making: Making, slot: str, use: int) -> bool:
    chambers = making.state.chambers
    down, down_path = _chamber_for(making.bot.levels, chambers, "SPEC")
    if down is not None:
        chambers = lowered(chambers, down)
    remove, remove_path = _chamber_for(making.player.levels, chambers, "DIV")
    if remove is not None:
        chambers = thinned(chambers, remove)
    making.change(chambers=chambers)
    making.tell(
        moves.BotIntrigue(
            letter="C",
            slot=slot,
            use=use,
            down=down,
            down_path=down_path,
            remove=remove,
            remove_path=remove_path,
        )
    )
    return down is not None or remove is not None


def _chamber_for(
    levels: Sequence[int], chambers: tuple[Seats, ...], fallback: Chamber
) -> tuple[Chamber | None, Path | None]:
    """Where C takes a politician of the upper row, and the path that led there; else the fallback, else
    nowhere (H34)."""
    place = path_to_intrigue(levels, [seats.upper for seats in chambers])
    if place is not None:
        return PATHS[place], PATHS[place]
    return (fallback if chambers[CHAMBER_PLACE[fallback]].upper else None), None


def _invest(making: Making, slot: str, use: int) -> bool:
    return _go_up(making, _best(making), moves.BotInvested(letter="D", slot=slot, use=use, path=None))


def _follow(making: Making, slot: str, use: int) -> bool:
    place = path_to_follow(making.bot.levels, making.player.levels)
    return _go_up(making, place, moves.BotInvested(letter="E", slot=slot, use=use, path=None))


def _invest_instead(making: Making, letter: str, slot: str, use: int) -> None:
    event = moves.BotInvested(letter=letter, slot=slot, use=use, path=None, instead=True)
    _go_up(making, _best(making), event)


def _best(making: Making) -> int | None:
    values = [value(making.state.chambers, path) for path in PATHS]
    return path_to_invest(making.bot.levels, values)


def _go_up(making: Making, place: int | None, event: moves.BotInvested) -> bool:
    if place is not None:
        levels = raised(making.bot.levels, PATHS[place])
        making.alter_bot(levels=levels)
        event = replace(event, path=PATHS[place], level=levels[place])
    making.tell(event)
    return place is not None


def _strengthen(making: Making, slot: str, use: int) -> bool:
    wheel = making.bot.wheel
    target_slot = slot_to_strengthen(wheel)
    target = at(wheel, target_slot) if target_slot else None
    if target_slot and target:
        making.alter_bot(wheel=put(wheel, target_slot, replace(target, upgraded=True)))
    making.tell(
        moves.BotStrengthened(
            letter="F", slot=slot, use=use, target=target.kind if target else None, target_slot=target_slot
        )
    )
    return target is not None


_ACTIONS: dict[str, Callable[[Making, str, int], bool]] = {
    "A": _ship,
    "B": _factory,
    "C": _intrigue,
    "D": _invest,
    "E": _follow,
    "F": _strengthen,
}
"""Each tells whether the use counted; False: it was cancelled."""
