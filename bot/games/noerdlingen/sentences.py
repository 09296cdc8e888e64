"""City of Nördlingen in sentences: options, reports of events, alt texts, panels, moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from string import ascii_uppercase
from typing import cast

from bot.games.contract import Event, Options, Seat
from bot.games.making import changed
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.board import Path, board_of, number_of, path_of
from bot.games.noerdlingen.moves import NoerdlingenEvent, NoerdlingenMove, NoerdlingenOptions, NoerdlingenView
from bot.games.noerdlingen.preview import (
    Choice,
    chosen_path,
    churches,
    digits,
    drawable,
    most_gained,
    newest,
    next_numbers,
    order,
    places_in,
    preview,
    round_told,
    ways_from,
)
from bot.games.noerdlingen.territories import cells_alone, score
from bot.games.noerdlingen.town import Cell, Crossing, crossing_name, points, the_town
from bot.text import Words
from bot.view_model import (
    Said,
    ViewModel,
    alt_text,
    by_name,
    described,
    headed,
    in_words,
    sentences,
    tag,
    tie_note,
    ties,
)

Noerdlingen = ViewModel[NoerdlingenView]
_CHOICES = ("wall_mode", "territory_rule", "mirror_borders", "elimination")
_ARROWS = str.maketrans("RDLU", "→↓←↑")


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, NoerdlingenOptions)
    rows: list[tuple[str, str]] = []
    for key in _CHOICES:
        value = getattr(options, key)
        up_to = words("noerdlingen.text.up_to", n=options.territory_size_cap)
        told = up_to if value == "size_cap" else words(f"noerdlingen.row.{key}.{value}")
        rows.append((words(f"noerdlingen.row.{key}"), told))
    typed = options.date.removesuffix("*")
    date = day(typed, words) if typed else words("noerdlingen.row.no_date")
    return (*rows, (words("noerdlingen.option.date"), date))


def state(model: Noerdlingen) -> str:
    """One line: the round and how many there are, or that it is the last one."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("noerdlingen.text.over")
    if view.phase == "place":
        return words("noerdlingen.text.setup")
    key = "last_round" if view.round == view.rounds else "round"
    return words(f"noerdlingen.text.{key}", round=view.round, rounds=view.rounds)


def turn_line(model: Noerdlingen) -> str:
    """Whose turn it is and what is to be done."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("noerdlingen.text.over")
    todo = words(f"noerdlingen.text.todo.{view.phase}", number=number_of(view, view.active))
    return words("noerdlingen.text.turn", name=model.names[view.active], todo=todo)


def headline(model: Noerdlingen) -> str:
    """The line of state below the story of a turn: the round, whose turn it is, what is to be done; before it
    for a reader who has left the game, that this is so."""
    view, words = model.view, model.words
    if view.phase == "over":
        return state(model)
    line = words("noerdlingen.text.headline", state=state(model), turn=turn_line(model))
    left = None if model.seat is None else view.players[model.seat].left
    return line if left is None else words("noerdlingen.text.you_left", round=left, now=line)


def notes(model: Noerdlingen) -> list[str]:
    """What stands below the ranking: which rule has broken a tie (section 8)."""
    alone = [cells_alone(model.view.territories, Seat(seat)) for seat in range(len(model.names))]
    return [tie_note(model, "noerdlingen.text.tie", *tie, alone) for tie in ties(model)]


def text(model: Noerdlingen) -> str:
    """All that the reader's pictures show, in words."""
    view, words = model.view, model.words
    parts = [state(model), *([] if view.phase == "over" else [turn_line(model)])]
    parts.append(words("noerdlingen.text.day", day=day(view.date, words)))
    for church, digit in churches(view):
        parts.append(words("noerdlingen.text.church", cells=crossings(church.cells, words), n=digit))
    sections = {
        "players": player_lines(model),
        "table": _table_lines(model),
        "territories": _land_lines(model),
        "open": _open_lines(model),
        "borders": [_border(model, border) for border in view.borders],
    }
    for key, lines in sections.items():
        parts += ["", words(f"noerdlingen.text.{key}"), *lines] if lines else []
    own = way_lines(model)
    return "\n".join([*parts, *(["", *own] if own else [])])


