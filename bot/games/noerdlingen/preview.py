"""What a panel asks before something is decided: how many ways there are, which, and what one would close.

Pure functions of a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

import msgspec

from bot.games.contract import Seat
from bot.games.noerdlingen.board import board_of
from bot.games.noerdlingen.legal import free_crossings
from bot.games.noerdlingen.moves import Territory
from bot.games.noerdlingen.orders import by_number, first_choice_order, placing_order
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.scoring import score
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView


class Preview(msgspec.Struct, frozen=True):
    """What a draw would lead to."""

    end: Crossing
    """Where the new soldier would stand."""
    territories: tuple[Territory, ...]
    """What it would close, and who would own it."""
    gains: tuple[int, ...]
    """The points that this brings, by seat."""
    bonus: bool
    """Whether a bonus border could follow."""


def places(view: NoerdlingenView) -> tuple[Crossing, ...]:
    """The crossings where a first soldier may be drawn now, in reading order."""
    return free_crossings(board_of(view))


def columns(view: NoerdlingenView) -> dict[str, list[Crossing]]:
    """The same by the letters of their columns."""
    found: dict[str, list[Crossing]] = {}
    for at in sorted(places(view)):
        found.setdefault(crossing_name(at)[0], []).append(at)
    return found


def order(view: NoerdlingenView) -> tuple[Seat, ...]:
    """Everybody in the order of the present phase; those who had left before it come last."""
    first = _order(view)
    return (*first, *[Seat(seat) for seat in range(view.seats) if seat not in first])


def ways(view: NoerdlingenView, seat: Seat) -> Mapping[int, int]:
    """For each number in how many ways the seat could draw its border now."""
    return board_of(view).counts(seat)


def by_soldier(
    view: NoerdlingenView, seat: Seat, number: int
) -> tuple[tuple[Crossing, tuple[Path, ...]], ...]:
    """The soldiers from which a border can be drawn now, in reading order, each with its ways."""
    return _grouped(board_of(view).draws(seat, number))


def bonus_by_soldier(view: NoerdlingenView, seat: Seat) -> tuple[tuple[Crossing, tuple[Path, ...]], ...]:
    """The same for the bonus border."""
    return _grouped(board_of(view).bonuses(seat))


def drawable(view: NoerdlingenView) -> tuple[tuple[Crossing, tuple[Path, ...]], ...]:
    """The same for what whoever's turn it is may draw now: the chosen border or the bonus; else none."""
    number = view.players[view.active].number
    if view.phase == "draw" and number is not None:
        return by_soldier(view, view.active, number)
    return bonus_by_soldier(view, view.active) if view.phase == "bonus" else ()


def way_of(view: NoerdlingenView, start: Crossing, steps: str) -> Path | None:
    """The one of these ways that goes from this crossing along these steps, if it can be drawn now."""
    return next((path for path in dict(drawable(view)).get(start, ()) if path.steps == steps), None)


def preview(view: NoerdlingenView, seat: Seat, path: Path) -> Preview:
    """What drawing this border would lead to; it must be one of the ways above."""
    after, found = board_of(view).drawn(seat, path)
    return Preview(
        end=path.end,
        territories=found,
        gains=tuple([score(found, Seat(other)) for other in range(view.seats)]),
        bonus=view.phase != "bonus" and bool(found) and any(after.bonuses(seat)),
    )


def _order(view: NoerdlingenView) -> tuple[Seat, ...]:
    if view.phase == "place":
        return placing_order(view.start_player, view.seats)
    if view.phase != "choose":
        # Whoever leaves in this round has had a turn in it.
        return by_number(view.table[-1], (None,) * view.seats)
    if view.round == 1:
        return first_choice_order(view.start_player, view.seats)
    return by_number(view.table[-2], [player.left for player in view.players])


def _grouped(paths: Iterable[Path]) -> tuple[tuple[Crossing, tuple[Path, ...]], ...]:
    return tuple([(start, tuple(group)) for start, group in groupby(paths, key=lambda path: path.start)])
