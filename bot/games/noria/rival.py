"""The bot's turn in the solo mode (rules 11.3 to 11.6): the letters that come into its active half."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from bot.games.noria import moves
from bot.games.noria.acting import Making, less, lowered, thinned
from bot.games.noria.box import RIGHT_FIRST, TOP, Chamber, Path, island, ship_kinds
from bot.games.noria.state import CHAMBER_PLACE, Island, Seats, level_on, raised, value
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


def ship_space(here: Island) -> int | None:
    """The space from which A takes a ship: of the type with the fewest, of equal ones the right one."""
    spaces = [(count, -place) for place, count in enumerate(here.ships, start=1) if count]
    return -min(spaces)[1] if spaces else None


def factory_spot(here: Island) -> int | None:
    """The spot on which B builds: one for two warehouses before any other, the right one of them."""
    printed = island(here.number).spots
    free = [(printed[place][0], place + 1) for place, owner in enumerate(here.spots) if owner is None]
    return max(free)[1] if free else None


def ranked(levels: tuple[int, ...]) -> list[Path]:
    """The paths with a representative, the highest first, of equal ones the right one first."""
    held: list[Path] = [path for path in RIGHT_FIRST if level_on(levels, path)]
    return sorted(held, key=lambda path: -level_on(levels, path))


def chamber_for(
    levels: tuple[int, ...], chambers: tuple[Seats, ...], fallback: Chamber
) -> tuple[Chamber | None, Path | None]:
    """Where C takes a politician of the upper row, and the path that led there: the first of the own paths
    that has one, else the fallback, else nowhere (H34)."""
    for path in ranked(levels):
        if chambers[CHAMBER_PLACE[path]].upper:
            return path, path
    return (fallback if chambers[CHAMBER_PLACE[fallback]].upper else None), None


def path_to_invest(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> Path | None:
    """Where D invests: the path worth most a level, of equal ones the right one."""
    able: list[Path] = [path for path in RIGHT_FIRST if level_on(levels, path) < TOP]
    return max(able, key=lambda path: value(chambers, path), default=None)


def path_to_follow(bot: tuple[int, ...], player: tuple[int, ...]) -> Path | None:
    """Where E follows: the player's highest path on which the bot can still go up."""
    return next((path for path in ranked(player) if level_on(bot, path) < TOP), None)


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
    space = ship_space(here)
    if space is not None:
        making.alter_island(replace(here, ships=less(here.ships, space - 1)))
    kind = ship_kinds(here.number)[space - 1] if space else None
    making.tell(moves.BotShip(letter="A", slot=slot, use=use, island=here.number, space=space, kind=kind))
    return space is not None


def _factory(making: Making, slot: str, use: int) -> bool:
    here, left = _arrive(making), making.bot.factories_left
    spot = factory_spot(here) if left else None
    if spot is not None:
        making.alter_island(replace(here, spots=(*here.spots[: spot - 1], "bot", *here.spots[spot:])))
        making.alter_bot(factories_left=left - 1)
    making.tell(moves.BotFactory(letter="B", slot=slot, use=use, island=here.number, spot=spot))
    return spot is not None


def _intrigue(making: Making, slot: str, use: int) -> bool:
    chambers = making.state.chambers
    down, down_path = chamber_for(making.bot.levels, chambers, "SPEC")
    if down is not None:
        chambers = lowered(chambers, down)
    remove, remove_path = chamber_for(making.player.levels, chambers, "DIV")
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


def _invest(making: Making, slot: str, use: int) -> bool:
    path = path_to_invest(making.bot.levels, making.state.chambers)
    return _go_up(making, path, moves.BotInvested(letter="D", slot=slot, use=use, path=path))


def _follow(making: Making, slot: str, use: int) -> bool:
    path = path_to_follow(making.bot.levels, making.player.levels)
    return _go_up(making, path, moves.BotInvested(letter="E", slot=slot, use=use, path=path))


def _invest_instead(making: Making, letter: str, slot: str, use: int) -> None:
    path = path_to_invest(making.bot.levels, making.state.chambers)
    _go_up(making, path, moves.BotInvested(letter=letter, slot=slot, use=use, path=path, instead=True))


def _go_up(making: Making, path: Path | None, event: moves.BotInvested) -> bool:
    if path is not None:
        levels = raised(making.bot.levels, path)
        making.alter_bot(levels=levels)
        event = replace(event, level=level_on(levels, path))
    making.tell(event)
    return path is not None


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
