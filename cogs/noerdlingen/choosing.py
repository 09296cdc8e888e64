"""The choice phase in the private panel: each number with its shape and in how many ways it can be drawn."""

from __future__ import annotations

from bot.discord.content import Content, Entry, Menu
from bot.discord.presenter import confirming
from bot.games.noerdlingen.moves import Choose
from bot.games.noerdlingen.preview import ways
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from cogs.noerdlingen.choice import move_of, text_of
from render.noerdlingen import own
from render.noerdlingen.names import shape
from render.scene import Scene

PHASE = "choose"
Noerdlingen = Scene[NoerdlingenView]


def panel(scene: Noerdlingen, choice: str) -> Content:
    """The free numbers: one press takes one; a number that can't be drawn now is asked about first."""
    view, words = scene.view, scene.words
    move = move_of(choice)
    if isinstance(move, Choose) and move.number in view.free and is_risky(view, move.number):
        rows = (confirming("noerdlingen.confirm", choice, words, style="danger"),)
        text = words(f"noerdlingen.panel.risk.{view.options.elimination}", number=move.number)
        return Content((text,), (own(scene, move),), rows)
    entries = tuple(_entry(view, number, words) for number in view.free)
    row = Menu("noerdlingen.choose", words("noerdlingen.panel.choose_menu"), entries)
    return Content((words("noerdlingen.panel.choose"),), (own(scene),), (row,))


def is_risky(view: NoerdlingenView, number: int) -> bool:
    """Whether whoever's turn it is could not draw this number now."""
    return ways(view, view.active)[number] == 0


def about(view: NoerdlingenView, number: int, words: Words) -> str:
    """In how many ways the number can be drawn, with a warning where it is hardly possible."""
    count = ways(view, view.active)[number]
    if count == 0:
        return words(f"noerdlingen.panel.ways_none.{view.options.elimination}")
    return words("noerdlingen.panel.ways_one" if count == 1 else "noerdlingen.panel.ways", n=count)


def _entry(view: NoerdlingenView, number: int, words: Words) -> Entry:
    label = words("noerdlingen.panel.number", number=number, shape=shape(number))
    value = text_of(PHASE, number) if is_risky(view, number) else str(number)
    return Entry(label, value, about(view, number, words))
