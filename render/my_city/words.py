"""My City: Roll & Build in sentences: what just happened, how the table stands, what is to be done."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.contract import Options, Refusal, Seat
from bot.games.my_city.cells import Cells
from bot.games.my_city.city import BOXES, CHAPTERS, EPISODES
from bot.games.my_city.ghost import ghost_of
from bot.games.my_city.legal import pass_boxes, task_of
from bot.games.my_city.moves import (
    BonusWon,
    Build,
    Built,
    Chosen,
    Decided,
    EpisodeBegun,
    EpisodeScored,
    GameOver,
    MyCityEvent,
    MyCityOptions,
    Pass,
    Passed,
    Rolled,
    Stop,
    Stopped,
)
from bot.games.my_city.scoring import pass_points
from bot.games.my_city.shapes import Roll
from bot.games.my_city.standing import chapter_totals, free_order, grades, places
from bot.games.my_city.view import MyCityView, Sheet
from bot.text import Words
from render.my_city import names
from render.my_city.facts import odds
from render.my_city.score_words import plus, score_lines
from render.my_city.sheet_words import printed_lines, seat_lines
from render.ranking import signed
from render.scene import Scene

City = Scene[MyCityView]


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options that count, as rows of label and value."""
    assert isinstance(options, MyCityOptions)
    rows = [_option("mode", options.mode, words)]
    match options.mode:
        case "episode":
            rows.append((words("my_city.option.episode"), names.titled(EPISODES[options.episode], words)))
        case "chapter":
            rows.append((words("my_city.option.chapter"), names.titled(CHAPTERS[options.chapter], words)))
        case "campaign":
            rows.append(_option("order", options.order, words))
        case "mini":
            pass
    return tuple(rows)


def _option(key: str, value: str, words: Words) -> tuple[str, str]:
    return words(f"my_city.option.{key}"), words(f"my_city.option.{key}.{value}")


def state(scene: City) -> str:
    """One line: which episode, which round of it, or what comes next."""
    view, words = scene.view, scene.words
    if view.phase == "over":
        return words("my_city.text.over")
    if not view.episode:
        return words("my_city.text.choose_first")
    episode = names.episode(view.episode, words)
    if view.phase == "between":
        return words("my_city.text.episode_over", episode=names.headed(episode))
    return words("my_city.text.round", episode=episode, round=view.round)


def headline(scene: City) -> str:
    """The line of state below the story of a round: where the game is, and what the dice ask for."""
    view, words = scene.view, scene.words
    if view.phase == "round" and view.roll is not None:
        return words("my_city.text.headline", state=state(scene), roll=rolled(view, view.roll, words))
    if view.phase == "between" and free_order(view.options):
        return words("my_city.text.next", state=state(scene), name=scene.names[0])
    return state(scene)


def rolled(view: MyCityView, roll: Roll, words: Words) -> str:
    """What a roll asks for in this episode: a building, or what the compass brings."""
    building = names.building(roll, words)
    compass = EPISODES[view.episode].compass
    if not roll.compass or compass is None:
        return building
    return words(f"my_city.text.compass.{compass}", building=building)


def decision(scene: City, seat: Seat) -> str:
    """What a seat owes now, empty if nothing."""
    view, words = scene.view, scene.words
    if view.phase == "between" and free_order(view.options) and seat == 0:
        return words("my_city.decision.episode")
    if view.phase != "round" or view.sheets[seat].stopped or view.decided[seat]:
        return ""
    return words("my_city.decision.round", round=view.round)


def report(scene: City, events: Iterable[MyCityEvent]) -> list[str]:
    """What a step made happen for everybody's ears, a sentence for each fact."""
    told = [event for event in events if event.seen_by is None]
    alone = all(isinstance(event, Decided) for event in told)
    return [line for event in told for line in _told(scene, event, alone=alone)]


