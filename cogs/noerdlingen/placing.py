"""The first soldier in the private panel: a column of the map, then a crossing in it, then **Confirm**."""

from __future__ import annotations

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.presenter import confirming
from bot.games.noerdlingen.moves import Place
from bot.games.noerdlingen.preview import places
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from cogs.noerdlingen.choice import move_of, parts_of, text_of
from render.noerdlingen import own
from render.scene import Scene

PHASE = "place"
Noerdlingen = Scene[NoerdlingenView]


def panel(scene: Noerdlingen, choice: str) -> Content:
    """The map with its coordinates, and a menu more for each step; too many crossings are free for one."""
    words, free = scene.words, columns(scene.view)
    move = move_of(choice)
    at = move.at if isinstance(move, Place) and move.at in places(scene.view) else None
    column = next(iter("".join(parts_of(PHASE, choice))), "")
    rows: list[Row] = [_columns(free, column, words)]
    if column in free:
        rows.append(_crossings(free[column], at, words))
    if at is not None:
        text = words("noerdlingen.panel.place_sure", crossing=crossing_name(at))
        rows.append(confirming("noerdlingen.confirm", text_of(PHASE, at), words))
        return Content((text,), (own(scene, Place(at)),), tuple(rows))
    if column in free:
        rows.append((Button("table.back", words("kit.back")),))
    return Content((words("noerdlingen.panel.place"),), (own(scene),), tuple(rows))


def columns(view: NoerdlingenView) -> dict[str, list[Crossing]]:
    """The free crossings by their letters."""
    found: dict[str, list[Crossing]] = {}
    for at in sorted(places(view)):
        found.setdefault(crossing_name(at)[0], []).append(at)
    return found


def _columns(free: dict[str, list[Crossing]], chosen: str, words: Words) -> Menu:
    entries = tuple(
        Entry(
            words("noerdlingen.panel.column", letter=letter),
            text_of(PHASE, letter),
            words("noerdlingen.panel.column_about", n=len(crossings)),
            chosen=letter == chosen,
        )
        for letter, crossings in free.items()
    )
    return Menu("noerdlingen.column", words("noerdlingen.panel.column_menu"), entries)


def _crossings(free: list[Crossing], chosen: Crossing | None, words: Words) -> Menu:
    entries = tuple(Entry(crossing_name(at), text_of(PHASE, at), chosen=at == chosen) for at in free)
    return Menu("noerdlingen.crossing", words("noerdlingen.panel.crossing_menu"), entries)
