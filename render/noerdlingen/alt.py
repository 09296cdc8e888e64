"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.contract import Seat
from bot.games.noerdlingen.moves import Choose, Place
from bot.games.noerdlingen.preview import drawable, places
from bot.games.noerdlingen.town import Crossing
from bot.games.noerdlingen.view import NoerdlingenView
from bot.games.registry import game
from render.drawn import described, sentences
from render.noerdlingen import names
from render.noerdlingen import words as told
from render.noerdlingen.facts import newest
from render.noerdlingen.proposal import Choice, path_of, ways_from
from render.scene import Scene

Noerdlingen = Scene[NoerdlingenView]
Lines = Callable[[Noerdlingen], list[str]]


def board(scene: Noerdlingen) -> str:
    """Whose turn it is, the players, what is new; the territories and soldiers as far as there is room."""

    def parts(scene: Noerdlingen) -> list[str]:
        return [*_head(scene), *told.score_lines(scene), *told.report(scene, newest(scene.view))]

    def owned(scene: Noerdlingen) -> list[str]:
        return [*parts(scene), *_owned(scene)]

    def more(scene: Noerdlingen) -> list[str]:
        news = told.report(scene, newest(scene.view))
        return [*_head(scene), *told.player_lines(scene), *news, *told.territory_lines(scene)]

    return _short(scene, parts, more, owned)


def own(scene: Noerdlingen, choice: Choice | None, start: Crossing | None) -> str:
    """What a choice would lead to or what there is to choose from, the own soldiers."""

    def parts(scene: Noerdlingen) -> list[str]:
        return [*_head(scene), *_proposed(scene, choice, start), *told.way_lines(scene)]

    return _short(scene, parts, lambda scene: [*parts(scene), *told.player_lines(scene)])


def _head(scene: Noerdlingen) -> list[str]:
    title = game("noerdlingen").info.names[scene.words.locale]
    return [scene.words("noerdlingen.alt.head", game=title, state=told.headline(scene))]


def _proposed(scene: Noerdlingen, choice: Choice | None, start: Crossing | None) -> list[str]:
    view, words = scene.view, scene.words
    if scene.seat != view.active:
        return []
    path = path_of(view, choice)
    if path is not None:
        trail = names.trail(path.start, path.steps, words)
        return [words("noerdlingen.alt.path", trail=trail), *told.foretold(scene, path)]
    match choice:
        case Place(at=at):
            return [words("noerdlingen.alt.place", crossing=names.crossing(at))]
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
            words("noerdlingen.alt.way", number=number, way=names.way(path, words))
            for number, path in enumerate(paths, start=1)
        ]
        return [
            words("noerdlingen.alt.ways", crossing=names.crossing(paths[0].start), ways=comma.join(listed))
        ]
    listed = [
        words("noerdlingen.alt.start", crossing=names.crossing(at), n=len(found))
        for at, found in drawable(view)
    ]
    return [words("noerdlingen.alt.starts", starts=comma.join(listed))] if listed else []


def _owned(scene: Noerdlingen) -> list[str]:
    """For each owner, alone or shared, the cells of every territory with its points."""
    words, found = scene.words, dict[tuple[Seat, ...], list[str]]()
    for one in scene.view.territories:
        cells = "-".join(map(names.crossing, one.cells))
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
    shortest, *longer = (_told(lines) for lines in (parts, *more))
    return described(scene, shortest, *longer)


def _told(lines: Lines) -> Callable[[Noerdlingen], str]:
    return lambda scene: sentences(scene, lines(scene))