def _told(scene: City, event: MyCityEvent, *, alone: bool) -> list[str]:
    words = scene.words
    match event:
        case Decided(seat=seat, changed=changed):
            key = "changed" if changed else "decided"
            return [words(f"my_city.report.{key}", name=scene.names[seat])] if alone else []
        case Built(seat=seat, kind=kind, cells=cells):
            where = names.listed(cells, words)
            return [words(f"my_city.report.built.{kind}", name=scene.names[seat], cells=where)]
        case Passed(seat=seat, ticks=ticks, points=points):
            return [words("my_city.report.passed", name=scene.names[seat], n=ticks, points=signed(points))]
        case Stopped(seat=seat, full=full):
            return [words(f"my_city.report.{'full' if full else 'stopped'}", name=scene.names[seat])]
        case BonusWon(kind=kind, seats=seats):
            who = words.all_of(scene.names[seat] for seat in seats)
            return [words(f"my_city.report.first.{kind}", names=who)]
        case Rolled(round=number, roll=roll):
            return [words("my_city.report.rolled", round=number, roll=rolled(scene.view, roll, words))]
        case EpisodeBegun():
            return _begun(scene, event)
        case EpisodeScored():
            return _scored(scene, event)
        case GameOver():
            return [words("my_city.text.over")]


def _begun(scene: City, event: EpisodeBegun) -> list[str]:
    """The title, and the bandits that somebody has brought along from the episode before."""
    words = scene.words
    lines = [words("my_city.report.begun", episode=names.headed(names.episode(event.episode, words)))]
    printed = EPISODES[event.episode].printed_bandits
    for name, bandits in zip(scene.names, event.bandits, strict=True):
        left = [names.bandit(event.episode, one, words) for one in bandits if one not in printed]
        if left:
            lines.append(words("my_city.report.left_over", name=name, bandits=words.all_of(left)))
    return lines


def _scored(scene: City, event: EpisodeScored) -> list[str]:
    words = scene.words
    pairs = sorted(zip(event.points, scene.names, strict=True), key=lambda pair: -pair[0])
    points = names.listed(
        [words("my_city.text.has", name=name, points=signed(one)) for one, name in pairs], words
    )
    lines = [words("my_city.report.scored", episode=event.episode, points=points)]
    for name, bags in zip(scene.names, event.bags, strict=True):
        if bags:
            lines.append(words("my_city.report.bags", name=name, n=bags))
    for name, bandits in zip(scene.names, event.bandits, strict=True):
        if bandits:
            loose = words.all_of(names.bandit(event.episode, one, words) for one in bandits)
            lines.append(words("my_city.report.loose", name=name, bandits=loose))
    return lines


def spot(cells: Cells, words: Words, gain: int | None = None) -> str:
    """The short label of a spot: its upper left cell, how the shape is turned and flipped, and what it would
    change the score by, if that is given."""
    ghost = ghost_of(cells)
    parts = [ghost.at]
    if ghost.turn:
        parts.append(words("my_city.text.turned", degrees=90 * ghost.turn))
    if ghost.flip:
        parts.append(words("my_city.text.flipped"))
    if gain is not None:
        parts.append(plus(gain))
    return words("my_city.text.dot").join(parts)


def why(refusal: Refusal, words: Words) -> str:
    """Why something can't be built or chosen, in a few words: for the picture, where no sentence fits."""
    return words(f"my_city.why.{refusal.code}", **refusal.data)


def bonus_lines(scene: City) -> list[str]:
    """A line for each first-come bonus of the episode: who has won it, or that it is open."""
    view, words = scene.view, scene.words
    gone = {bonus.kind: bonus.seats for bonus in view.bonuses}
    return [
        words(
            f"my_city.text.bonus.{'gone' if kind in gone else 'open'}",
            kind=words(f"my_city.terrain.{kind}"),
            names=words.all_of(scene.names[seat] for seat in gone.get(kind, ())),
        )
        for kind in EPISODES[view.episode].first_come
    ]


def last_round(scene: City) -> list[str]:
    """What everybody did in the newest finished round of the episode, in a few words each."""
    view, words = scene.view, scene.words
    if view.last is None:
        return []
    pairs = zip(scene.names, view.sheets, view.last.choices, strict=True)
    did = [
        words("my_city.text.did", name=name, choice=_did(sheet, choice, words))
        for name, sheet, choice in pairs
        if choice is not None
    ]
    return [words("my_city.text.last_round", round=view.last.round, choices=names.listed(did, words))]


def _did(sheet: Sheet, choice: Chosen, words: Words) -> str:
    match choice:
        case Build(cells=cells):
            kind = names.kind(sheet.drawn[-1].kind, words)
            return words("my_city.text.build", kind=kind, cells=names.listed(cells, words))
        case Pass():
            return words("my_city.text.pass", points=signed(pass_points(sheet.ticks)))
        case Stop():
            return words("my_city.text.stop")


