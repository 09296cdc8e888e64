"""City of Nördlingen in sentences: how the table stands, what is to be done, and all that pictures show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from string import ascii_uppercase

from bot.games.contract import Options, Seat
from bot.games.noerdlingen.board import board_of
from bot.games.noerdlingen.moves import Border, NoerdlingenOptions
from bot.games.noerdlingen.preview import order, ways
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from render.noerdlingen import names
from render.noerdlingen.facts import churches, number_of
from render.noerdlingen.names import crossing, way
from render.noerdlingen.stories import foretold, gain, land, report, soldiers
from render.scene import Scene

__all__ = [
    "crossing",
    "decision",
    "foretold",
    "headline",
    "option_rows",
    "report",
    "state",
    "text",
    "turn_line",
    "way",
]

Noerdlingen = Scene[NoerdlingenView]
_CHOICES = ("wall_mode", "territory_rule", "mirror_borders", "elimination")


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, NoerdlingenOptions)
    rows = [(words(f"noerdlingen.row.{key}"), _value(options, key, words)) for key in _CHOICES]
    typed = options.date.removesuffix("*")
    date = names.day(typed, words) if typed else words("noerdlingen.row.no_date")
    return (*rows, (words("noerdlingen.option.date"), date))


def _value(options: NoerdlingenOptions, key: str, words: Words) -> str:
    if key == "territory_rule" and options.territory_rule == "size_cap":
        return words("noerdlingen.text.up_to", n=options.territory_size_cap)
    return words(f"noerdlingen.row.{key}.{getattr(options, key)}")


def state(scene: Noerdlingen) -> str:
    """One line: the round and how many there are."""
    view, words = scene.view, scene.words
    if view.phase == "over":
        return words("noerdlingen.text.over")
    if view.phase == "place":
        return words("noerdlingen.text.setup")
    return words("noerdlingen.text.round", round=view.round, rounds=view.rounds)


def turn_line(scene: Noerdlingen) -> str:
    """Whose turn it is and what is to be done."""
    view, words = scene.view, scene.words
    if view.phase == "over":
        return words("noerdlingen.text.over")
    todo = words(f"noerdlingen.text.todo.{view.phase}", number=number_of(view, view.active))
    return words("noerdlingen.text.turn", name=scene.names[view.active], todo=todo)


def headline(scene: Noerdlingen) -> str:
    """The line of state below the story of a turn: the round, whose turn it is, what is to be done."""
    if scene.view.phase == "over":
        return state(scene)
    return scene.words("noerdlingen.text.headline", state=state(scene), turn=turn_line(scene))


def decision(scene: Noerdlingen, seat: Seat) -> str:
    """What a seat owes now, empty if nothing."""
    view = scene.view
    if view.phase == "over" or seat != view.active:
        return ""
    return scene.words(f"noerdlingen.decision.{view.phase}", number=number_of(view, seat))


def text(scene: Noerdlingen) -> str:
    """All that the reader's pictures show, in words."""
    view, words = scene.view, scene.words
    over = view.phase == "over"
    parts = [state(scene), *([] if over else [turn_line(scene)]), day_line(scene), *church_lines(scene)]
    parts += ["", words("noerdlingen.text.players"), *player_lines(scene)]
    if view.table:
        parts += ["", words("noerdlingen.text.table"), *table_lines(scene)]
    if view.territories:
        parts += ["", words("noerdlingen.text.territories"), *territory_lines(scene)]
    parts += ["", words("noerdlingen.text.open"), *open_lines(scene)]
    if view.borders:
        parts += ["", words("noerdlingen.text.borders"), *border_lines(scene)]
    own = way_lines(scene)
    return "\n".join([*parts, *(["", *own] if own else [])])


def day_line(scene: Noerdlingen) -> str:
    """The day that gives the churches their numbers."""
    return scene.words("noerdlingen.text.day", day=names.day(scene.view.date, scene.words))


def church_lines(scene: Noerdlingen) -> list[str]:
    """A line for each church: its cells and its number."""
    words = scene.words
    return [
        words("noerdlingen.text.church", cells=names.crossings(church.cells, words), n=digit)
        for church, digit in churches(scene.view)
    ]


def player_lines(scene: Noerdlingen) -> list[str]:
    """A line for each player in the order of the phase: number, score, soldiers."""
    return [_player(scene, seat) for seat in order(scene.view)]


