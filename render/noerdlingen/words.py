"""City of Nördlingen in words: options, reports of events, the line of state, alt texts, panels, moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from string import ascii_uppercase
from typing import assert_never, cast

from bot.games.contract import Event, Options, Seat
from bot.games.noerdlingen.board import board_of
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Bonus,
    Border,
    ChoiceBegun,
    Choose,
    Chosen,
    Closed,
    Decline,
    Declined,
    Draw,
    DrawingBegun,
    Drawn,
    GameOver,
    Left,
    NoBonus,
    NoerdlingenEvent,
    NoerdlingenMove,
    NoerdlingenOptions,
    Place,
    Placed,
    Skipped,
    Stuck,
    Territory,
)
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.preview import drawable, order, places, preview, way_of, ways
from bot.games.noerdlingen.town import Cell, Crossing, crossing_name, points
from bot.games.noerdlingen.view import NoerdlingenView
from bot.games.registry import game
from bot.text import Words
from render.drawn import described, sentences
from render.noerdlingen.facts import (
    Choice,
    churches,
    digits,
    newest,
    number_of,
    path_of,
    round_told,
    ways_from,
)
from render.scene import Scene

Noerdlingen = Scene[NoerdlingenView]
Lines = Callable[[Noerdlingen], list[str]]
_CHOICES = ("wall_mode", "territory_rule", "mirror_borders", "elimination")
_ARROWS = str.maketrans("RDLU", "→↓←↑")


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, NoerdlingenOptions)
    rows = [(words(f"noerdlingen.row.{key}"), _value(options, key, words)) for key in _CHOICES]
    typed = options.date.removesuffix("*")
    date = day(typed, words) if typed else words("noerdlingen.row.no_date")
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
    return scene.words("noerdlingen.text.day", day=day(scene.view.date, scene.words))


def church_lines(scene: Noerdlingen) -> list[str]:
    """A line for each church: its cells and its number."""
    words = scene.words
    return [
        words("noerdlingen.text.church", cells=crossings(church.cells, words), n=digit)
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
    listed = crossings(own, words) if own else words("noerdlingen.text.none")
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
            words("noerdlingen.text.shape", number=number, arrows=shape(number)) for number in view.free
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
            cells=crossings(one.cells, words),
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
    passed = trail(border.start, border.steps, words)
    if border.seat is None:
        return passed
    key = "bonus_border" if border.bonus else "border"
    name = scene.names[border.seat]
    return words(f"noerdlingen.text.{key}", round=border.round, name=name, number=border.number, trail=passed)


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


def crossings(points: Iterable[Crossing | Cell], words: Words) -> str:
    """Crossings one after the other, as in a list; cells by their upper left ones."""
    return words("noerdlingen.text.comma").join(map(crossing_name, points))


def arrows(steps: str) -> str:
    """The steps of a border as arrows: ↑↑←."""
    return steps.translate(_ARROWS)


def shape(number: int) -> str:
    """The shape of a number as it is written down, in arrows."""
    return arrows(the_town().file.borders[str(number)])


def way(path: Path, words: Words) -> str:
    """One way to draw a border, from a soldier that is known: ↑↑← to D6."""
    return words("noerdlingen.text.way", steps=arrows(path.steps), end=crossing_name(path.end))


def trail(start: Crossing, steps: str, words: Words) -> str:
    """All crossings that a border passes, from its start to its end."""
    return words("noerdlingen.text.road").join(map(crossing_name, points(start, steps)))


def day(date: str, words: Words) -> str:
    """The day of a date in four digits."""
    return words.day(int(date[:2]), int(date[2:]))


def land_of(cells: int, digits: Iterable[int], words: Words) -> str:
    """A piece of land in a few words: its cells, and the numbers of its churches."""
    counted = words("noerdlingen.text.cells", n=cells)
    listed = [str(digit) for digit in digits]
    if not listed:
        return counted
    key = "church" if len(listed) == 1 else "churches"
    return words(f"noerdlingen.text.cells_{key}", cells=counted, digits=words.all_of(listed))


def report(scene: Noerdlingen, events: Iterable[Event]) -> list[str]:
    """What made happen what is new, a sentence for each fact."""
    return [_told(scene, cast(NoerdlingenEvent, event)) for event in events]


def _told(scene: Noerdlingen, event: NoerdlingenEvent) -> str:
    words = scene.words

    def told(key: str, seat: Seat, **data: int | str) -> str:
        return words(f"noerdlingen.report.{key}", name=scene.names[seat], **data)

    match event:
        case Placed(seat=seat, at=at):
            return told("placed", seat, crossing=crossing_name(at))
        case ChoiceBegun(round=number, order=order):
            return words("noerdlingen.report.choosing", round=number, names=_in_order(scene, order))
        case Chosen(seat=seat, number=number):
            return told("chosen", seat, number=number)
        case DrawingBegun(order=order):
            return words("noerdlingen.report.drawing", names=_in_order(scene, order))
        case Drawn(seat=seat, number=number, start=start, end=end, bonus=bonus):
            key = "bonus" if bonus else "drawn"
            return told(key, seat, number=number, start=crossing_name(start), end=crossing_name(end))
        case Closed(territory=territory):
            return closing(scene, territory)
        case Declined(seat=seat):
            return told("declined", seat)
        case NoBonus(seat=seat):
            return told("no_bonus", seat)
        case Left(seat=seat, number=number):
            return told("left", seat, number=number)
        case Skipped(seat=seat, number=number):
            return told("skipped", seat, number=number)
        case GameOver(why=why):
            return words(f"noerdlingen.report.over.{why}")
        case _:
            assert_never(event)


def _in_order(scene: Noerdlingen, order: Sequence[Seat]) -> str:
    return scene.words("noerdlingen.text.comma").join(scene.names[seat] for seat in order)


def closing(scene: Noerdlingen, territory: Territory) -> str:
    """What a border closes: the land, whose it is, the soldiers around it."""
    return scene.words(
        "noerdlingen.report.closed",
        land=land(scene, territory),
        gain=gain(scene, territory),
        soldiers=soldiers(scene, territory),
    )


def land(scene: Noerdlingen, territory: Territory) -> str:
    """The cells of a territory and the numbers of its churches."""
    return land_of(len(territory.cells), digits(scene.view, territory), scene.words)


def gain(scene: Noerdlingen, territory: Territory) -> str:
    """Who gets how many points for a territory, and what is lost."""
    words, count = scene.words, len(territory.owners)
    owners = words.all_of(scene.names[seat] for seat in territory.owners)
    key = "points" if count == 1 else "share"
    text = words(f"noerdlingen.text.{key}_for", n=territory.share, names=owners)
    barren = territory.points - territory.share * count
    return words("noerdlingen.text.barren", gain=text, n=barren) if barren else text


def soldiers(scene: Noerdlingen, territory: Territory) -> str:
    """Who has how many soldiers on the outer border of a territory."""
    words = scene.words
    found = [
        words("noerdlingen.text.count", name=scene.names[seat], n=count)
        for seat, count in sorted(enumerate(territory.count), key=lambda pair: -pair[1])
        if count
    ]
    if not found:
        return words("noerdlingen.text.no_soldiers")
    return words("noerdlingen.text.soldiers", counts=words("noerdlingen.text.comma").join(found))


def foretold(scene: Noerdlingen, path: Path) -> list[str]:
    """What drawing a border would lead to for whoever's turn it is: the territories, then the bonus."""
    words, found = scene.words, preview(scene.view, scene.view.active, path)
    if not found.territories:
        return [words("noerdlingen.text.closes_nothing")]
    lines = [
        words(
            "noerdlingen.text.would_close",
            land=land(scene, one),
            gain=gain(scene, one),
            soldiers=soldiers(scene, one),
        )
        for one in found.territories
    ]
    return [*lines, words("noerdlingen.text.bonus_after")] if found.bonus else lines


