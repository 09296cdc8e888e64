"""Phase 2 in the private panel: which card to which end, and what giving up a route costs."""

from __future__ import annotations

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.presenter import confirming
from bot.games.thurn_and_taxis.land import region_of
from bot.games.thurn_and_taxis.moves import Begin, Side
from bot.games.thurn_and_taxis.possible import fitting
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from cogs.thurn_and_taxis.choice import ANEW, BEGIN, MORE
from render.scene import Scene
from render.thurn_and_taxis import names, own

Taxis = Scene[TaxisView]


def panel(scene: Taxis, choice: str) -> Content:
    """The cards that fit; another route only on request, and after a warning."""
    view, words = scene.view, scene.words
    city = choice.removeprefix(BEGIN)
    if not route_of(view):
        text = words("thurn_and_taxis.panel.start")
        return Content((text,), (own(scene),), (_starts(view, words, "taxis.start"), *_buttons(view, words)))
    if choice.startswith(BEGIN) and city in view.hand:
        return _giving_up(scene, city)
    if choice == ANEW:
        back = Button("table.back", words("kit.back"))
        rows = (_starts(view, words, "taxis.begin"), (back,))
        return Content((_loss(scene, "anew"),), (own(scene),), rows)
    if not fitting(view):
        rows = (_starts(view, words, "taxis.begin"), *_buttons(view, words))
        hope = words("thurn_and_taxis.panel.no_fit_more") if view.may_take else ""
        return Content((_loss(scene, "no_fit"), hope), (own(scene),), rows)
    text = words("thurn_and_taxis.panel.play", route=names.path(route_of(view), words))
    anew = Button("taxis.anew", words("thurn_and_taxis.panel.anew_button"), rest=ANEW)
    return Content((text,), (own(scene),), (menu(view, words), *_buttons(view, words, anew)))


def menu(view: TaxisView, words: Words) -> Menu:
    """A line for each card that fits and the end to which it goes: one press lays it."""
    entries = tuple(
        Entry(names.city(city, words), f"{side}/{city}", _where(view, city, side, words))
        for city, side in fitting(view)
    )
    return Menu("taxis.play", words("thurn_and_taxis.panel.play_menu"), entries)


def route_of(view: TaxisView) -> tuple[str, ...]:
    """The route of whoever's turn it is."""
    return view.players[view.active].route


def _giving_up(scene: Taxis, city: str) -> Content:
    view, words = scene.view, scene.words
    text = words(
        "thurn_and_taxis.panel.begin_sure",
        city=names.city(city, words),
        route=names.path(route_of(view), words),
        n=len(route_of(view)),
    )
    rows = (confirming("taxis.give_up", city, words, style="danger"),)
    return Content((text,), (own(scene, Begin(city)),), rows)


def _loss(scene: Taxis, key: str) -> str:
    return scene.words(f"thurn_and_taxis.panel.{key}", route=names.path(route_of(scene.view), scene.words))


def _starts(view: TaxisView, words: Words, action: str) -> Menu:
    """A line for each city in hand: one press begins the first route, or asks before one is lost."""
    entries = tuple(
        Entry(names.city(city, words), city, names.region(region_of(city), words))
        for city in dict.fromkeys(view.hand)
    )
    return Menu(action, words("thurn_and_taxis.panel.start_menu"), entries)


def _where(view: TaxisView, city: str, side: Side, words: Words) -> str:
    end = route_of(view)[0 if side == "left" else -1]
    return words(
        f"thurn_and_taxis.panel.to_{side}",
        region=names.region(region_of(city), words),
        end=names.city(end, words),
    )


def _buttons(view: TaxisView, words: Words, *others: Button) -> tuple[Row, ...]:
    more = Button("taxis.more", words("thurn_and_taxis.panel.more"), rest=MORE)
    buttons = (more, *others) if view.may_take else others
    return (buttons,) if buttons else ()