def player_lines(model: Noerdlingen, *, soldiers: bool = True) -> list[str]:
    """A line for each player in the order of the phase: number, score and, if wanted, soldiers."""
    words, view = model.words, model.view
    lines: list[str] = []
    for seat in order(view):
        player = view.players[seat]
        parts = [words("noerdlingen.text.score", n=player.score)]
        if player.number is not None:
            parts.append(words("noerdlingen.text.number", number=player.number))
        if player.left is not None:
            parts.append(words("noerdlingen.text.left", round=player.left))
        facts = words("noerdlingen.text.facts", name=model.names[seat], facts=words.listed(parts))
        own = player.soldiers
        shown = crossings(own, words) or words("noerdlingen.text.none")
        told = words("noerdlingen.text.player", facts=facts, n=len(own), crossings=shown)
        lines.append(told if soldiers else facts)
    return lines


def _table_lines(model: Noerdlingen) -> list[str]:
    view, words = model.view, model.words
    lines: list[str] = []
    for number, row in enumerate(view.table, start=1):
        chosen = sorted((taken, seat) for seat, taken in enumerate(row) if taken is not None)
        listed = [words("noerdlingen.text.taken", number=n, name=model.names[seat]) for n, seat in chosen]
        numbers = words.listed(listed) or words("noerdlingen.text.none")
        lines.append(words("noerdlingen.text.row", round=number, numbers=numbers))
    if view.free:
        free = [words("noerdlingen.text.shape", number=number, arrows=shape(number)) for number in view.free]
        lines.append(words("noerdlingen.text.free", numbers=words.listed(free)))
    return lines


def _land_lines(model: Noerdlingen) -> list[str]:
    words = model.words
    return [
        words("noerdlingen.text.territory", cells=crossings(one.cells, words), **_closing(model, one))
        for one in model.view.territories
    ]


def _open_lines(model: Noerdlingen) -> list[str]:
    """The open land as runs of cells, line by line from the top: B–D, F."""
    board, words = board_of(model.view), model.words
    lines: list[str] = []
    for y, line in groupby(board.town.points(board.town.cells & ~board.claimed), key=lambda cell: cell[1]):
        runs: list[str] = []
        for _, run in groupby(enumerate(x for x, _ in line), key=lambda pair: pair[1] - pair[0]):
            letters = [ascii_uppercase[column] for _, column in run]
            runs.append("–".join(dict.fromkeys((letters[0], letters[-1]))))
        lines.append(words("noerdlingen.text.line", number=y + 1, cells=words.listed(runs)))
    return lines or [words("noerdlingen.text.none")]


def _border(model: Noerdlingen, border: moves.Border) -> str:
    words = model.words
    passed = trail(border.start, border.steps, words)
    if border.seat is None:
        return passed
    key = "bonus_border" if border.bonus else "border"
    name = model.names[border.seat]
    return words(f"noerdlingen.text.{key}", round=border.round, name=name, number=border.number, trail=passed)


def way_lines(model: Noerdlingen) -> list[str]:
    """In how many ways the reader could draw each border now; nothing before the own soldier stands."""
    view, words = model.view, model.words
    if model.seat is None or view.phase in ("place", "over") or view.players[model.seat].left is not None:
        return []
    found = board_of(view).counts(model.seat).items()
    counted = [words("noerdlingen.text.ways", number=number, n=count) for number, count in found]
    return [words("noerdlingen.text.your_ways", ways=words.listed(counted))]


def crossings(points: Iterable[Crossing | Cell], words: Words) -> str:
    """Crossings one after the other, as in a list; cells by their upper left ones."""
    return words.listed(map(crossing_name, points))


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


def _crossing(at: Crossing, words: Words) -> str:
    return crossing_name(at)


_SAID: Said = {"at": _crossing, "start": _crossing, "end": _crossing}
"""How the fields of moves and events are said."""


def report(model: Noerdlingen, events: Iterable[Event]) -> list[str]:
    """What made happen what is new, a sentence for each fact."""
    return [_told(model, cast(NoerdlingenEvent, event)) for event in events]


def _told(model: Noerdlingen, event: NoerdlingenEvent) -> str:
    words, found = model.words, by_name(model, event, _SAID)
    match event:
        case moves.ChoiceBegun(order=order) | moves.DrawingBegun(order=order):
            key = "choosing" if isinstance(event, moves.ChoiceBegun) else "drawing"
            found["names"] = words.listed([model.names[seat] for seat in order])
        case moves.Drawn(bonus=bonus):
            key = "bonus" if bonus else "drawn"
        case moves.Closed(territory=territory):
            key, found = "closed", _closing(model, territory)
        case moves.GameOver(why=why):
            return words(f"noerdlingen.report.over.{why}")
        case _:
            key = tag(event)
    return words(f"noerdlingen.report.{key}", **found)


