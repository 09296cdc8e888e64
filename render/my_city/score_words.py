"""The score sheet in words: every row with what it gives, what is missing, what a choice would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.contract import Seat
from bot.games.my_city.moves import Chosen
from bot.games.my_city.scoring import Part, Row, pass_points, rows
from bot.games.my_city.view import MyCityView
from bot.text import Words, signed
from bot.view_model import ViewModel
from render.my_city import names
from render.my_city.facts import points, proposal

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
    lines = [_line(model, new, new.points - old.points) for old, new in zip(now, after, strict=True)]
    return [*lines, _total(words, points(now), points(after))]


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
        words("my_city.text.row", what=names.row(row.key, words), points=signed(row.points))
        for row in found
        if row.points
    ]
    return names.listed([*told, words("my_city.text.total", points=signed(points(found)))], words)


def _total(words: Words, now: int, after: int) -> str:
    line = words("my_city.text.total", points=signed(after))
    return line if now == after else words("my_city.text.changed", line=line, change=plus(after - now))


def _line(model: City, row: Row, change: int) -> str:
    words = model.words
    label, value = names.row(row.key, words), signed(row.points)
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
    return words("my_city.text.part.left", part=line, cells=names.listed(part.cells, words))


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
        lacks = names.listed((names.kind(kind, words) for kind in part.lacks), words)
        return _with_cells(words, "church", part, cell=part.what, lacks=lacks)

    return _each(model, row.parts, told)


def _bandits(model: City, row: Row) -> str:
    words, episode = model.words, model.view.episode

    def told(part: Part) -> str:
        who = names.bandit(episode, part.what, words)
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