def alt_board(scene: Noerdlingen) -> str:
    """Whose turn it is, the players, what is new; the territories and soldiers as far as there is room."""

    def parts(scene: Noerdlingen) -> list[str]:
        return [*_head(scene), *score_lines(scene), *report(scene, newest(scene.view))]

    def owned(scene: Noerdlingen) -> list[str]:
        return [*parts(scene), *_owned(scene)]

    def more(scene: Noerdlingen) -> list[str]:
        news = report(scene, newest(scene.view))
        return [*_head(scene), *player_lines(scene), *news, *territory_lines(scene)]

    return _short(scene, parts, more, owned)


def alt_own(scene: Noerdlingen, choice: Choice | None, start: Crossing | None) -> str:
    """What a choice would lead to or what there is to choose from, the own soldiers."""

    def parts(scene: Noerdlingen) -> list[str]:
        return [*_head(scene), *_proposed(scene, choice, start), *way_lines(scene)]

    return _short(scene, parts, lambda scene: [*parts(scene), *player_lines(scene)])


def _head(scene: Noerdlingen) -> list[str]:
    title = scene.words.title(game("noerdlingen").info)
    return [scene.words("noerdlingen.alt.head", game=title, state=headline(scene))]


def _proposed(scene: Noerdlingen, choice: Choice | None, start: Crossing | None) -> list[str]:
    view, words = scene.view, scene.words
    if scene.seat != view.active:
        return []
    path = path_of(view, choice)
    if path is not None:
        passed = trail(path.start, path.steps, words)
        return [words("noerdlingen.alt.path", trail=passed), *foretold(scene, path)]
    match choice:
        case Place(at=at):
            return [words("noerdlingen.alt.place", crossing=crossing_name(at))]
        case Choose(number=number):
            return [words("noerdlingen.alt.choose", number=number)]
        case _:
            return _offered(scene, start)