def _closing(model: Noerdlingen, territory: moves.Territory) -> dict[str, str]:
    words = model.words
    counts = [
        words("noerdlingen.text.count", name=model.names[seat], n=count)
        for seat, count in sorted(enumerate(territory.count), key=lambda pair: -pair[1])
        if count
    ]
    listed = words("noerdlingen.text.soldiers", counts=words.listed(counts))
    return {
        "land": land_of(len(territory.cells), digits(model.view, territory), words),
        "gain": gain(model, territory),
        "soldiers": listed if counts else words("noerdlingen.text.no_soldiers"),
    }


def gain(model: Noerdlingen, territory: moves.Territory) -> str:
    """Who gets how many points for a territory, and what is lost."""
    words, count = model.words, len(territory.owners)
    owners = words.all_of(model.names[seat] for seat in territory.owners)
    key = "points" if count == 1 else "share"
    text = words(f"noerdlingen.text.{key}_for", n=territory.share, names=owners)
    barren = territory.points - territory.share * count
    return words("noerdlingen.text.barren", gain=text, n=barren) if barren else text


def foretold(model: Noerdlingen, path: Path) -> list[str]:
    """What drawing a border would lead to for whoever's turn it is: the territories, then the bonus."""
    words, found = model.words, preview(model.view, model.view.active, path)
    if not found.territories:
        return [words("noerdlingen.text.closes_nothing")]
    lines = [words("noerdlingen.text.would_close", **_closing(model, one)) for one in found.territories]
    return [*lines, words("noerdlingen.text.bonus_after")] if found.bonus else lines


def alt_board(model: Noerdlingen) -> str:
    """Whose turn it is, the players, what is new; the territories and soldiers as far as there is room."""

    def lines(model: Noerdlingen, *, soldiers: bool) -> list[str]:
        head = headed(model, "noerdlingen", headline(model))
        return [head, *player_lines(model, soldiers=soldiers), *report(model, newest(model.view))]

    return alt_text(
        model,
        lambda shown: sentences(shown, lines(shown, soldiers=False)),
        lambda shown: sentences(shown, [*lines(shown, soldiers=True), *_land_lines(shown)]),
        lambda shown: sentences(shown, [*lines(shown, soldiers=False), *_owned(shown)]),
    )


def alt_own(model: Noerdlingen, choice: Choice | None, start: Crossing | None, column: str) -> str:
    """What a choice would lead to or what there is to choose from, the own soldiers."""

    def parts(model: Noerdlingen) -> list[str]:
        return [*_proposed(model, choice, start, column), *way_lines(model)]

    return described(model, "noerdlingen", headline, parts, player_lines)


def _proposed(model: Noerdlingen, choice: Choice | None, start: Crossing | None, column: str) -> list[str]:
    view, words = model.view, model.words
    if model.seat != view.active:
        return []
    if path := chosen_path(view, choice):
        passed = trail(path.start, path.steps, words)
        return [words("noerdlingen.alt.path", trail=passed), *foretold(model, path)]
    if isinstance(choice, moves.Place):
        return [words("noerdlingen.alt.place", crossing=crossing_name(choice.at))]
    if isinstance(choice, moves.Choose):
        return [words("noerdlingen.alt.choose", number=choice.number)]
    if view.phase == "place":
        return [words("noerdlingen.picture.free", count=len(places_in(view, column)))]
    if start is not None and (paths := ways_from(view, start)):
        listed = [
            words("noerdlingen.alt.way", number=number, way=way(path, words))
            for number, path in enumerate(paths, start=1)
        ]
        told = words.listed(listed)
        return [words("noerdlingen.alt.ways", crossing=crossing_name(start), ways=told)]
    listed = [
        words("noerdlingen.alt.start", crossing=crossing_name(at), n=len(found))
        for at, found in drawable(view)
    ]
    return [words("noerdlingen.alt.starts", starts=words.listed(listed))] if listed else []


