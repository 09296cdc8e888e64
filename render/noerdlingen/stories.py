"""What happened in Nördlingen, sentence by sentence, and what a border would make happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.contract import Seat
from bot.games.noerdlingen.moves import (
    ChoiceBegun,
    Chosen,
    Closed,
    Declined,
    DrawingBegun,
    Drawn,
    GameOver,
    Left,
    NoBonus,
    NoerdlingenEvent,
    Placed,
    Skipped,
    Territory,
)
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.preview import preview
from bot.games.noerdlingen.view import NoerdlingenView
from render.noerdlingen import names
from render.noerdlingen.facts import digits
from render.noerdlingen.names import crossing
from render.scene import Scene

Noerdlingen = Scene[NoerdlingenView]


def report(scene: Noerdlingen, events: Iterable[NoerdlingenEvent]) -> list[str]:
    """What made happen what is new, a sentence for each fact. `events` are those of `view.before` or
    `view.news`."""
    return [line for event in events for line in _told(scene, event)]


def _told(scene: Noerdlingen, event: NoerdlingenEvent) -> list[str]:
    words = scene.words
    match event:
        case ChoiceBegun(round=number, order=order):
            return [words("noerdlingen.report.choosing", round=number, names=_in_order(scene, order))]
        case DrawingBegun(order=order):
            return [words("noerdlingen.report.drawing", names=_in_order(scene, order))]
        case Closed(territory=territory):
            return [closing(scene, territory)]
        case GameOver(why=why):
            return [words(f"noerdlingen.report.over.{why}")]
        case _:
            return [_done(scene, event)]


def _done(scene: Noerdlingen, event: Placed | Chosen | Drawn | Declined | NoBonus | Left | Skipped) -> str:
    words, name = scene.words, scene.names[event.seat]
    match event:
        case Placed(at=at):
            return words("noerdlingen.report.placed", name=name, crossing=crossing(at))
        case Chosen(number=number):
            return words("noerdlingen.report.chosen", name=name, number=number)
        case Drawn(start=start, end=end, bonus=bonus):
            key = "bonus" if bonus else "drawn"
            ends = {"start": crossing(start), "end": crossing(end)}
            return words(f"noerdlingen.report.{key}", name=name, number=event.number, **ends)
        case Declined():
            return words("noerdlingen.report.declined", name=name)
        case NoBonus():
            return words("noerdlingen.report.no_bonus", name=name)
        case Left(number=number):
            return words("noerdlingen.report.left", name=name, number=number)
        case Skipped(number=number):
            return words("noerdlingen.report.skipped", name=name, number=number)


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
    return names.land(len(territory.cells), digits(scene.view, territory), scene.words)


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
