"""What the bench measured: figures with their targets, as a table and as JSON.

Pure computing is timed by the processor time of this process, so that a busy machine tells the same;
whatever waits for a disk or for somebody else is timed by the clock on the wall.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from statistics import median
from time import process_time
from typing import Any, Literal


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


def as_json(found: Iterable[Any]) -> str:
    """Figures, or results of matches, as a JSON list, one object each, with whether it is `ok`."""
    return json.dumps([{**asdict(each), "ok": each.ok} for each in found], indent=1)


def as_table(figures: Iterable[Figure]) -> str:
    """All figures in columns for people."""
    rows = [("group", "figure", "value", "unit", "target", "")]
    for figure in figures:
        target = f"{figure.target.bound} {_number(figure.target.value)}" if figure.target else ""
        mark = {None: "", True: "ok", False: "MISS"}[figure.ok]
        rows.append((figure.group, figure.name, _number(figure.value), figure.unit, target, mark))
    width = max(len(row[2]) for row in rows)
    return in_columns([(*row[:2], row[2].rjust(width), *row[3:]) for row in rows])


def tell(found: Sequence[Figure], *, for_programs: bool) -> None:
    """Prints figures as JSON or for people."""
    sys.stdout.write((as_json(found) if for_programs else as_table(found)) + "\n")


def in_columns(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells for people, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


SHARES = (50, 95, 99, 100)
"""Of 100: what is told of how long things took, the last of them as the maximum."""


def spread(
    group: str, what: str, seconds: Sequence[float], targets: Mapping[int, Target]
) -> Iterator[Figure]:
    """How long something took, in milliseconds, with targets by share; that it never came, if it did not."""
    if not seconds:
        yield Figure(group, f"{what}: how often", 0, "", Target(">=", 1))
        return
    for share in SHARES:
        name = f"{what}, {'max' if share == 100 else f'p{share}'}"
        yield Figure(group, name, percentile(seconds, share) * 1000, "ms", targets.get(share))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that so many of 100 do not exceed."""
    return sorted(values)[max(ceil(len(values) * share / 100) - 1, 0)]


FEW, LONG = 3, 1.0
"""Calls that are enough for a median once they have taken so many seconds."""


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of one call; of fewer calls than `times` where each takes long."""
    taken: list[float] = []
    while len(taken) < times and (len(taken) < FEW or sum(taken) < LONG):
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
