"""What a crossing, a way, a day, a piece of land is called in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.town import STEPS, Cell, Crossing, crossing_name
from bot.text import Words

_ARROWS = str.maketrans("RDLU", "→↓←↑")


def crossing(at: Crossing) -> str:
    """A crossing by its letter and its number: E4."""
    return crossing_name(at)


def crossings(points: Iterable[Crossing | Cell], words: Words) -> str:
    """Crossings one after the other, as in a list; cells by their upper left ones."""
    return words("noerdlingen.text.comma").join(map(crossing, points))


def arrows(steps: str) -> str:
    """The steps of a border as arrows: ↑↑←."""
    return steps.translate(_ARROWS)


def shape(number: int) -> str:
    """The shape of a number as it is written down, in arrows."""
    return arrows(the_town().file.borders[str(number)])


def way(path: Path, words: Words) -> str:
    """One way to draw a border, from a soldier that is known: ↑↑← to D6."""
    return words("noerdlingen.text.way", steps=arrows(path.steps), end=crossing(path.end))


def trail(start: Crossing, steps: str, words: Words) -> str:
    """All crossings that a border passes, from its start to its end."""
    return words("noerdlingen.text.road").join(map(crossing, points(start, steps)))


def points(start: Crossing, steps: str) -> tuple[Crossing, ...]:
    """The crossings along these steps, both ends included."""
    found = [start]
    for step in steps:
        right, down = STEPS[step]
        found.append((found[-1][0] + right, found[-1][1] + down))
    return tuple(found)


def day(date: str, words: Words) -> str:
    """The day of a date in four digits."""
    return words.day(int(date[:2]), int(date[2:]))


def land(cells: int, digits: Iterable[int], words: Words) -> str:
    """A piece of land in a few words: its cells, and the numbers of its churches."""
    counted = words("noerdlingen.text.cells", n=cells)
    listed = [str(digit) for digit in digits]
    if not listed:
        return counted
    key = "church" if len(listed) == 1 else "churches"
    return words(f"noerdlingen.text.cells_{key}", cells=counted, digits=words.all_of(listed))