def _owned(model: Noerdlingen) -> list[str]:
    words, found = model.words, dict[tuple[Seat, ...], list[str]]()
    for one in model.view.territories:
        cells = "-".join(map(crossing_name, one.cells))
        land = words("noerdlingen.alt.land", cells=cells, n=one.share)
        found.setdefault(one.owners, []).append(land)
    return [
        words(
            "noerdlingen.alt.owned",
            names=words.all_of(model.names[seat] for seat in owners),
            lands=words.listed(lands),
        )
        for owners, lands in sorted(found.items())
    ]


def caption(model: Noerdlingen) -> str:
    """The round, and what was done in the turn that is the news."""
    words = model.words
    for event in newest(model.view):
        match event:
            case moves.Placed(seat=seat):
                return words("noerdlingen.caption.placed", name=model.names[seat])
            case moves.Chosen() | moves.Drawn() | moves.Left() | moves.Skipped():
                told = {"round": round_told(model.view), "name": model.names[event.seat]}
                return words(f"noerdlingen.caption.{tag(event)}", number=event.number, **told)
            case _:
                pass
    return words("noerdlingen.caption.begin")


def stories(model: Noerdlingen) -> tuple[str, str]:
    """The turn before, and what has been done in the present one; how a phase begins is told once, when it
    does."""
    done = [
        event for event in model.view.before if not isinstance(event, moves.ChoiceBegun | moves.DrawingBegun)
    ]
    return "\n".join(report(model, done)), "\n".join(report(model, model.view.news))


