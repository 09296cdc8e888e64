"""What the bench measured: figures with their targets, as a table and as JSON.

Pure computing is timed by the processor time of this process, so that a busy machine tells the same;
whatever waits for a disk or for somebody else is timed by the clock on the wall.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time
from typing import Literal


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure is measured against: at least or at most some value."""

    bound: Literal[">=", "<="]
    value: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `group` is a game's key or what the figure is about."""

    group: str
    name: str
    value: float
    unit: str
    target: Target | None = None

    @property
    def ok(self) -> bool | None:
        """Whether the target is met; None without a target."""
        if self.target is None:
            return None
        return (
            self.value >= self.target.value if self.target.bound == ">=" else self.value <= self.target.value
        )

    @property
    def mark(self) -> str:
        """`ok`, `MISS` or nothing."""
        return {None: "", True: "ok", False: "MISS"}[self.ok]


def as_json(figures: Iterable[Figure]) -> str:
    """All figures as a JSON list, one object each, with `ok` where there is a target."""
    return json.dumps([{**asdict(figure), "ok": figure.ok} for figure in figures], indent=1)


def as_table(figures: Iterable[Figure]) -> str:
    """All figures in columns for people."""
    rows = [("group", "figure", "value", "unit", "target", "")]
    for figure in figures:
        target = f"{figure.target.bound} {_number(figure.target.value)}" if figure.target else ""
        rows.append((figure.group, figure.name, _number(figure.value), figure.unit, target, figure.mark))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    return "\n".join(_line(row, widths) for row in rows)


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = (
        cell.rjust(w) if i == 2 else cell.ljust(w)
        for i, (cell, w) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of one call."""
    taken: list[float] = []
    for _ in range(times):
        begin = process_time()
        work()
        taken.append(process_time() - begin)
    return median(taken) * 1000


def per_second(work: Callable[[], object], seconds: float) -> float:
    """How often `work` can be done in a second; measured for that long, at least once."""
    count = 0
    begin = process_time()
    while (now := process_time()) - begin < seconds or not count:
        work()
        count += 1
    return count / (now - begin)