def _offered(scene: Noerdlingen, start: Crossing | None) -> list[str]:
    view, words = scene.view, scene.words
    if view.phase == "place":
        return [words("noerdlingen.picture.free", count=len(places(view)))]
    comma = words("noerdlingen.text.comma")
    paths = ways_from(view, start)
    if paths:
        listed = [
            words("noerdlingen.alt.way", number=number, way=way(path, words))
            for number, path in enumerate(paths, start=1)
        ]
        return [
            words("noerdlingen.alt.ways", crossing=crossing_name(paths[0].start), ways=comma.join(listed))
        ]
    listed = [
        words("noerdlingen.alt.start", crossing=crossing_name(at), n=len(found))
        for at, found in drawable(view)
    ]
    return [words("noerdlingen.alt.starts", starts=comma.join(listed))] if listed else []


def _owned(scene: Noerdlingen) -> list[str]:
    """For each owner, alone or shared, the cells of every territory with its points."""
    words, found = scene.words, dict[tuple[Seat, ...], list[str]]()
    for one in scene.view.territories:
        cells = "-".join(map(crossing_name, one.cells))
        land = words("noerdlingen.alt.land", cells=cells, n=one.share)
        found.setdefault(one.owners, []).append(land)
    return [
        words(
            "noerdlingen.alt.owned",
            names=words.all_of(scene.names[seat] for seat in owners),
            lands=words("noerdlingen.text.comma").join(lands),
        )
        for owners, lands in sorted(found.items())
    ]


def _short(scene: Noerdlingen, parts: Lines, *more: Lines) -> str:
    """The parts; or more, the longest first, where it fits as a whole."""
    shortest, *longer = (_joined(lines) for lines in (parts, *more))
    return described(scene, shortest, *longer)


def _joined(lines: Lines) -> Callable[[Noerdlingen], str]:
    return lambda scene: sentences(scene, lines(scene))


def caption(scene: Noerdlingen) -> str:
    """The round, and what was done in the turn that is the news."""
    words = scene.words
    for event in newest(scene.view):
        match event:
            case Placed(seat=seat):
                return words("noerdlingen.caption.placed", name=scene.names[seat])
            case Chosen() | Drawn() | Left() | Skipped():
                key = f"noerdlingen.caption.{event.__struct_config__.tag}"
                name = scene.names[event.seat]
                return words(key, round=round_told(scene.view), name=name, number=event.number)
            case _:
                pass
    return words("noerdlingen.caption.begin")


def stories(scene: Noerdlingen) -> tuple[str, str]:
    """The turn before, and what has been done in the present one; how a phase begins is told once, when it
    does."""
    done = [event for event in scene.view.before if not isinstance(event, ChoiceBegun | DrawingBegun)]
    return "\n".join(report(scene, done)), "\n".join(report(scene, scene.view.news))