def named(model: Noerdlingen, move: NoerdlingenMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this model."""
    found = in_words(move, _SAID, model.words)
    match move:
        case moves.Choose(number=number):
            found["shape"] = shape(number)
        case moves.Draw(start=start, steps=steps) | moves.Bonus(start=start, steps=steps):
            path = path_of(model.view, start, steps)
            found["number"] = number_of(model.view, model.view.active)
            found["way"] = arrows(steps) if path is None else way(path, model.words)
        case _:
            pass
    return model.words(f"noerdlingen.move.{tag(move)}", **found)


def question(
    model: Noerdlingen, soldiers: Mapping[Crossing, Sequence[Path]], start: Crossing | None, path: Path | None
) -> tuple[str, ...]:
    """What is asked while a border or the bonus is being chosen: which soldier, which way from there, or
    whether to draw it like this, with what it would close."""
    phase, words = model.view.phase, model.words
    one = path or soldiers[start or next(iter(soldiers))][0]
    drawn = {"number": one.number, "shape": shape(one.number)}
    if path:
        crossing = crossing_name(path.start)
        text = words(f"noerdlingen.panel.{phase}.sure", **drawn, crossing=crossing, way=way(path, words))
        return text, "\n".join(foretold(to_you(model), path))
    if start:
        return (words(f"noerdlingen.panel.{phase}.way", **drawn, crossing=crossing_name(start)),)
    return (words(f"noerdlingen.panel.{phase}.soldier", **drawn),)


def to_you(model: Noerdlingen) -> Noerdlingen:
    """The same model for private words, in which its reader is addressed."""
    you = model.words("noerdlingen.panel.you")
    called = (you if seat == model.seat else name for seat, name in enumerate(model.names))
    return replace(model, names=tuple(called))


def number_told(model: Noerdlingen, number: int) -> tuple[str, str]:
    """A number with its shape; in how many ways the active seat could draw it, with a warning where it is
    hardly possible."""
    view, words = model.view, model.words
    label = words("noerdlingen.panel.number", number=number, shape=shape(number))
    count = board_of(view).counts(view.active)[number]
    if count == 0:
        return label, words(f"noerdlingen.panel.ways_none.{view.options.elimination}")
    return label, words("noerdlingen.panel.ways_one" if count == 1 else "noerdlingen.panel.ways", n=count)


def soldier_about(model: Noerdlingen, paths: Sequence[Path]) -> str:
    """In how many ways the border can be drawn from a soldier, and what the best one would close, if that
    brings its player points."""
    board, seat, words = board_of(model.view), model.view.active, model.words
    ways = words("noerdlingen.panel.ways", n=len(paths))
    gained = [score(board.drawn(seat, path)[1], seat) for path in paths]
    if not any(gained):
        return ways
    best = way_about(model, paths[gained.index(max(gained))])
    return words("noerdlingen.panel.ways_best", ways=ways, closes=best)


def way_about(model: Noerdlingen, path: Path) -> str:
    """What a border would close, in a few words without Markdown; empty if nothing."""
    words, read = model.words, to_you(model)
    closings = [_closing(read, one) for one in preview(model.view, model.view.active, path).territories]
    closes = [words("noerdlingen.panel.closes", land=one["land"], gain=one["gain"]) for one in closings]
    return words.listed(closes)


def effect(model: Noerdlingen, move: NoerdlingenMove) -> str:
    """In how many ways a number could be drawn, and what the best one gains; what a border would close, for
    whom, or what it leaves open, and what the next one could gain; what a first soldier begins with."""
    match move:
        case moves.Place(at=at):
            return _first_soldier(model, at)
        case moves.Choose(number=number):
            most, _ = most_gained(board_of(model.view), model.view.active, (number,))
            told = [number_told(model, number)[1], model.words("noerdlingen.effect.most", n=most)]
            return model.words.listed(told if most else told[:1])
        case moves.Draw(start=start, steps=steps) | moves.Bonus(start=start, steps=steps):
            path = path_of(model.view, start, steps)
            return _drawn(model, path) if path else ""
        case moves.Decline():
            return model.words("noerdlingen.effect.decline")
        case moves.Stuck():
            return model.words(f"noerdlingen.panel.ways_none.{model.view.options.elimination}")


def _drawn(model: Noerdlingen, path: Path) -> str:
    """What a border closes or leaves open, and the most that one more could then gain."""
    view, words = model.view, model.words
    after, _ = board_of(view).drawn(view.active, path)
    bonus = preview(view, view.active, path).bonus
    most = [
        most_gained(after, seat, next_numbers(view, seat, bonus=bonus))
        for seat in map(Seat, range(view.seats))
    ]
    own = most.pop(view.active)
    told = [way_about(model, path) or _still_open(model, path)]
    if any(points for points, _ in (own, *most)):
        best = max(most, key=lambda one: (one[0], -one[1]))
        next_one = {"own": _gained(words, *own), "others": _gained(words, *best)}
        told.append(words("noerdlingen.effect.next", **next_one))
    return words.listed(told)


def _gained(words: Words, points: int, number: int) -> str:
    """Points, and the number of the border that gains them."""
    key = "gained" if points else "gained_none"
    return words(f"noerdlingen.effect.{key}", points=points, number=number)


def _first_soldier(model: Noerdlingen, at: Crossing) -> str:
    """In how many ways a border could be drawn from there, and which churches lie beside."""
    view, words, board = model.view, model.words, board_of(model.view)
    town, seat = board.town, view.active
    there = 1 << town.bit(at)
    ways = board._replace(soldiers=changed(board.soldiers, seat, there)).counts(seat)
    beside = [
        digit
        for (_, cells), (_, digit) in zip(town.churches, churches(view), strict=True)
        if digit and town.ends_of(town.around(cells)) & there
    ]
    told = [words("noerdlingen.effect.beside", digit=digit) for digit in beside]
    return words.listed([*told, words("noerdlingen.effect.place", n=sum(ways.values()))])


def _still_open(model: Noerdlingen, path: Path) -> str:
    """That a border closes nothing, where its soldier stands, and what still opens the churches along it."""
    view, words = model.view, model.words
    after, _ = board_of(view).drawn(view.active, path)
    town, told = after.town, [words("noerdlingen.effect.open", crossing=crossing_name(path.end))]
    land = town.cells & ~after.claimed
    for (_, cells), (_, digit) in zip(town.churches, churches(view), strict=True):
        if digit and cells & land & town.beside(path.edges):
            sides = town.around(cells) & ~town.within(cells) & town.within(land) & ~after.edges
            told.append(words("noerdlingen.effect.church", digit=digit, n=sides.bit_count()))
    return words.listed(told)


def line(model: Noerdlingen, move: moves.Choose | moves.Draw | moves.Bonus, *, whole: bool = True) -> str:
    """What is suggested for a move, which must be legal: a number, a soldier to draw from or, as a `whole`, a
    way to draw; and what there is to say of it."""
    words = model.words
    if isinstance(move, moves.Choose):
        label, about = number_told(model, move.number)
    elif not whole:
        label = crossing_name(move.start)
        about = soldier_about(model, dict(drawable(model.view))[move.start])
    else:
        path = path_of(model.view, move.start, move.steps)
        assert path is not None, "legal moves alone are listed"
        label, about = way(path, words), way_about(model, path)
    return model.words("noerdlingen.command.listed", label=label, about=about) if about else label
