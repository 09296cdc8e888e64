"""The sheets in words, cell by cell: what is printed for everybody, what each player has drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from bot.games.contract import Seat
from bot.games.my_city.cells import cells_of, label
from bot.games.my_city.city import BOXES, CITY, EPISODES, Spot
from bot.games.my_city.layout import layout_of
from bot.games.my_city.view import MyCityView
from bot.text import Words, signed
from bot.view_model import ViewModel
from render.my_city import names
from render.my_city.facts import asks

City = ViewModel[MyCityView]


def printed_lines(episode: int, words: Words) -> list[str]:
    """What is printed on the sheet of an episode: the river, then each kind of terrain with its cells."""
    layout = layout_of(episode)
    lines = [
        words("my_city.text.terrain", kind=words(f"my_city.terrain.{kind}"), cells=_cells(mask, words))
        for kind in CITY.legend.values()
        if kind not in ("meadow", "bandit") and (mask := layout.terrain[kind])
    ]
    return [words("my_city.text.river", sides=_river(episode, words)), *lines]


def _cells(mask: int, words: Words) -> str:
    return names.listed(cells_of(mask), words)


def _river(episode: int, words: Words) -> str:
    """The sides along which the river runs, as few as possible: right of some cells, below others."""
    right: dict[int, list[int]] = defaultdict(list)
    below: dict[int, list[int]] = defaultdict(list)
    for (row, column), (other, _) in EPISODES[episode].river:
        if row == other:
            right[column].append(row)
        else:
            below[row].append(column)
    sides = [
        words("my_city.text.right_of", cells=_run((first, column), (last, column)))
        for column, there in right.items()
        for first, last in _runs(there)
    ]
    sides += [
        words("my_city.text.below", cells=_run((row, first), (row, last)))
        for row, there in below.items()
        for first, last in _runs(there)
    ]
    return names.listed(sides, words)


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The numbers as runs without a gap, each by its first and last one."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def _run(first: Spot, last: Spot) -> str:
    return label(first) if first == last else f"{label(first)}–{label(last)}"


def seat_lines(model: City, seat: Seat) -> list[str]:
    """A player's sheet: points and boxes, then every structure with its cells in the order of drawing."""
    view, words = model.view, model.words
    sheet = view.sheets[seat]
    lines = [
        words(
            "my_city.text.player",
            name=model.names[seat],
            points=signed(view.points[seat]),
            n=sheet.ticks,
            boxes=BOXES,
            status=status(model, seat),
        )
    ]
    drawn = [
        words(
            "my_city.text.structure", kind=names.kind(item.kind, words), cells=names.listed(item.cells, words)
        )
        for item in sheet.drawn
    ]
    lines.append(words("my_city.text.semicolon").join(drawn) or words("my_city.text.nothing_drawn"))
    if sheet.bandits:
        active = names.listed((names.bandit(view.episode, one, words) for one in sheet.bandits), words)
        lines.append(words("my_city.text.bandits", bandits=active))
    return lines


def status(model: City, seat: Seat) -> str:
    """Whether a player has stopped, has chosen, or is still choosing; who is still in where nobody
    is asked."""
    view = model.view
    if view.sheets[seat].stopped:
        return model.words("my_city.status.stopped")
    if not asks(view):
        return model.words("my_city.status.playing")
    return model.words(f"my_city.status.{'chosen' if view.decided[seat] else 'choosing'}")
