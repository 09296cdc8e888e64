"""The turn so far in a few words: influence, each disc with what it brought, politics."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.games.noria.bundle import some
from bot.games.noria.moves import (
    Administered,
    Bought,
    Built,
    Chosen,
    Debated,
    Gathered,
    GivenUp,
    Invested,
    Modified,
    NoriaEvent,
    Placed,
    Produced,
    Shifted,
    ShipTaken,
    Travelled,
    Upgraded,
)
from bot.games.noria.view import NoriaView
from bot.text import Words
from render.noria import names
from render.noria.facts import Deed, deeds
from render.noria.stories import heaped, paid
from render.scene import Scene

Noria = Scene[NoriaView]


def summary(scene: Noria) -> list[str]:
    """The turn under way, a short line for each part of it; empty while nothing was done."""
    return told(scene, scene.view.news)


def told(scene: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """The same for the events of any turn of a player."""
    listed, words = list(events), scene.words
    return [
        *_chosen(listed, words),
        *[_influence(event, words) for event in listed if isinstance(event, Shifted | Modified)],
        *[did(scene, deed) for deed in deeds(listed)],
        *_after(listed, words),
    ]


def did(scene: Noria, deed: Deed) -> str:
    """A disc with what it brought: `S1 journey: island 4, ship (energy)`."""
    words = scene.words
    disc, done = named(deed, words), brought(deed, words)
    left = _left(scene, deed)
    if left:
        done.append(words("noria.sum.left", n=left))
    if not done:
        return disc
    return words("noria.sum.did", disc=disc, deeds=names.listed(done, words))


def named(deed: Deed, words: Words) -> str:
    """A disc that was activated: its slot, its name, whether it was doubled."""
    slot = names.slot(deed.disc.slot, deed.disc.disc, words)
    return words("noria.sum.twice", disc=slot) if deed.disc.doubled else slot


def brought(deed: Deed, words: Words) -> list[str]:
    """What a disc brought, in a few words each."""
    if deed.disc.targets:
        return [words("noria.sum.targets", targets=words.all_of(deed.disc.targets))]
    if not deed.disc.actions:
        return [words("noria.sum.link")]
    done: list[str] = []
    for kind, group in groupby(deed.events, key=_kind):
        run = list(group)
        if kind is Produced:
            done.append(words("noria.sum.produced", bundle=names.bundle(heaped(run), words)))
        else:
            done += [line for event in run if (line := _short(event, words))]
    return done


def _kind(event: NoriaEvent) -> type[NoriaEvent]:
    return type(event)


def _short(event: NoriaEvent, words: Words) -> str:
    match event:
        case Gathered(kind=kind, count=count):
            return words("noria.sum.gathered", bundle=names.bundle(some(kind, count), words))
        case Travelled(island=island):
            return names.island(island, words)
        case ShipTaken(kind=kind):
            return words("noria.sum.ship", kind=names.kind(kind, words))
        case Built(good=good, warehouses=count):
            return words("noria.sum.built", n=count, good=names.kind(good, words))
        case Bought(disc=disc, pay=pay):
            return words("noria.sum.bought", disc=names.disc(disc, words), pay=paid(pay, words))
        case Invested(path=path, level=level, pay=pay):
            there = names.path(path, words)
            return words("noria.sum.invested", path=there, level=level, pay=paid(pay, words))
        case Upgraded(slot=slot, disc=disc):
            return words("noria.sum.upgraded", slot=names.slot(slot, disc, words))
        case GivenUp(unused=True):
            return words("noria.sum.given_up")
        case _:
            return ""


def _left(scene: Noria, deed: Deed) -> int:
    """How many actions of the disc are still to be chosen."""
    running = scene.view.current.running
    return running.left if running and running.slot == deed.disc.slot else 0


def _influence(event: Shifted | Modified, words: Words) -> str:
    match event:
        case Shifted(ring=ring, cost=cost):
            return words("noria.sum.shifted", ring=names.ring(ring, words), cost=cost)
        case Modified(one=one, other=other, cost=cost):
            return words("noria.sum.modified", one=one, other=other, cost=cost)


def _chosen(events: list[NoriaEvent], words: Words) -> list[str]:
    """The choices of the start."""
    discs = _placed(events, words, bought=False)
    heap = heaped(event for event in events if isinstance(event, Chosen))
    entered = [event for event in events if isinstance(event, Invested) and not event.pay.total]
    return [
        *([words("noria.sum.built_wheel", discs=discs)] if discs else []),
        *([words("noria.sum.chosen", bundle=names.bundle(heap, words))] if heap.total else []),
        *[words("noria.sum.entered", path=names.path(event.path, words)) for event in entered],
    ]


def _after(events: list[NoriaEvent], words: Words) -> list[str]:
    """What follows the discs: politics, administration, the new discs."""
    lines: list[str] = []
    for event in events:
        match event:
            case Debated():
                lines.append(debated(event, words))
            case Administered(knowledge=knowledge):
                lines.append(words("noria.sum.administered", n=knowledge))
            case _:
                pass
    discs = _placed(events, words, bought=True)
    return [*lines, *([words("noria.sum.fitted", discs=discs)] if discs else [])]


def debated(event: Debated, words: Words) -> str:
    """Politics with its price."""
    down = names.chamber(event.down, words)
    if event.remove is None:
        return words("noria.sum.debated_alone", down=down, cost=event.cost)
    remove = names.chamber(event.remove, words)
    return words("noria.sum.debated", down=down, remove=remove, cost=event.cost)


def _placed(events: list[NoriaEvent], words: Words, *, bought: bool) -> str:
    placed = [event for event in events if isinstance(event, Placed) and event.bought is bought]
    return names.listed([names.slot(one.slot, one.disc, words) for one in placed], words)
