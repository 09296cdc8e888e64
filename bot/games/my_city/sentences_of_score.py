"""What things of My City are called, and its sheets and score sheets in sentences."""

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.my_city.cells import bit_of, cells_of, orientations, pieces, union
from bot.games.my_city.city import BOXES, CITY, EPISODES
from bot.games.my_city.legal import Task
from bot.games.my_city.moves import Chosen, MyCityView
from bot.games.my_city.preview import asks, proposal
from bot.games.my_city.scoring import Part, Row, pass_points, points_of, rows
from bot.games.my_city.site import layout_of
from bot.text import Words, plus, signed
from bot.view_model import ViewModel

City = ViewModel[MyCityView]
_FEW = 12
"""Cells that are told in a row of a brief score."""


def titled(episode: int, words: Words) -> str:
    """An episode by its number and title."""
    return words("my_city.text.titled", number=episode, title=words(f"my_city.episode.{episode}"))


def episode_name(number: int, words: Words) -> str:
    """An episode by its number and title, in a sentence."""
    return words("my_city.text.episode", number=number, title=words(f"my_city.episode.{number}"))


def task_name(asked: Task, words: Words) -> str:
    """What is to be built: its kind, and how large it is."""
    kind = words(f"my_city.kind.{asked.kind}")
    return words("my_city.text.task", kind=kind, n=len(orientations(asked.shape)[0]))


def asked_line(asked: Task, words: Words) -> str:
    """What somebody is asked to build, with the name of its shape."""
    shape = words(f"my_city.shape.{asked.shape.lower()}")
    return words("my_city.text.asked", task=task_name(asked, words), shape=shape)


def row_name(key: str, words: Words) -> str:
    """A row of the score sheet."""
    return words(f"my_city.score.{key}", number="")


def bandit_name(number: int, name: str, words: Words) -> str:
    """A bandit of an episode by his number and his cell."""
    (cell,) = cells_of(layout_of(number).bandits[name])
    return words("my_city.text.bandit", number=name.rpartition("_")[2], cell=cell)


def _after(model: City, seat: Seat, choice: Chosen | None) -> tuple[Row, ...]:
    """The score sheet of a seat with the reader's choice: the one given, else the one already made."""
    shown = proposal(model.view, seat, choice) if seat == model.seat else None
    return shown.rows if shown else rows(model.view, seat)


def score_lines(model: City, seat: Seat, choice: Chosen | None = None, *, brief: bool = False) -> list[str]:
    """A line for each row of a seat's sheet and one for the total, with what the reader's choice (the one
    given, else the one already made) would change; `brief`, where the sheet shows them, no long lists of
    cells."""
    words, now, after = model.words, rows(model.view, seat), _after(model, seat, choice)
    lines: list[tuple[str, int]] = []
    for old, new in zip(now, after, strict=True):
        label, value = row_name(new.key, words), signed(new.points)
        detail = detail_of(model, new, brief=brief)
        line = words("my_city.text.row", what=label, points=value)
        if detail:
            line = words("my_city.text.row_detail", what=label, points=value, detail=detail)
        lines.append((line, new.points - old.points))
    total = points_of(after)
    lines.append((words("my_city.text.total", points=signed(total)), total - points_of(now)))
    return [
        words("my_city.text.changed", line=line, change=plus(change)) if change else line
        for line, change in lines
    ]


def gain_line(model: City, seat: Seat, choice: Chosen) -> str:
    """What the total would be with a choice that may be made, and by how much that differs from now."""
    shown, now = proposal(model.view, seat, choice), points_of(rows(model.view, seat))
    after = points_of(shown.rows) if shown else now
    return model.words("my_city.text.would", points=signed(after), change=plus(after - now))


def short_score(model: City, seat: Seat, choice: Chosen | None = None) -> str:
    """The rows that give or cost something with the choice, and the total, in one line."""
    words, found = model.words, _after(model, seat, choice)
    told = [
        words("my_city.text.row", what=row_name(row.key, words), points=signed(row.points))
        for row in found
        if row.points
    ]
    return words.listed([*told, words("my_city.text.total", points=signed(points_of(found)))])


