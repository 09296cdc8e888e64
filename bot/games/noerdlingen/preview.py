"""What may be done in a view and what would follow: pure functions for panels, pictures and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import msgspec
from msgspec import structs

from bot.games.contract import Seat
from bot.games.making import changed
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.board import Board, Path, board_of, bonus_number, draws, numbers, path_of
from bot.games.noerdlingen.moves import NoerdlingenEvent, NoerdlingenView
from bot.games.noerdlingen.territories import gains, score
from bot.games.noerdlingen.town import Church, Crossing, crossing_name, points, the_town
from bot.games.noerdlingen.turn import by_number, first_choice_order, placing_order


class Preview(msgspec.Struct, frozen=True):
    """What a draw would lead to."""

    territories: tuple[moves.Territory, ...]
    """What it would close, and who would own it."""
    gains: tuple[int, ...]
    """The points that this brings, by seat."""
    bonus: bool
    """Whether a bonus border could follow."""


def columns(view: NoerdlingenView) -> dict[str, list[Crossing]]:
    """The crossings where a first soldier may be drawn now, by the letters of their columns."""
    found: dict[str, list[Crossing]] = {}
    for at in sorted(board_of(view).places):
        found.setdefault(crossing_name(at)[0], []).append(at)
    return found


def beside_churches(view: NoerdlingenView) -> list[tuple[Crossing, int]]:
    """For each church whose number counts, the highest first, that number, and before it the free crossing at
    its corners that lies nearest to the middle of the town."""
    town, free, worth = the_town(), board_of(view).places, dict(view.digits)
    wide, high = town.file.lattice.cell_columns, town.file.lattice.cell_rows
    found: dict[Crossing, int] = {}
    for church, _ in sorted(town.churches, key=lambda each: -worth[each[0].id]):
        corners = {(x + right, y + down) for x, y in church.cells for right in (0, 1) for down in (0, 1)}
        near = sorted(corners & set(free) - set(found), key=lambda at: (_off(at, wide, high), at))
        if near and worth[church.id]:
            found[near[0]] = worth[church.id]
    return list(found.items())


def _off(at: Crossing, wide: int, high: int) -> int:
    """How far it is from the middle, in half roads."""
    return abs(2 * at[0] - wide) + abs(2 * at[1] - high)


def places_in(view: NoerdlingenView, column: str) -> list[Crossing]:
    """The same as one list; only those of a column, if it is one of theirs."""
    found = columns(view)
    return found.get(column) or [at for places in found.values() for at in places]


def order(view: NoerdlingenView) -> tuple[Seat, ...]:
    """Everybody in the order of the present phase; those who had left before it come last."""
    if view.phase == "place":
        first = placing_order(view.start_player, view.seats)
    elif view.phase != "choose":
        # Whoever leaves in this round has had a turn in it.
        first = by_number(view.table[-1], (None,) * view.seats)
    elif view.round == 1:
        first = first_choice_order(view.start_player, view.seats)
    else:
        first = by_number(view.table[-2], [player.left for player in view.players])
    return (*first, *[Seat(seat) for seat in range(view.seats) if seat not in first])


def by_soldier(paths: Iterable[Path]) -> Ways:
    """The soldiers from which these borders begin, in reading order, each with its ways."""
    return tuple([(start, tuple(group)) for start, group in groupby(paths, key=lambda path: path.start)])


def drawable(view: NoerdlingenView) -> Ways:
    """The same for what whoever's turn it is may draw now: the chosen border or the bonus; else none."""
    return by_soldier(draws(view))


def preview(view: NoerdlingenView, seat: Seat, path: Path) -> Preview:
    """What drawing this border would lead to; it must be one of the ways above."""
    after, found = board_of(view).drawn(seat, path)
    return Preview(
        territories=found,
        gains=gains(found, view.seats),
        bonus=view.phase != "bonus" and bool(found) and any(after.bonuses(seat)),
    )


def most_gained(board: Board, seat: Seat, wanted: Sequence[int]) -> tuple[int, int]:
    """The points that a seat could gain at most by one border of these numbers, and the lowest number that
    gains them; 0 points where none does."""
    ways = (path for number in wanted for path in board.draws(seat, number))
    gained = [(score(board.drawn(seat, path)[1], seat), -path.number) for path in ways]
    points, number = max(gained, default=(0, 0))
    return points, -number


def next_numbers(view: NoerdlingenView, seat: Seat, *, bonus: bool) -> tuple[int, ...]:
    """Of which numbers the next border of a seat can be, once the present one is drawn, which allows a
    `bonus` or not: the one that it has chosen in this round, else each that it could choose in the next."""
    own, town = view.players[seat], the_town()
    if own.left is not None:
        return ()
    if seat in view.waiting and own.number is not None:
        return (own.number,)
    if view.round < view.rounds:
        return numbers(town)
    return (bonus_number(town),) if bonus else ()


Choice = moves.Place | moves.Choose | moves.Draw | moves.Bonus
Ways = tuple[tuple[Crossing, tuple[Path, ...]], ...]
Edge = tuple[Crossing, Crossing]
_DONE = (moves.Placed, moves.Chosen, moves.Drawn, moves.Declined, moves.NoBonus, moves.Left, moves.Skipped)


