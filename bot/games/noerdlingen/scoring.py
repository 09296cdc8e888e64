"""Scores and places (section 8)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Territory
from bot.games.noerdlingen.state import NoerdlingenState


def score(territories: Sequence[Territory], seat: Seat) -> int:
    """A seat's points as if the game ended now; open land scores nothing."""
    return sum([territory.share for territory in territories if seat in territory.owners])


def cells_alone(territories: Sequence[Territory], seat: Seat) -> int:
    """The cells of all territories that a seat owns alone: they break ties."""
    return sum([len(territory.cells) for territory in territories if territory.owners == (seat,)])


def outcome(state: NoerdlingenState) -> Outcome | None:
    """Highest total wins; a tie goes to more cells owned alone, else the place is shared."""
    if state.phase != "over":
        return None
    seats, land = [Seat(seat) for seat in range(state.seats)], state.territories
    worth = [(score(land, seat), cells_alone(land, seat)) for seat in seats]
    return Outcome(
        places=tuple([1 + sum([other > mine for other in worth]) for mine in worth]),
        scores=tuple([points for points, _ in worth]),
        breakdown=tuple([rows(land, seat) for seat in seats]),
    )


def rows(territories: Sequence[Territory], seat: Seat) -> tuple[ScoreRow, ...]:
    """Of territories owned alone the ordinary cells, and the churches with their digits; then the shares."""
    town = the_town()
    churches = {cell for church, _ in town.churches for cell in church.cells}
    alone = [territory for territory in territories if territory.owners == (seat,)]
    normal = sum([cell not in churches for territory in alone for cell in territory.cells])
    total = sum([territory.points for territory in alone])
    return (
        ScoreRow("cells", normal),
        ScoreRow("churches", total - normal),
        ScoreRow("shared", score(territories, seat) - total),
    )
