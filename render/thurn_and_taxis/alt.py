"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.registry import game
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.moves import Begin, Close, Discard, Play, TaxisMove
from bot.games.thurn_and_taxis.view import TaxisView
from bot.view_model import ViewModel, alt_text, sentences
from render.thurn_and_taxis import names
from render.thurn_and_taxis import words as told

Taxis = ViewModel[TaxisView]


def board(model: Taxis) -> str:
    """Whose turn it is, the open cards, the routes, the players; the offices as far as there is room."""

    def parts(model: Taxis) -> list[str]:
        display, piles, *_ = told.display_lines(model)
        return [*_head(model), display, piles, *told.player_lines(model), *told.route_lines(model)]

    return _short(
        model, parts, lambda model: [model.words("thurn_and_taxis.text.offices"), *told.region_lines(model)]
    )


def own(model: Taxis, choice: TaxisMove | None) -> str:
    """What a choice would do, the own hand and where it fits, the own route."""

    def parts(model: Taxis) -> list[str]:
        return [*_head(model), *_proposed(model, choice), *told.own_lines(model), *told.hand_lines(model)]

    return _short(model, parts, lambda model: told.display_lines(model)[:1])


def _head(model: Taxis) -> list[str]:
    title = model.words.title(game("thurn_and_taxis").info)
    return [model.words("thurn_and_taxis.alt.head", game=title, state=told.headline(model))]


def _proposed(model: Taxis, choice: TaxisMove | None) -> list[str]:
    words, view = model.words, model.view
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


def _short(model: Taxis, parts: Callable[[Taxis], list[str]], more: Callable[[Taxis], list[str]]) -> str:
    """The parts, and what is only useful where it fits as a whole."""
    return alt_text(
        model,
        lambda shown: sentences(shown, parts(shown)),
        lambda shown: sentences(shown, [*parts(shown), *more(shown)]),
    )