@dataclass(frozen=True, slots=True)
class News:
    """What the latest turn has changed in the picture."""

    seat: Seat | None = None
    numbers: frozenset[int] = frozenset()
    """Those that were taken."""
    borders: tuple[moves.Border, ...] = ()
    ends: frozenset[Crossing] = frozenset()
    """Where new soldiers stand."""
    territories: tuple[moves.Territory, ...] = ()
    gains: tuple[int, ...] = ()
    """The points that it brought, by seat; empty if nothing was closed."""
    stuck: bool = False


def newest(view: NoerdlingenView) -> tuple[NoerdlingenEvent, ...]:
    """The events of the turn that is the news: the present one, once something was done in it, else the one
    before."""
    return view.news if any(isinstance(event, _DONE) for event in view.news) else view.before


def round_told(view: NoerdlingenView) -> int:
    """The round of the turn that is the news: a new round may have begun after it."""
    begun = newest(view) is not view.news and any(isinstance(event, moves.ChoiceBegun) for event in view.news)
    return view.round - 1 if begun else view.round


def news(view: NoerdlingenView, earlier: NoerdlingenView | None = None) -> News:
    """What has changed since an earlier view; without one what the newest turn has changed."""
    events = newest(view)
    done = next((event for event in events if isinstance(event, _DONE)), None)
    if earlier is None:
        numbers = [event.number for event in events if isinstance(event, moves.Chosen)]
        drawn = [event for event in events if isinstance(event, moves.Drawn)]
        borders = [moves.Border(one.seat, one.start, one.steps, one.number, bonus=one.bonus) for one in drawn]
        ends = [event.at for event in events if isinstance(event, moves.Placed)] + [one.end for one in drawn]
        closed = [event.territory for event in events if isinstance(event, moves.Closed)]
    else:
        players = list(zip(earlier.players, view.players, strict=True))
        taken = [
            new.number for old, new in players if (view.round, new.number) != (earlier.round, old.number)
        ]
        numbers = [number for number in taken if number is not None]
        borders = [one for one in view.borders if one not in earlier.borders]
        ends = [at for old, new in players for at in new.soldiers if at not in old.soldiers]
        closed = [one for one in view.territories if one not in earlier.territories]
    return News(
        seat=None if done is None else done.seat,
        numbers=frozenset(numbers),
        borders=tuple(borders),
        ends=frozenset(ends),
        territories=tuple(closed),
        gains=gains(closed, view.seats) if closed else (),
        stuck=any(isinstance(event, moves.Left | moves.Skipped) for event in events),
    )


def digits(view: NoerdlingenView, territory: moves.Territory) -> tuple[int, ...]:
    """The numbers of the churches in a territory, in the order of the date."""
    return tuple(digit for church, digit in churches(view) if set(church.cells) & set(territory.cells))


def churches(view: NoerdlingenView) -> tuple[tuple[Church, int], ...]:
    """The churches with their numbers, in the order of the date."""
    known = dict(view.digits)
    return tuple((church, known[church.id]) for church, _ in the_town().churches)


def edges(borders: Iterable[moves.Border]) -> frozenset[Edge]:
    """The edges along which these borders go, each from its upper or left end."""
    return frozenset(
        (min(pair), max(pair)) for border in borders for pair in pairwise(points(border.start, border.steps))
    )


@dataclass(frozen=True, slots=True)
class Proposal:
    """The town with a choice in it, and what of it is new."""

    view: NoerdlingenView
    news: News
    draw: tuple[Path, Preview] | None = None
    """The border, if it is one, and what it would lead to."""


def ways_from(view: NoerdlingenView, start: Crossing | None) -> tuple[Path, ...]:
    """The ways from one soldier, in the order in which they are numbered."""
    return () if start is None else dict(drawable(view)).get(start, ())


def chosen_path(view: NoerdlingenView, choice: Choice | None) -> Path | None:
    """The border that is chosen, if it can be drawn."""
    drawing = isinstance(choice, moves.Draw | moves.Bonus)
    return path_of(view, choice.start, choice.steps) if drawing else None


def proposed(view: NoerdlingenView, choice: Choice | None) -> Proposal | None:
    """The town as this choice would make it; None if it changes nothing there."""
    if isinstance(choice, moves.Place):
        return Proposal(_standing(view, choice.at), News(seat=view.active, ends=frozenset({choice.at})))
    path = chosen_path(view, choice)
    if path is None:
        return None
    found = preview(view, view.active, path)
    border = moves.Border(view.active, path.start, path.steps, path.number, view.round, view.phase == "bonus")
    after = structs.replace(
        _standing(view, path.end),
        borders=(*view.borders, border),
        territories=(*view.territories, *found.territories),
    )
    changed = News(
        seat=view.active,
        borders=(border,),
        ends=frozenset({path.end}),
        territories=found.territories,
        gains=found.gains if found.territories else (),
    )
    return Proposal(after, changed, (path, found))


def _standing(view: NoerdlingenView, at: Crossing) -> NoerdlingenView:
    """The town with one soldier more of whoever's turn it is."""
    seat, players = view.active, view.players
    player = structs.replace(players[seat], soldiers=(*players[seat].soldiers, at))
    return structs.replace(view, players=changed(players, seat, player))
