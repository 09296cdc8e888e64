"""A move that is not made yet: the table as it would be, and the sentence that says so."""

from __future__ import annotations

from dataclasses import replace

from bot.games.noria.moves import NoriaEvent, NoriaMove, Travel
from bot.games.noria.preview import after
from bot.games.noria.view import NoriaView
from render.noria.stories import report
from render.scene import Scene

Noria = Scene[NoriaView]


def proposed(scene: Noria, choice: NoriaMove | None) -> Noria:
    """The scene as a choice of the reader would make it; only whoever's turn it is has one."""
    if choice is None or scene.seat != scene.view.active:
        return scene
    return replace(scene, view=after(scene.view, choice))


def added(before: NoriaView, now: NoriaView) -> tuple[NoriaEvent, ...]:
    """What a choice would make happen."""
    return now.news[len(before.news) :]


def lines(scene: Noria, choice: NoriaMove | None) -> list[str]:
    """What a choice would do, said to be not confirmed yet."""
    if choice == Travel(None):
        return [scene.words("noria.alt.proposed", what=scene.words("noria.alt.turn_up"))]
    shown = proposed(scene, choice)
    told = report(shown, added(scene.view, shown.view))
    return [scene.words("noria.alt.proposed", what=line) for line in told]
