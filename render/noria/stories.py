"""What a turn made happen, a sentence for each step: the player's, and the bot's letter by letter."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.games.noria.box import YIELDS
from bot.games.noria.bundle import NOTHING, Bundle, some
from bot.games.noria.chain import BONUS
from bot.games.noria.moves import (
    Activated,
    Administered,
    Bought,
    Built,
    Chosen,
    Debated,
    GameOver,
    Gathered,
    GivenUp,
    Invested,
    Modified,
    NoriaEvent,
    Placed,
    Produced,
    Revealed,
    Shifted,
    ShipTaken,
    Travelled,
    Upgraded,
)
from bot.games.noria.view import NoriaView
from bot.text import Words
from render.noria import names
from render.noria.rival_story import bot_told
from render.scene import Scene

Noria = Scene[NoriaView]


def report(scene: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """What a turn made happen, in the order of happening; `events` are those of `view.before` or
    `view.news`. The bot's turn is told letter by letter: what came in, what it did, and why so."""
    told: list[str] = []
    before: NoriaEvent | None = None
    for _, group in groupby(events, key=_kind):
        run = list(group)
        told += _together(scene, run) or [line for event in run for line in _told(scene, event, before)]
        before = run[-1]
    return told


def _kind(event: NoriaEvent) -> type[NoriaEvent]:
    return type(event)


def _together(scene: Noria, run: list[NoriaEvent]) -> list[str]:
    """Steps of one kind that one sentence tells: placed discs, chosen resources, goods produced."""
    words, last = scene.words, run[-1]
    match last:
        case Placed(seat=seat, bought=bought):
            discs = [names.slot(one.slot, one.disc, words) for one in run if isinstance(one, Placed)]
            key = "fitted" if bought else "placed"
            return [words(f"noria.report.{key}", name=scene.names[seat], discs=names.listed(discs, words))]
        case Chosen(seat=seat) | Produced(seat=seat):
            key = "chosen" if isinstance(last, Chosen) else "produced"
            heap = names.bundle(heaped(run), words)
            return [words(f"noria.report.{key}", name=scene.names[seat], bundle=heap)]
        case _:
            return []


def heaped(events: Iterable[NoriaEvent]) -> Bundle:
    """What these events brought together: resources chosen, goods produced."""
    heap = NOTHING
    for event in events:
        match event:
            case Chosen(kind=kind):
                heap = heap.plus(some(kind))
            case Produced(good=good):
                heap = heap.plus(some(good))
            case _:
                pass
    return heap


def _told(scene: Noria, event: NoriaEvent, before: NoriaEvent | None) -> list[str]:
    """What one step made happen; `before` is what led to it."""
    words = scene.words
    match event:
        case Shifted(seat=seat, ring=ring, cost=cost):
            there = names.ring(ring, words)
            return [words("noria.report.shifted", name=scene.names[seat], ring=there, cost=cost)]
        case Modified(seat=seat, one=one, other=other, cost=cost):
            name = scene.names[seat]
            return [words("noria.report.modified", name=name, one=one, other=other, cost=cost)]
        case Activated():
            return _activated(scene, event)
        case Gathered():
            return _gathered(scene, event, before)
        case Travelled(seat=seat, island=island):
            key = "revealed" if isinstance(before, Revealed) else "travelled"
            return [words(f"noria.report.{key}", name=scene.names[seat], island=island)]
        case GivenUp(seat=seat, slot=slot, unused=True):
            return [words("noria.report.given_up", name=scene.names[seat], slot=slot)]
        case Debated():
            return [_debated(scene, event)]
        case Administered(seat=seat, knowledge=knowledge):
            return [words("noria.report.administered", name=scene.names[seat], n=knowledge)]
        case GameOver():
            return [words("noria.text.over")]
        case _:
            return _brought(scene, event) or bot_told(scene, event)


def _activated(scene: Noria, event: Activated) -> list[str]:
    words = scene.words
    slot, name = names.slot(event.slot, event.disc, words), scene.names[event.seat]
    if event.disc in YIELDS:
        return []
    if event.disc != BONUS:
        return [words("noria.report.activated", name=name, slot=slot, n=event.actions)]
    if not event.targets:
        return [words("noria.report.bonus_none", name=name, slot=slot)]
    return [words("noria.report.bonus", name=name, slot=slot, targets=words.all_of(event.targets))]


def _gathered(scene: Noria, event: Gathered, before: NoriaEvent | None) -> list[str]:
    assert isinstance(before, Activated), "a disc has just been activated"
    words, name = scene.words, scene.names[event.seat]
    slot = names.slot(before.slot, before.disc, words)
    if not event.count:
        return [words("noria.report.gathered_none", name=name, slot=slot)]
    heap = names.bundle(some(event.kind, event.count), words)
    return [words("noria.report.gathered", name=name, slot=slot, bundle=heap)]


def _brought(scene: Noria, event: NoriaEvent) -> list[str]:
    """What an action of a disc has brought."""
    words = scene.words
    match event:
        case ShipTaken(seat=seat, island=island, kind=kind):
            ship = names.kind(kind, words)
            return [words("noria.report.ship", name=scene.names[seat], island=island, kind=ship)]
        case Built(seat=seat, island=island, good=good, warehouses=count):
            made = names.kind(good, words)
            return [words("noria.report.built", name=scene.names[seat], island=island, n=count, good=made)]
        case Bought(seat=seat, disc=disc, pay=pay):
            kind = names.disc(disc, words)
            return [words("noria.report.bought", name=scene.names[seat], disc=kind, pay=paid(pay, words))]
        case Invested():
            return [_invested(scene, event)]
        case Upgraded(seat=seat, slot=slot, disc=disc):
            where = names.slot(slot, disc, words)
            return [words("noria.report.upgraded", name=scene.names[seat], slot=where)]
        case _:
            return []


def _invested(scene: Noria, event: Invested) -> str:
    words, name = scene.words, scene.names[event.seat]
    path = names.path(event.path, words)
    if not event.pay.total:
        return words("noria.report.entered", name=name, path=path)
    pay = paid(event.pay, words)
    return words("noria.report.invested", name=name, path=path, level=event.level, pay=pay)


def paid(pay: Bundle, words: Words) -> str:
    """What something cost, or that it was free."""
    return names.bundle(pay, words) if pay.total else words("noria.text.free")


def _debated(scene: Noria, event: Debated) -> str:
    words, name = scene.words, scene.names[event.seat]
    down = names.chamber(event.down, words)
    if event.remove is None:
        return words("noria.report.debated_alone", name=name, cost=event.cost, down=down)
    remove = names.chamber(event.remove, words)
    return words("noria.report.debated", name=name, cost=event.cost, down=down, remove=remove)