def score_lines(scene: Noerdlingen) -> list[str]:
    """The same without the soldiers."""
    return [_facts(scene, seat) for seat in order(scene.view)]


def _player(scene: Noerdlingen, seat: Seat) -> str:
    words, own = scene.words, scene.view.players[seat].soldiers
    listed = names.crossings(own, words) if own else words("noerdlingen.text.none")
    return words("noerdlingen.text.player", facts=_facts(scene, seat), n=len(own), crossings=listed)


def _facts(scene: Noerdlingen, seat: Seat) -> str:
    words, player = scene.words, scene.view.players[seat]
    parts = [words("noerdlingen.text.score", n=player.score)]
    if player.number is not None:
        parts.append(words("noerdlingen.text.number", number=player.number))
    if player.left is not None:
        parts.append(words("noerdlingen.text.left", round=player.left))
    listed = words("noerdlingen.text.comma").join(parts)
    return words("noerdlingen.text.facts", name=scene.names[seat], facts=listed)


def table_lines(scene: Noerdlingen) -> list[str]:
    """A line for each round: who took which number, and in the choice phase which are free."""
    view, words = scene.view, scene.words
    comma = words("noerdlingen.text.comma")
    lines: list[str] = []
    for number, row in enumerate(view.table, start=1):
        chosen = sorted((taken, seat) for seat, taken in enumerate(row) if taken is not None)
        listed = [words("noerdlingen.text.taken", number=n, name=scene.names[seat]) for n, seat in chosen]
        numbers = comma.join(listed) or words("noerdlingen.text.none")
        lines.append(words("noerdlingen.text.row", round=number, numbers=numbers))
    if view.free:
        shapes = comma.join(
            words("noerdlingen.text.shape", number=number, arrows=names.shape(number)) for number in view.free
        )
        lines.append(words("noerdlingen.text.free", numbers=shapes))
    return lines


def territory_lines(scene: Noerdlingen) -> list[str]:
    """A line for each territory: its cells, its points, its owners, the soldiers around it."""
    words = scene.words
    return [
        words(
            "noerdlingen.text.territory",
            land=land(scene, one),
            cells=names.crossings(one.cells, words),
            gain=gain(scene, one),
            soldiers=soldiers(scene, one),
        )
        for one in scene.view.territories
    ]


def open_lines(scene: Noerdlingen) -> list[str]:
    """The open land as runs of cells, line by line from the top."""
    board = board_of(scene.view)
    town, words = board.town, scene.words
    cells = town.points(town.cells & ~board.claimed)
    comma = words("noerdlingen.text.comma")
    lines = [
        words("noerdlingen.text.line", number=y + 1, cells=comma.join(_runs([x for x, _ in line])))
        for y, line in groupby(cells, key=lambda cell: cell[1])
    ]
    return lines or [words("noerdlingen.text.none")]


def _runs(columns: list[int]) -> Iterator[str]:
    # Neighbours together: B–D, F.
    for _, run in groupby(enumerate(columns), key=lambda pair: pair[1] - pair[0]):
        letters = [ascii_uppercase[column] for _, column in run]
        yield letters[0] if len(letters) == 1 else f"{letters[0]}–{letters[-1]}"


def border_lines(scene: Noerdlingen) -> list[str]:
    """A line for each border in the order of drawing: whose draw it was, and all crossings it passes."""
    return [_border(scene, border) for border in scene.view.borders]


def _border(scene: Noerdlingen, border: Border) -> str:
    words = scene.words
    trail = names.trail(border.start, border.steps, words)
    if border.seat is None:
        return trail
    key = "bonus_border" if border.bonus else "border"
    name = scene.names[border.seat]
    return words(f"noerdlingen.text.{key}", round=border.round, name=name, number=border.number, trail=trail)


def way_lines(scene: Noerdlingen) -> list[str]:
    """In how many ways the reader could draw each border now; nothing before the own soldier stands."""
    view, words = scene.view, scene.words
    if scene.seat is None or view.phase in ("place", "over") or view.players[scene.seat].left is not None:
        return []
    counted = words("noerdlingen.text.comma").join(
        words("noerdlingen.text.ways", number=number, n=count)
        for number, count in ways(view, scene.seat).items()
    )
    return [words("noerdlingen.text.your_ways", ways=counted)]
