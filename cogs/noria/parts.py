"""What the steps of the private panel share: their menus, their buttons, the turn so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.games.noria.legal import legal
from bot.games.noria.moves import NoriaMove
from bot.games.noria.view import NoriaView
from bot.text import Words
from cogs.noria.choice import text_of
from render.noria import own
from render.noria import words as told
from render.noria.names import first
from render.noria.offers import Offer
from render.scene import Scene

Noria = Scene[NoriaView]
CHOOSE = "noria.choose"
"""Leads on to what is chosen further, or shows a move to be confirmed."""
MAKE = "noria.make"
"""Makes a move."""


def moves(view: NoriaView, *kinds: type[NoriaMove]) -> Iterator[NoriaMove]:
    """The legal moves of these kinds."""
    return (move for move in legal(view, view.active) if isinstance(move, kinds))


def menu(name: str, entries: Iterable[Entry], words: Words, *, action: str = CHOOSE) -> tuple[Row, ...]:
    """A menu that says what it is for; none where it would be empty."""
    found = tuple(entries)
    if not found:
        return ()
    return (Menu(action, words(f"noria.panel.menu.{name}"), found, rest=name),)


def entry(label: str, move: NoriaMove, about: str = "", *, chosen: bool = False) -> Entry:
    """A line of a menu that stands for a move."""
    return Entry(first(label), text_of(move), about, chosen)


def back(words: Words) -> Button:
    """**Back**: the panel without a choice."""
    return Button("table.back", words("kit.back"))


def asked(scene: Noria, rows: Iterable[Row], *lines: str) -> Content:
    """A step of the panel: what is to be done, the turn so far, the own wheel, the controls."""
    todo = f"**{first(told.todo(scene))}**"
    return Content((todo, *so_far(scene), "\n".join(filter(None, lines))), (own(scene),), tuple(rows))


def further(scene: Noria, question: str, rows: Iterable[Row], *lines: str) -> Content:
    """A step that leads to a move, with **Back**."""
    texts = (f"**{question}**", "\n".join(filter(None, lines)))
    return Content(texts, (own(scene),), (*rows, (back(scene.words),)))


def so_far(scene: Noria) -> tuple[str, ...]:
    """The running summary of the turn, and the points."""
    view, words = scene.view, scene.words
    lines = told.summary(scene)
    listed = [words("noria.text.turn_so_far"), *(f"- {line}" for line in lines)] if lines else []
    points = [words("noria.panel.points", n=view.scores[view.active])] if view.round else []
    return tuple(filter(None, ["\n".join([*listed, *points])]))


def impossible(scene: Noria, offers: Iterable[Offer]) -> str:
    """What can't be done now, each with its reason: a menu has no lines that can't be chosen."""
    lines = [told.offer(scene, one) for one in offers if one.why]
    return refused_lines(scene.words, lines)


def refused_lines(words: Words, lines: Iterable[str]) -> str:
    """The same for lines that say why already."""
    found = [f"-# {first(line)}" for line in lines]
    return "\n".join([words("noria.panel.not_now"), *found]) if found else ""