def text(scene: City) -> str:
    """All that the reader's pictures show, in words: the sheets cell by cell, the score row by row."""
    view, words = scene.view, scene.words
    parts = [headline(scene)]
    if view.episode:
        parts += bonus_lines(scene)
        parts += ["", words("my_city.text.sheet"), *printed_lines(view.episode, words)]
        for seat in map(Seat, range(view.seats)):
            parts += ["", *seat_lines(scene, seat)]
        if scene.seat is not None:
            parts += ["", words("my_city.text.your_score"), *score_lines(scene, scene.seat)]
            parts += own_lines(scene, scene.seat)
    if len(view.results) > 1 or (view.results and view.phase != "over"):
        parts += ["", *standing_lines(scene)]
    return "\n".join(parts)


def own_lines(scene: City, seat: Seat) -> list[str]:
    """What the reader is asked to build, the own choice, how often each shape comes."""
    view, words = scene.view, scene.words
    asked = task_of(view, seat)
    if asked is None:
        return []
    lines = ["", words("my_city.text.asked", task=names.task(asked, words))]
    if view.choice is not None:
        lines.append(words("my_city.text.chosen", choice=choice_name(scene, seat, view.choice)))
    counted = [
        words("my_city.text.often", shape=words(f"my_city.shape.{shape.lower()}"), n=n)
        for shape, n in odds(view, seat)
    ]
    return [*lines, words("my_city.text.odds", shapes=names.listed(counted, words))]


def choice_name(scene: City, seat: Seat, choice: Chosen) -> str:
    """A choice in a few words: what is built where, a pass with its value, a stop."""
    view, words = scene.view, scene.words
    match choice:
        case Build(cells=cells):
            asked = task_of(view, seat)
            assert asked is not None, "only a seat in the round chooses"
            cells = names.listed(cells, words)
            return words("my_city.text.build", kind=names.kind(asked.kind, words), cells=cells)
        case Pass():
            ticks = view.sheets[seat].ticks + (pass_boxes(view, seat) or 0)
            return words("my_city.text.pass", points=signed(pass_points(min(ticks, BOXES))))
        case Stop():
            return words("my_city.text.stop")


def score_table(scene: City) -> list[str]:
    """The newest finished episode, a line for each player, the best first: points and what they come from."""
    view, words = scene.view, scene.words
    result = view.results[-1]
    lines: list[str] = []
    for seat in sorted(range(view.seats), key=lambda seat: -result.points[seat]):
        rows = names.listed(
            [
                words("picture.alt_part", what=names.row(row.key, words), points=signed(row.points))
                for row in result.rows[seat]
                if row.points
            ],
            words,
        )
        lines.append(
            words(
                "my_city.text.scored", name=scene.names[seat], points=signed(result.points[seat]), parts=rows
            )
        )
    return lines


def standing_lines(scene: City) -> list[str]:
    """The standings: totals, chapters that have begun, grades of somebody who plays alone."""
    view, words = scene.view, scene.words
    lines = [words("my_city.text.standings", n=len(view.results))]
    lines += [
        words("my_city.text.place", place=place, name=name, points=signed(total))
        for place, total, name in sorted(
            zip(places(view.totals), view.totals, scene.names, strict=True), key=lambda item: item[0]
        )
    ]
    for item in chapter_totals(view.results, view.seats):
        pairs = zip(scene.names, item.points, strict=True)
        has = [words("my_city.text.has", name=name, points=signed(points)) for name, points in pairs]
        title, listed = names.title(CHAPTERS[item.chapter], words), names.listed(has, words)
        lines.append(words("my_city.text.chapter", number=item.chapter, title=title, points=listed))
    return [*lines, *grade_lines(scene)]


def grade_lines(scene: City) -> list[str]:
    """The grades that somebody who plays alone has reached."""
    words = scene.words
    return [
        words(
            f"my_city.text.grade.{'chapter' if grade.chapter else 'campaign'}",
            number=grade.chapter,
            points=signed(grade.points),
            grade=words(f"my_city.grade.{grade.name}"),
        )
        for grade in grades(scene.view.results)
    ]
