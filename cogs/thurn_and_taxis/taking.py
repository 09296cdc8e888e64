"""Phase 1 in the private panel: taking one card or two, calling the Administrator."""

from __future__ import annotations

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.games.thurn_and_taxis.land import region_of
from bot.games.thurn_and_taxis.possible import can_draw, may_sweep
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from render.scene import Scene
from render.thurn_and_taxis import names, own
from render.thurn_and_taxis.words import landing

Taxis = Scene[TaxisView]
DECK = "deck"
"""The value that stands for a card from the deck; an open one is named by its place."""


def panel(scene: Taxis) -> Content:
    """The cards that can be taken; before the first one also the Administrator."""
    view, words = scene.view, scene.words
    rows: tuple[Row, ...] = (menu(scene),)
    if may_sweep(view):
        label = words("thurn_and_taxis.panel.administrator")
        rows = (*rows, (Button("taxis.official", label, rest="administrator"),))
    return Content((words(f"thurn_and_taxis.panel.{_question(view)}"),), (own(scene),), rows)


def second(scene: Taxis) -> Content:
    """The same cards for the Postmaster, after the first one."""
    words = scene.words
    back = Button("table.back", words("kit.back"))
    return Content((words("thurn_and_taxis.panel.more_sure"),), (own(scene),), (menu(scene), (back,)))


def menu(scene: Taxis) -> Menu:
    """A line for each open card and one for the deck: one press takes the card."""
    view, words = scene.view, scene.words
    entries = [
        Entry(
            words("thurn_and_taxis.panel.open", place=place, city=names.city(city, words)),
            str(place),
            described(view, city, words),
        )
        for place, city in enumerate(view.display, start=1)
        if city is not None
    ]
    if can_draw(view):
        entries.append(Entry(words("thurn_and_taxis.panel.deck"), DECK, deck_about(view, words)))
    return Menu("taxis.take", words("thurn_and_taxis.panel.take_menu"), tuple(entries))


def described(view: TaxisView, city: str, words: Words) -> str:
    """The region of a card, and where it would fit the route of whoever's turn it is."""
    return words(
        "thurn_and_taxis.panel.card",
        region=names.region(region_of(city), words),
        place=landing(view.players[view.active].route, city, words),
    )


def deck_about(view: TaxisView, words: Words) -> str:
    """How many cards the deck still has."""
    if not view.deck_size:
        return words("thurn_and_taxis.panel.deck_empty")
    return words("thurn_and_taxis.panel.deck_left", n=view.deck_size)


def _question(view: TaxisView) -> str:
    if not view.forced_postmaster:
        return "take"
    return "take_second" if view.taken else "take_two"
