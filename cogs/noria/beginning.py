"""The choices of the start in the private panel: the wheel, the resources, the first path."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.content import Button, Content, Entry
from bot.games.noria.box import RESOURCES
from bot.games.noria.legal import discs_to_place
from bot.games.noria.legal import own as mover
from bot.games.noria.moves import Choose, Enter, Place
from bot.games.noria.opening import start_of
from bot.games.noria.panel import invest_offers, proposed_wheel
from bot.games.noria.wheel import is_active, steps_to_enter
from cogs.noria.choice import parts_of, text_of
from cogs.noria.parts import CHOOSE, MAKE, Noria, asked, entry, further, menu, moves
from render.noria import names
from render.noria import words as told

PLACE = "place"


def wheel(scene: Noria, choice: str) -> Content:
    """A wheel that can be taken as it is, and the discs one by one for whoever wants another."""
    disc = (parts_of(choice, PLACE) or [""])[0]
    if disc in discs_to_place(mover(scene.view)):
        return _slots(scene, disc)
    words, view = scene.words, scene.view
    proposed = [names.slot(place.slot, place.disc, words) for place in proposed_wheel(view)]
    accept = Button("noria.wheel", words("noria.panel.take_wheel"), style="primary")
    discs = [
        Entry(names.first(names.disc(kind, words)), f"{PLACE}/{kind}") for kind in discs_to_place(mover(view))
    ]
    line = words("noria.panel.proposed", discs=names.listed(proposed, words))
    return asked(scene, ((accept,), *menu("place", discs, words)), line)


def resources(scene: Noria) -> Content:
    """One resource after the other, a button for each kind."""
    words, view = scene.words, scene.view
    left = start_of(view.options, view.seats).resources - mover(view).stock.total
    buttons = tuple(
        Button(MAKE, names.first(names.kind(kind, words)), text_of(Choose(kind))) for kind in RESOURCES
    )
    return asked(scene, (buttons,), words("noria.panel.resources_left", n=left))


def path(scene: Noria) -> Content:
    """The four paths, with what the next level of each will cost."""
    words = scene.words
    entries = [
        entry(names.path(offer.path, words), Enter(offer.path), told.offer(scene, replace(offer, why=None)))
        for offer in invest_offers(scene.view)
    ]
    return asked(scene, menu("path", entries, words, action=CHOOSE), words("noria.panel.path"))


def _slots(scene: Noria, disc: str) -> Content:
    words = scene.words
    entries = [
        entry(move.slot, move, _half(move.slot, scene))
        for move in moves(scene.view, Place)
        if isinstance(move, Place) and move.disc == disc
    ]
    question = words("noria.panel.where", disc=names.disc(disc, words))
    return further(scene, question, menu("slot", entries, words, action=MAKE))


def _half(slot: str, scene: Noria) -> str:
    key = "active" if is_active(slot) else "resting"
    return scene.words(f"noria.panel.half.{key}", n=steps_to_enter(slot))