def named(scene: Noerdlingen, move: NoerdlingenMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this scene."""
    words, view = scene.words, scene.view
    match move:
        case Place(at=at):
            return words("noerdlingen.move.place", crossing=crossing_name(at))
        case Choose(number=number):
            return words("noerdlingen.move.choose", number=number, shape=shape(number))
        case Draw(start=start, steps=steps):
            number = view.players[view.active].number
            return words("noerdlingen.move.draw", number=number, **_along(scene, start, steps))
        case Bonus(start=start, steps=steps):
            return words("noerdlingen.move.bonus", **_along(scene, start, steps))
        case Decline():
            return words("noerdlingen.move.decline")
        case Stuck():
            return words("noerdlingen.move.stuck")
        case _:
            assert_never(move)


def _along(scene: Noerdlingen, start: Crossing, steps: str) -> dict[str, str]:
    path = way_of(scene.view, start, steps)
    return {
        "crossing": crossing_name(start),
        "way": arrows(steps) if path is None else way(path, scene.words),
    }


def question(
    scene: Noerdlingen, soldiers: Mapping[Crossing, Sequence[Path]], start: Crossing | None, path: Path | None
) -> tuple[str, ...]:
    """What is asked while a border or the bonus is being chosen: which soldier, which way from there, or
    whether to draw it like this, with what it would close."""
    phase, words = scene.view.phase, scene.words
    one = path or soldiers[start or next(iter(soldiers))][0]
    drawn = {"number": one.number, "shape": shape(one.number)}
    if path:
        crossing = crossing_name(path.start)
        text = words(f"noerdlingen.panel.{phase}.sure", **drawn, crossing=crossing, way=way(path, words))
        return text, "\n".join(foretold(to_you(scene), path))
    if start:
        return (words(f"noerdlingen.panel.{phase}.way", **drawn, crossing=crossing_name(start)),)
    return (words(f"noerdlingen.panel.{phase}.soldier", **drawn),)


def to_you(scene: Noerdlingen) -> Noerdlingen:
    """The same scene for private words, in which its reader is addressed."""
    you = scene.words("noerdlingen.panel.you")
    called = (you if seat == scene.seat else name for seat, name in enumerate(scene.names))
    return replace(scene, names=tuple(called))


def number_label(number: int, words: Words) -> str:
    """A number with its shape."""
    return words("noerdlingen.panel.number", number=number, shape=shape(number))


def number_about(view: NoerdlingenView, number: int, words: Words) -> str:
    """In how many ways the active seat could draw a number, with a warning where it is hardly possible."""
    count = ways(view, view.active)[number]
    if count == 0:
        return words(f"noerdlingen.panel.ways_none.{view.options.elimination}")
    return words("noerdlingen.panel.ways_one" if count == 1 else "noerdlingen.panel.ways", n=count)


def number_line(scene: Noerdlingen, number: int) -> str:
    """A number and what there is to say of it in one line."""
    return _line(scene, number_label(number, scene.words), number_about(scene.view, number, scene.words))


def soldier_about(paths: Sequence[Path], words: Words) -> str:
    """In how many ways the border can be drawn from a soldier."""
    return words("noerdlingen.panel.ways", n=len(paths))


def soldier_line(scene: Noerdlingen, at: Crossing) -> str:
    """A soldier and what there is to say of it in one line."""
    return _line(scene, crossing_name(at), soldier_about(dict(drawable(scene.view))[at], scene.words))


def way_about(scene: Noerdlingen, path: Path) -> str:
    """What a border would close, in a few words without Markdown; empty if nothing."""
    read, found = to_you(scene), preview(scene.view, scene.view.active, path)
    return scene.words("noerdlingen.text.comma").join(
        scene.words("noerdlingen.panel.closes", land=land(read, one), gain=gain(read, one))
        for one in found.territories
    )


def way_line(scene: Noerdlingen, move: Draw | Bonus) -> str:
    """A way to draw, which must be possible, and what it would close in one line."""
    path = path_of(scene.view, move)
    assert path is not None, "legal moves alone are listed"
    return _line(scene, way(path, scene.words), way_about(scene, path))


def _line(scene: Noerdlingen, label: str, about: str) -> str:
    return scene.words("noerdlingen.command.listed", label=label, about=about) if about else label
