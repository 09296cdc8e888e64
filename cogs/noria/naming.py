"""What the moves of Noria are called."""

from __future__ import annotations

from bot.games.noria.box import island, ship_kinds
from bot.games.noria.legal import own as mover
from bot.games.noria.moves import (
    Activate,
    Build,
    Buy,
    Choose,
    EndAction,
    EndTurn,
    Enter,
    Fit,
    Invest,
    Modify,
    NightShift,
    NoriaMove,
    Place,
    Politics,
    Produce,
    TakeShip,
    Travel,
    Upgrade,
)
from bot.games.noria.view import NoriaView
from render.noria import names
from render.scene import Scene

Noria = Scene[NoriaView]


def move_name(scene: Noria, move: NoriaMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this scene."""
    words, wheel = scene.words, mover(scene.view).wheel
    match move:
        case Place(disc=disc, slot=slot) | Fit(disc=disc, slot=slot):
            return words("noria.move.place", disc=names.disc(disc, words), slot=slot)
        case Choose(kind=kind):
            return words("noria.move.choose", kind=names.kind(kind, words))
        case Enter(path=path):
            return words("noria.move.enter", path=names.path(path, words))
        case NightShift(ring=ring):
            return words("noria.move.night_shift", ring=names.ring(ring, words))
        case Modify(one=one, other=other):
            return words(
                "noria.move.modify", one=names.on(wheel, one, words), other=names.on(wheel, other, words)
            )
        case Activate():
            return _activate(scene, move)
        case Politics(down=down, remove=remove):
            key = "politics" if remove else "politics_alone"
            leaves = names.chamber(remove, words) if remove else ""
            return words(f"noria.move.{key}", down=names.chamber(down, words), remove=leaves)
        case EndTurn():
            return words("noria.move.end_turn")
        case _:
            return _action(scene, move)


def _activate(scene: Noria, move: Activate) -> str:
    words, wheel = scene.words, mover(scene.view).wheel
    slot = names.on(wheel, move.slot, words)
    if move.targets:
        targets = words.all_of(names.on(wheel, target, words) for target in move.targets)
        return words("noria.move.activate_for", disc=slot, targets=targets)
    return words("noria.move.activate_twice" if move.double else "noria.move.activate", disc=slot)


def _action(
    scene: Noria, move: Travel | TakeShip | Build | Buy | Invest | Produce | Upgrade | EndAction
) -> str:
    words, player = scene.words, mover(scene.view)
    match move:
        case Travel(island=None):
            return words("noria.move.reveal")
        case Travel(island=number):
            return words("noria.move.travel", island=number)
        case TakeShip(space=space):
            return _ship(scene, space)
        case Build(spot=spot):
            return _factory(scene, spot)
        case Buy(disc=disc, pay=pay):
            return words("noria.move.buy", disc=names.disc(disc, words), pay=names.bundle(pay, words))
        case Invest(path=path, pay=pay):
            return words("noria.move.invest", path=names.path(path, words), pay=names.bundle(pay, words))
        case Produce(good=good):
            return words("noria.move.produce", good=names.kind(good, words))
        case Upgrade(slot=slot):
            return words("noria.move.upgrade", disc=names.on(player.wheel, slot, words))
        case EndAction():
            return words("noria.move.end_action")


def _ship(scene: Noria, space: int) -> str:
    here = mover(scene.view).ambassador
    kinds = ship_kinds(here) if here is not None else ()
    kind = dict(enumerate(kinds, start=1)).get(space)
    return scene.words("noria.move.ship", space=space, kind=names.kind(kind, scene.words) if kind else "")


def _factory(scene: Noria, spot: int) -> str:
    words, here = scene.words, mover(scene.view).ambassador
    spots = island(here).spots if here is not None else ()
    count, good = dict(enumerate(spots, start=1)).get(spot, (0, None))
    brings = words(f"noria.count.{good}", n=count) if good else ""
    return words("noria.move.factory", spot=spot, brings=brings)
