"""Phase 3 in the private panel: a second card, closing in steps, discarding, the end of the turn."""

from __future__ import annotations

from collections import Counter

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.presenter import confirming
from bot.discord.router import refused
from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.closing import placement_refusal, preview
from bot.games.thurn_and_taxis.land import RULES, next_carriage, region_of
from bot.games.thurn_and_taxis.moves import Close, Closed
from bot.games.thurn_and_taxis.offer import EACH, free_cities, modes, most_offices
from bot.games.thurn_and_taxis.possible import may_call_cartwright, may_carry, may_close
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from cogs.thurn_and_taxis.choice import CLOSE, Closing, closing_of, mode_text, offered
from cogs.thurn_and_taxis.playing import menu, route_of
from render.scene import Scene
from render.thurn_and_taxis import names, own
from render.thurn_and_taxis.words import gained

Taxis = Scene[TaxisView]


def panel(scene: Taxis, choice: str) -> Content:
    """What can still be done after playing; closing leads through mode and cities to **Confirm**."""
    view = scene.view
    if may_close(view) and choice.startswith(CLOSE):
        closing = closing_of(view, choice) or (offered(view, EACH) if len(modes(view)) == 1 else None)
        return _cities(scene, closing) if closing else _mode(scene)
    return _after_playing(scene)


def discard(scene: Taxis) -> Content:
    """The hand, of which too much is left after closing."""
    view, words = scene.view, scene.words
    left = len(view.hand) - RULES.hand_limit_after_closing
    text = words("thurn_and_taxis.panel.discard", n=left, most=RULES.hand_limit_after_closing)
    entries = tuple(
        Entry(
            words("thurn_and_taxis.panel.copies", city=names.city(city, words), n=count),
            city,
            names.region(region_of(city), words),
        )
        for city, count in Counter(view.hand).items()
    )
    row = Menu("taxis.discard", words("thurn_and_taxis.panel.discard_menu"), entries)
    return Content((text,), (own(scene),), (row,))


def _after_playing(scene: Taxis) -> Content:
    view, words = scene.view, scene.words
    route = route_of(view)
    texts = (
        [words("thurn_and_taxis.panel.route", route=names.path(route, words), n=len(route))] if route else []
    )
    rows: tuple[Row, ...] = ()
    if may_carry(view):
        texts.append(words("thurn_and_taxis.panel.carrier"))
        rows = (menu(view, words),)
    key = "closable" if may_close(view) else "too_short"
    texts.append(words(f"thurn_and_taxis.panel.{key}", least=RULES.min_route_length_to_close))
    end = Button("taxis.end", words("thurn_and_taxis.panel.end"))
    close = Button("taxis.closing", words("thurn_and_taxis.panel.close"), rest=CLOSE, style="primary")
    buttons = (close, end) if may_close(view) else (end,)
    return Content(("\n".join(texts),), (own(scene),), (*rows, buttons))


def _mode(scene: Taxis) -> Content:
    view, words = scene.view, scene.words
    back = Button("table.back", words("kit.back"))
    text = _heading(scene, "mode")
    return Content((text,), (own(scene),), (_modes(view, None, words), (back,)))


def _modes(view: TaxisView, closing: Closing | None, words: Words) -> Menu:
    """The modes, each with what it would yield; the Cartwright stays as chosen."""
    cartwright = may_call_cartwright(view) if closing is None else closing.cartwright
    entries: list[Entry] = []
    for mode in modes(view):
        best = offered(view, mode)
        points = preview(view, best.offices, cartwright=cartwright).points
        about = words("thurn_and_taxis.panel.mode_about", n=len(best.offices), points=points)
        chosen = closing is not None and closing.mode == mode
        entries.append(Entry(mode_name(mode, words), mode_text(mode, cartwright=cartwright), about, chosen))
    return Menu("taxis.mode", words("thurn_and_taxis.panel.mode_menu"), tuple(entries))


def mode_name(mode: str, words: Words) -> str:
    """What a mode is called."""
    if mode == EACH:
        return words("thurn_and_taxis.panel.mode_each")
    return words("thurn_and_taxis.panel.mode_one", region=names.region(mode, words))


def _cities(scene: Taxis, closing: Closing) -> Content:
    view, words = scene.view, scene.words
    rows: list[Row] = [_modes(view, closing, words)] if len(modes(view)) > 1 else []
    if most_offices(view, closing.mode):
        rows.append(_menu(view, closing, words))
    refusal = why_not(view, closing)
    if refusal:
        rows.append((Button("table.back", words("kit.back")),))
        return Content((_heading(scene, "close_sure"), refused(words, refusal)), (own(scene),), tuple(rows))
    if may_call_cartwright(view):
        rows.append((_cartwright(view, closing, words),))
    rows.append(confirming("taxis.close", closing.text(route_of(view)), words))
    texts = (_heading(scene, "close_sure"), yields(view, closing, words))
    picture = own(scene, Close(closing.offices, closing.cartwright))
    return Content(texts, (picture,), tuple(rows))


def why_not(view: TaxisView, closing: Closing) -> Refusal | None:
    """Why a closing is not allowed, None if it is."""
    player = view.players[view.active]
    return placement_refusal(player.route, player.offices, player.offices_left, closing.offices)


def yields(view: TaxisView, closing: Closing, words: Words) -> str:
    """What a closing brings: offices, tiles, carriage, all together in points, and if it ends the game."""
    got = preview(view, closing.offices, cartwright=closing.cartwright)
    closed = Closed(
        seat=view.active,
        route=route_of(view),
        offices=closing.offices,
        tiles=got.tiles,
        carriage=got.carriage,
        cartwright=closing.cartwright,
    )
    gains = gained(closed, words)
    if not gains:
        return words("thurn_and_taxis.panel.yields_nothing")
    lines = [words("thurn_and_taxis.panel.yields", gains=words.all_of(gains), n=got.points)]
    if got.trigger:
        lines.append(words("thurn_and_taxis.panel.ends"))
    return "\n".join(lines)


def _menu(view: TaxisView, closing: Closing, words: Words) -> Menu:
    """The cities of the route that are free in this mode, by their places in it, counted from 1."""
    route = route_of(view)
    entries = tuple(
        Entry(
            names.city(city, words),
            str(route.index(city) + 1),
            names.region(region_of(city), words),
            chosen=city in closing.offices,
        )
        for city in free_cities(view, closing.mode)
    )
    rest = mode_text(closing.mode, cartwright=closing.cartwright)
    placeholder = words("thurn_and_taxis.panel.cities_menu")
    # The limit of the mode is not that of the menu: whoever chooses too many is told why it can't be.
    most = min(len(entries), view.players[view.active].offices_left)
    return Menu("taxis.offices", placeholder, entries, rest, fewest=0, most=most)


def _cartwright(view: TaxisView, closing: Closing, words: Words) -> Button:
    level = next_carriage(view.players[view.active].carriage)
    key = "without_cartwright" if closing.cartwright else "with_cartwright"
    rest = closing.otherwise().text(route_of(view))
    return Button("taxis.cartwright", words(f"thurn_and_taxis.panel.{key}", level=level), rest=rest)


def _heading(scene: Taxis, key: str) -> str:
    route = route_of(scene.view)
    path = names.path(route, scene.words)
    return scene.words(f"thurn_and_taxis.panel.{key}", route=path, n=len(route))
