"""What the moves of Thurn and Taxis are called."""

from __future__ import annotations

from typing import assert_never

from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.view import TaxisView
from render.scene import Scene
from render.thurn_and_taxis import names


def move_name(scene: Scene[TaxisView], move: TaxisMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this scene."""
    words = scene.words
    match move:
        case Administrator():
            return words("thurn_and_taxis.move.administrator")
        case TakeOpen(place=place):
            open_card = scene.view.display[place - 1]
            city = "" if open_card is None else names.city(open_card, words)
            return words("thurn_and_taxis.move.take_open", place=place, city=city)
        case TakeBlind():
            return words("thurn_and_taxis.move.take_blind")
        case Play(city=card, side=side):
            return words(f"thurn_and_taxis.move.play_{side}", city=names.city(card, words))
        case Begin(city=card):
            return words("thurn_and_taxis.move.begin", city=names.city(card, words))
        case Close():
            return _closing(move, scene)
        case Discard(city=card):
            return words("thurn_and_taxis.move.discard", city=names.city(card, words))
        case EndTurn():
            return words("thurn_and_taxis.move.end_turn")
        case _:
            assert_never(move)


def _closing(move: Close, scene: Scene[TaxisView]) -> str:
    words = scene.words
    key = "thurn_and_taxis.move.close_cartwright" if move.cartwright else "thurn_and_taxis.move.close"
    where = names.cities(move.offices, words) if move.offices else words("thurn_and_taxis.command.nowhere")
    return words(key, cities=where)
