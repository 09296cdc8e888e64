"""What things of My City are called, and its sheets and score sheets in sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from bot.games.contract import Seat
from bot.games.my_city.cells import Roll, cells_of, label, orientations
from bot.games.my_city.city import BOXES, CITY, EPISODES, Chapter, Episode, Kind, Spot
from bot.games.my_city.legal import Task
from bot.games.my_city.moves import Chosen, MyCityView
from bot.games.my_city.preview import asks, points, proposal
from bot.games.my_city.scoring import Part, Row, pass_points, rows
from bot.games.my_city.site import layout_of
from bot.text import Words, signed
from bot.view_model import ViewModel


def titled(item: Episode | Chapter, words: Words) -> str:
    """The number and the title of an episode or a chapter."""
    return words("my_city.text.titled", number=_number(item), title=title_of(item, words))


def title_of(item: Episode | Chapter, words: Words) -> str:
    """The title of an episode or a chapter."""
    kind_name = "episode" if isinstance(item, Episode) else "chapter"
    return words(f"my_city.{kind_name}.{_number(item)}")


def _number(item: Episode | Chapter) -> int:
    return item.episode if isinstance(item, Episode) else item.chapter


def episode_name(number: int, words: Words) -> str:
    """An episode by its number and title, in a sentence."""
    return words("my_city.text.episode", number=number, title=title_of(EPISODES[number], words))


def kind_name(name: Kind, words: Words) -> str:
    """A type of building, a church, a fortress."""
    return words(f"my_city.kind.{name}")


def task_name(asked: Task, words: Words) -> str:
    """What is to be built: its kind, and how large it is."""
    return words("my_city.text.task", kind=kind_name(asked.kind, words), n=len(orientations(asked.shape)[0]))


def headed(text: str) -> str:
    """A text with a capital letter in front, where it stands alone."""
    return text[:1].upper() + text[1:]


def building_name(roll: Roll, words: Words) -> str:
    """The building that the dice show, whatever the compass may bring."""
    return task_name(Task(roll.type, roll.shape), words)


def row_name(key: str, words: Words) -> str:
    """A row of the score sheet."""
    return words(f"my_city.score.{key}", number="")


def listed(items: Iterable[str], words: Words) -> str:
    """Things one after the other, without an "and"."""
    return words("my_city.text.comma").join(items)


def bandit_name(number: int, name: str, words: Words) -> str:
    """A bandit of an episode by his number and his cell."""
    (cell,) = cells_of(layout_of(number).bandits[name])
    return words("my_city.text.bandit", number=name.rpartition("_")[2], cell=cell)


City = ViewModel[MyCityView]


def plus(gain: int) -> str:
    """A change with its sign: +3, −2, ±0."""
    return f"+{gain}" if gain > 0 else signed(gain) if gain else "±0"


def score_lines(model: City, seat: Seat, choice: Chosen | None = None) -> list[str]:
    """A line for each row of a seat's sheet and one for the total, with what the reader's choice (the one
    given, else the one already made) would change."""
    view, words = model.view, model.words
    now = rows(view, seat)
    shown = proposal(view, seat, choice) if seat == model.seat else None
    after = shown.rows if shown else now
    lines = [_row_line(model, new, new.points - old.points) for old, new in zip(now, after, strict=True)]
    return [*lines, _total_line(words, points(now), points(after))]


def gain_line(model: City, seat: Seat, choice: Chosen) -> str:
    """What the total would be with a choice that may be made, and by how much that differs from now."""
    shown = proposal(model.view, seat, choice)
    now = points(rows(model.view, seat))
    after = points(shown.rows) if shown else now
    return model.words("my_city.text.would", points=signed(after), change=plus(after - now))


def short_score(model: City, seat: Seat, choice: Chosen | None = None) -> str:
    """The rows that give or cost something with the choice, and the total, in one line."""
    shown = proposal(model.view, seat, choice) if seat == model.seat else None
    found, words = shown.rows if shown else rows(model.view, seat), model.words
    told = [
        words("my_city.text.row", what=row_name(row.key, words), points=signed(row.points))
        for row in found
        if row.points
    ]
    return listed([*told, words("my_city.text.total", points=signed(points(found)))], words)


def _total_line(words: Words, now: int, after: int) -> str:
    line = words("my_city.text.total", points=signed(after))
    return line if now == after else words("my_city.text.changed", line=line, change=plus(after - now))


def _row_line(model: City, row: Row, change: int) -> str:
    words = model.words
    label, value = row_name(row.key, words), signed(row.points)
    detail = detail_of(model, row)
    line = words("my_city.text.row", what=label, points=value)
    if detail:
        line = words("my_city.text.row_detail", what=label, points=value, detail=detail)
    return words("my_city.text.changed", line=line, change=plus(change)) if change else line


def detail_of(model: City, row: Row) -> str:
    """How far a row has come and what it still lacks; empty where there is nothing to tell."""
    make = _DETAILS.get(row.key)
    if make is None and row.key.startswith("first_"):
        return _first(model, row)
    return (make or _covered)(model, row)


def _covered(model: City, row: Row) -> str:
    """How many cells of a kind are built over, and which are not."""
    if not row.parts:
        return ""
    (part,) = row.parts
    return _with_cells(model.words, "covered", part)


def _with_cells(words: Words, key: str, part: Part, **data: object) -> str:
    # What has been reached, and where something is missing.
    line = words(f"my_city.text.part.{key}", have=part.have, need=part.need, **data)
    if not part.cells:
        return line
    return words("my_city.text.part.left", part=line, cells=listed(part.cells, words))


def _first(model: City, row: Row) -> str:
    """Who has won the bonus, else how far this sheet has come."""
    view, words = model.view, model.words
    kind = row.key.removeprefix("first_")
    gone = next((bonus for bonus in view.bonuses if bonus.kind == kind), None)
    if gone is None:
        return _covered(model, row)
    who = words.all_of(model.names[seat] for seat in gone.seats)
    return words("my_city.text.part.gone", names=who, round=gone.round)


def _groups(key: str) -> Callable[[City, Row], str]:
    """A remark for each type of building."""

    def told(model: City, row: Row) -> str:
        return _each(
            model,
            row.parts,
            lambda part: model.words(
                f"my_city.text.part.{key}",
                type=model.words(f"my_city.kind.{part.what}"),
                have=part.have,
                need=part.need,
            ),
        )

    return told


def _wells(model: City, row: Row) -> str:
    return _each(model, row.parts, lambda part: _with_cells(model.words, "well", part, cell=part.what))


def _churches(model: City, row: Row) -> str:
    words = model.words

    def told(part: Part) -> str:
        if not part.lacks:
            return words("my_city.text.part.church_done", cell=part.what)
        lacks = listed((kind_name(kind, words) for kind in part.lacks), words)
        return _with_cells(words, "church", part, cell=part.what, lacks=lacks)

    return _each(model, row.parts, told)


def _bandits(model: City, row: Row) -> str:
    words, episode = model.words, model.view.episode

    def told(part: Part) -> str:
        who = bandit_name(episode, part.what, words)
        return _with_cells(words, "bandit", part, bandit=who)

    return _each(model, row.parts, told)


def _passes(model: City, row: Row) -> str:
    (part,) = row.parts
    words = model.words
    if part.have == part.need:
        return words("my_city.text.part.passes_full", have=part.have, need=part.need)
    following = signed(pass_points(part.have + 1))
    return words("my_city.text.part.passes", have=part.have, need=part.need, next=following)


def _bags(model: City, row: Row) -> str:
    (part,) = row.parts
    return model.words("my_city.text.part.bags", have=part.have, most=part.need)


def _each(model: City, parts: Sequence[Part], told: Callable[[Part], str]) -> str:
    return model.words("my_city.text.semicolon").join(map(told, parts))


_DETAILS: dict[str, Callable[[City, Row], str]] = {
    "largest_groups": _groups("group"),
    "complete_groups": _groups("whole"),
    "wells": _wells,
    "churches": _churches,
    "bandits": _bandits,
    "passes": _passes,
    "gold_bags": _bags,
}
"""What is said of the rows that are not about the cells of a kind."""


def printed_lines(episode: int, words: Words) -> list[str]:
    """What is printed on the sheet of an episode: the river, then each kind of terrain with its cells."""
    layout = layout_of(episode)
    lines = [
        words("my_city.text.terrain", kind=words(f"my_city.terrain.{kind}"), cells=_cells_of(mask, words))
        for kind in CITY.legend.values()
        if kind not in ("meadow", "bandit") and (mask := layout.terrain[kind])
    ]
    return [words("my_city.text.river", sides=_river(episode, words)), *lines]


def _cells_of(mask: int, words: Words) -> str:
    return listed(cells_of(mask), words)


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
    return listed(sides, words)


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
        words("my_city.text.structure", kind=kind_name(item.kind, words), cells=listed(item.cells, words))
        for item in sheet.drawn
    ]
    lines.append(words("my_city.text.semicolon").join(drawn) or words("my_city.text.nothing_drawn"))
    if sheet.bandits:
        active = listed((bandit_name(view.episode, one, words) for one in sheet.bandits), words)
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