def detail_of(model: City, row: Row, *, brief: bool = False) -> str:
    """How far a row has come and what it still lacks; empty where there is nothing to tell."""
    kind, view, words = row.key.removeprefix("first_"), model.view, model.words
    gone = next((bonus for bonus in view.bonuses if bonus.kind == kind), None)
    if gone is not None and row.key != kind:
        who = words.all_of(model.names[seat] for seat in gone.seats)
        return words("my_city.text.part.gone", names=who, round=gone.round)
    told = [replace(part, cells=()) if brief and len(part.cells) > _FEW else part for part in row.parts]
    return words("my_city.text.semicolon").join(part_told(model, row.key, part) for part in told)


def part_told(model: City, row: str, part: Part) -> str:
    """How far one thing of a row has come."""
    words, counts = model.words, {"have": part.have, "need": part.need}
    match row:
        case "largest_groups" | "complete_groups":
            key, kind = "group" if row == "largest_groups" else "whole", words(f"my_city.kind.{part.what}")
            return words(f"my_city.text.part.{key}", type=kind, **counts)
        case "passes":
            if part.have == part.need:
                return words("my_city.text.part.passes_full", **counts)
            return words("my_city.text.part.passes", next=signed(pass_points(part.have + 1)), **counts)
        case "gold_bags":
            return words("my_city.text.part.bags", have=part.have, most=part.need)
        case "wells":
            line = words("my_city.text.part.well", cell=part.what, **counts)
        case "churches":
            if not part.lacks:
                return words("my_city.text.part.church_done", cell=part.what)
            lacks = words.listed(words(f"my_city.kind.{kind}") for kind in part.lacks)
            line = words("my_city.text.part.church", cell=part.what, lacks=lacks, **counts)
        case "bandits":
            who = bandit_name(model.view.episode, part.what, words)
            line = words("my_city.text.part.bandit", bandit=who, **counts)
        case _:
            line = words("my_city.text.part.covered", **counts)
    if not part.cells:
        return line
    return words("my_city.text.part.left", part=line, cells=words.listed(part.cells))


def printed_lines(episode: int, words: Words) -> list[str]:
    """What is printed on the sheet of an episode: the river, then each kind of terrain with its cells."""
    terrain, lines = layout_of(episode).terrain, [words("my_city.text.river", sides=_river(episode, words))]
    for kind in CITY.legend.values():
        if kind not in ("meadow", "bandit") and terrain[kind]:
            cells = words.listed(cells_of(terrain[kind]))
            lines.append(words("my_city.text.terrain", kind=words(f"my_city.terrain.{kind}"), cells=cells))
    return lines


def _river(episode: int, words: Words) -> str:
    """The sides along which the river runs, as few as possible: right of some cells, below others."""
    sides: list[str] = []
    for key, across in (("my_city.text.right_of", 1), ("my_city.text.below", 0)):
        along = [one for one, other in EPISODES[episode].river if one[across] != other[across]]
        for line in dict.fromkeys(spot[across] for spot in along):
            for run in pieces(union(bit_of(spot) for spot in along if spot[across] == line)):
                first, last = cells_of(run)[0], cells_of(run)[-1]
                sides.append(words(key, cells=first if first == last else f"{first}–{last}"))
    return words.listed(sides)


def seat_lines(model: City, seat: Seat) -> list[str]:
    """A player's sheet: points and boxes, then every structure with its cells in the order of drawing."""
    view, words, sheet = model.view, model.words, model.view.sheets[seat]
    drawn: list[str] = []
    for item in sheet.drawn:
        kind, cells = words(f"my_city.kind.{item.kind}"), words.listed(item.cells)
        drawn.append(words("my_city.text.structure", kind=kind, cells=cells))
    stands = {"points": signed(view.points[seat]), "status": status(model, seat), "boxes": BOXES}
    lines = [
        words("my_city.text.player", name=model.names[seat], n=sheet.ticks, **stands),
        words("my_city.text.semicolon").join(drawn) or words("my_city.text.nothing_drawn"),
    ]
    if sheet.bandits:
        active = words.listed(bandit_name(view.episode, one, words) for one in sheet.bandits)
        lines.append(words("my_city.text.bandits", bandits=active))
    return lines


def status(model: City, seat: Seat) -> str:
    """Whether a player has stopped, has chosen, or is still choosing; else that they are still in."""
    view = model.view
    if view.sheets[seat].stopped:
        return model.words("my_city.status.stopped")
    if not asks(view):
        return model.words("my_city.status.playing")
    return model.words(f"my_city.status.{'chosen' if view.decided[seat] else 'choosing'}")
