"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.registry import game
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.moves import Begin, Close, Discard, Play, TaxisMove
from bot.games.thurn_and_taxis.view import TaxisView
from render.drawn import described, sentences
from render.scene import Scene
from render.thurn_and_taxis import names
from render.thurn_and_taxis import words as told

Taxis = Scene[TaxisView]


def board(scene: Taxis) -> str:
    """Whose turn it is, the open cards, the routes, the players; the offices as far as there is room."""

    def parts(scene: Taxis) -> list[str]:
        display, piles, *_ = told.display_lines(scene)
        return [*_head(scene), display, piles, *told.player_lines(scene), *told.route_lines(scene)]

    return _short(
        scene, parts, lambda scene: [scene.words("thurn_and_taxis.text.offices"), *told.region_lines(scene)]
    )


def own(scene: Taxis, choice: TaxisMove | None) -> str:
    """What a choice would do, the own hand and where it fits, the own route."""

    def parts(scene: Taxis) -> list[str]:
        return [*_head(scene), *_proposed(scene, choice), *told.own_lines(scene), *told.hand_lines(scene)]

    return _short(scene, parts, lambda scene: told.display_lines(scene)[:1])


def _head(scene: Taxis) -> list[str]:
    title = scene.words.title(game("thurn_and_taxis").info)
    return [scene.words("thurn_and_taxis.alt.head", game=title, state=told.headline(scene))]


def _proposed(scene: Taxis, choice: TaxisMove | None) -> list[str]:
    words, view = scene.words, scene.view
    match choice:
        case Begin(city=city):
            route = view.players[view.active].route
            lost = [words("thurn_and_taxis.picture.lost", n=len(route))] if route else []
            return [words("thurn_and_taxis.alt.begin", city=names.city(city, words)), *lost]
        case Play(city=city, side=side):
            return [words(f"thurn_and_taxis.alt.play.{side}", city=names.city(city, words))]
        case Discard(city=city):
            return [words("thurn_and_taxis.alt.discard", city=names.city(city, words))]
        case Close(offices=offices, cartwright=cartwright):
            gains = preview(view, offices, cartwright=cartwright)
            placed = names.cities(offices, words) or words("thurn_and_taxis.text.none")
            return [words("thurn_and_taxis.alt.close", cities=placed, n=gains.points)]
        case _:
            return []


def _short(scene: Taxis, parts: Callable[[Taxis], list[str]], more: Callable[[Taxis], list[str]]) -> str:
    """The parts, and what is only useful where it fits as a whole."""
    return described(
        scene,
        lambda shown: sentences(shown, parts(shown)),
        lambda shown: sentences(shown, [*parts(shown), *more(shown)]),
    )
