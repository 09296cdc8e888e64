"""The drawing phase in the private panel: a soldier, one of its ways, what it would close, **Confirm**."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.presenter import confirming
from bot.discord.scenes import spoken
from bot.games.noerdlingen.moves import Bonus, Draw
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.preview import drawable, preview
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from cogs.noerdlingen.choice import parts_of, start_of, text_of
from render.noerdlingen import names, own, stories
from render.noerdlingen import words as told
from render.scene import Scene

Noerdlingen = Scene[NoerdlingenView]
Soldiers = Mapping[Crossing, tuple[Path, ...]]
K = TypeVar("K")


def panel(scene: Noerdlingen, choice: str) -> Content:
    """The chosen border or the bonus, step by step; where only one thing can be chosen, it is."""
    view = scene.view
    soldiers = dict(drawable(view))
    start = _only(soldiers, start_of(view.phase, choice))
    if start is None:
        rows = (_soldiers(view, soldiers, start, scene.words), *_buttons(scene, choice))
        some = next(iter(soldiers.values()))[0]
        return Content((_asked(scene, "soldier", some),), (own(scene),), rows)
    ways = {path.steps: path for path in soldiers[start]}
    steps = _only(ways, next(iter(parts_of(view.phase, choice)[1:]), None))
    menus = _menus(scene, soldiers, start, steps)
    if steps is None:
        text = _asked(scene, "way", soldiers[start][0], crossing=crossing_name(start))
        return Content((text,), (own(scene, start=start),), (*menus, *_buttons(scene, choice)))
    return _previewed(scene, ways[steps], menus, choice)


def soldier_about(paths: tuple[Path, ...], words: Words) -> str:
    """In how many ways the border can be drawn from a soldier."""
    return words("noerdlingen.panel.ways", n=len(paths))


def way_about(scene: Noerdlingen, path: Path) -> str:
    """What a border would close, in a few words without Markdown; empty if nothing."""
    read, found = _as_you(scene), preview(scene.view, scene.view.active, path)
    return scene.words("noerdlingen.text.comma").join(
        scene.words("noerdlingen.panel.closes", land=stories.land(read, one), gain=stories.gain(read, one))
        for one in found.territories
    )


def _previewed(scene: Noerdlingen, path: Path, menus: tuple[Row, ...], choice: str) -> Content:
    """The border on the map with what it would close, before it is drawn."""
    bonus = scene.view.phase == "bonus"
    move = Bonus(path.start, path.steps) if bonus else Draw(path.start, path.steps)
    way = names.way(path, scene.words)
    text = _asked(scene, "sure", path, crossing=crossing_name(path.start), way=way)
    rest = text_of(scene.view.phase, path.start, path.steps)
    confirm, back = confirming("noerdlingen.confirm", rest, scene.words)
    buttons = (confirm, *((back,) if choice else ()), *_decline(scene))
    foretold = "\n".join(told.foretold(_as_you(spoken(scene)), path))
    return Content((text, foretold), (own(scene, move),), (*menus, buttons))


def _as_you(scene: Noerdlingen) -> Noerdlingen:
    """The same scene for private words, in which its reader is addressed."""
    you = scene.words("noerdlingen.panel.you")
    called = (you if seat == scene.seat else name for seat, name in enumerate(scene.names))
    return replace(scene, names=tuple(called))


def _asked(scene: Noerdlingen, step: str, path: Path, **data: str) -> str:
    """The question of a step, of the border that this is a way to draw or of the bonus."""
    key = f"noerdlingen.panel.{scene.view.phase}.{step}"
    return scene.words(key, number=path.number, shape=names.shape(path.number), **data)


def _menus(scene: Noerdlingen, soldiers: Soldiers, start: Crossing, steps: str | None) -> tuple[Row, ...]:
    """The soldiers, where there are several to choose from, and the ways of the chosen one."""
    menu = (_soldiers(scene.view, soldiers, start, scene.words),) if len(soldiers) > 1 else ()
    return (*menu, _ways(scene, soldiers[start], steps))


def _soldiers(view: NoerdlingenView, soldiers: Soldiers, chosen: Crossing | None, words: Words) -> Menu:
    entries = tuple(
        Entry(
            words("noerdlingen.panel.soldier", crossing=crossing_name(start)),
            text_of(view.phase, start),
            soldier_about(paths, words),
            chosen=start == chosen,
        )
        for start, paths in soldiers.items()
    )
    return Menu("noerdlingen.soldier", words("noerdlingen.panel.soldier_menu"), entries)


def _ways(scene: Noerdlingen, paths: tuple[Path, ...], chosen: str | None) -> Menu:
    """A line for each way, numbered as in the picture."""
    words = scene.words
    entries = tuple(
        Entry(
            words("noerdlingen.panel.way", place=place, way=names.way(path, words)),
            text_of(scene.view.phase, path.start, path.steps),
            way_about(scene, path),
            chosen=path.steps == chosen,
        )
        for place, path in enumerate(paths, start=1)
    )
    return Menu("noerdlingen.way", words("noerdlingen.panel.way_menu"), entries)


def _buttons(scene: Noerdlingen, choice: str) -> tuple[Row, ...]:
    back = (Button("table.back", scene.words("kit.back")),) if choice else ()
    buttons = (*back, *_decline(scene))
    return (buttons,) if buttons else ()


def _decline(scene: Noerdlingen) -> tuple[Button, ...]:
    if scene.view.phase != "bonus":
        return ()
    return (Button("noerdlingen.decline", scene.words("noerdlingen.panel.decline")),)


def _only(offered: Mapping[K, object], chosen: K | None) -> K | None:
    """What is chosen, if it is offered; without a choice the one thing there is, if there is but one."""
    if chosen in offered:
        return chosen
    return next(iter(offered)) if len(offered) == 1 else None
