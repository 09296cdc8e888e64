"""Where the sheets of the public picture stand, by the number of players."""

from __future__ import annotations

from dataclasses import dataclass

from render.my_city.terrain import size
from render.theme import EDGE, WIDTH, Box

DICE = 160
"""How high the panel with the dice stands."""
_GAP = 12
_NAME = 54


@dataclass(frozen=True, slots=True)
class Plan:
    """How large the sheets are, how many stand side by side, and whether what is said of each stands beside
    it or below."""

    cell: int
    columns: int
    beside: bool
    below: int = 0
    """How high the facts below a sheet stand."""

    def wide(self) -> float:
        """How wide the card of a player is."""
        return (WIDTH - 2 * EDGE - (self.columns - 1) * _GAP) / self.columns

    def high(self) -> float:
        """How high the card of a player is."""
        return self.name() + size(self.cell)[1] + 12 + self.below

    def name(self) -> int:
        """How high the line with the name above a sheet is; of a single player it stands beside."""
        return _NAME if self.columns > 1 else 14

    def card(self, seat: int, top: float) -> Box:
        """Where the card of a seat lies, the first row beginning at `top`."""
        row, column = divmod(seat, self.columns)
        left, up = EDGE + column * (self.wide() + _GAP), top + row * (self.high() + _GAP)
        return round(left), round(up), round(left + self.wide()), round(up + self.high())

    def bottom(self, seats: int, top: float) -> float:
        """Where the last row ends."""
        rows = -(-seats // self.columns)
        return top + rows * (self.high() + _GAP) - _GAP


PLANS = {
    1: Plan(62, 1, beside=True),
    2: Plan(46, 2, beside=True),
    3: Plan(42, 3, beside=False, below=164),
    4: Plan(33, 4, beside=False, below=164),
    5: Plan(30, 3, beside=True),
    6: Plan(30, 3, beside=True),
}
"""By the number of players."""
