"""What a move of Noria leads to, in a short sentence each: what it brings, opens and leaves."""

from collections.abc import Iterable

from msgspec import UNSET

from bot.games.noria import (
    moves,
    sentences_of_choices as choices,
    sentences_of_panel as panel,
    sentences_of_table as names,
)
from bot.games.noria.box import BOX, SHIP_KINDS, YIELDS, Path
from bot.games.noria.legal import BONUS, own
from bot.games.noria.moves import NoriaMove
from bot.games.noria.sentences import foretold
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import CHAMBER_PLACE, level_on, raised, score, value
from bot.games.noria.turns import after
from bot.games.noria.wheel import ACTIVE, RING, RINGS, at, discs_on
from bot.text import signed


def effect(model: Noria, move: NoriaMove) -> str:
    """What a legal move leads to."""
    words, player = model.words, own(model.view)
    match move:
        case moves.Place(slot=slot) | moves.Fit(slot=slot):
            return panel.half(slot, words)
        case moves.Choose() | moves.Produce():
            stock = own(after(model.view, move)).stock
            return words("noria.effect.have", bundle=names.bundle(stock, words))
        case moves.NightShift(ring=ring):
            return _wheel(model, move, ring)
        case moves.Modify(one=one, other=other):
            return _wheel(model, move, {RING[one], RING[other]})
        case moves.Chain(slots=(_, *_)):
            return choices.gives(model, move)
        case moves.Activate(slot=slot, double=double, targets=targets):
            disc = at(player.wheel, slot)
            if disc and disc.kind == BONUS:
                return panel.targets(model, move)
            return choices.gives(model, moves.Chain((slot,), slot if double else None, targets))
        case moves.Travel(island=number):
            return panel.offer(model, panel.Destination(number, None))
        case moves.TakeShip() | moves.Build():
            return _on_island(model, move)
        case moves.Enter(path=path):
            return _level(model, path)
        case moves.Buy() | moves.Invest():
            what = _level(model, move.path) if isinstance(move, moves.Invest) else _bought(model, move)
            left = names.bundle(player.stock.minus(move.pay), words)
            return words("noria.effect.left", what=what, left=left)
        case moves.Upgrade():
            return words("noria.effect.upgraded")
        case moves.Politics(down=down, remove=remove):
            return panel.debate(model, down, remove)
        case moves.EndTurn():
            return foretold(model) or _ended(model)
        case moves.EndAction():
            return _given_up(model)
        case moves.Chain():
            return _following(model, "noria.effect.anew")


def _wheel(model: Noria, move: NoriaMove, rings: Iterable[str]) -> str:
    then = own(after(model.view, move))
    return model.words("noria.effect.wheel", discs=_active(model, move, rings), n=then.knowledge)


def _active(model: Noria, move: NoriaMove, rings: Iterable[str] = RINGS) -> str:
    """What lies in the active half of these rings after a move."""
    there = discs_on(own(after(model.view, move)).wheel, [*rings])
    found = [names.slot(slot, disc.kind, model.words) for slot, disc in there if slot in ACTIVE]
    return names.listed(found, model.words)


def _on_island(model: Noria, move: moves.TakeShip | moves.Build) -> str:
    words, player = model.words, own(model.view)
    assert player.ambassador is not None, "legal only on an island"
    if isinstance(move, moves.Build):
        brings = names.count(*BOX.islands[player.ambassador].spots[move.spot - 1], words)
        return words("noria.effect.built", brings=brings, n=BOX.knowledge_income[player.built + 1])
    kind = SHIP_KINDS[player.ambassador][move.space - 1]
    disc = names.disc(next(disc for disc, brought in YIELDS.items() if brought == kind), words)
    bundle = names.count(player.ships.of(kind) + 1, kind, words)
    return words("noria.effect.ship", disc=disc, bundle=bundle)


def _level(model: Noria, path: Path) -> str:
    """What the next level of a path is worth now, and can be worth in the end."""
    chambers, levels = model.view.chambers, own(model.view).levels
    seats = chambers[CHAMBER_PLACE[path]]
    return model.words(
        "noria.effect.level",
        level=level_on(levels, path) + 1,
        value=value(chambers, path),
        most=BOX.chamber_step[path] * (seats.upper + seats.lower),
        before=signed(score(levels, chambers)),
        after=signed(score(raised(levels, path), chambers)),
    )


def _bought(model: Noria, move: moves.Buy) -> str:
    player = own(model.view)
    lying = [disc.kind for _, disc in discs_on(player.wheel)]
    count = [*lying, *player.centre].count(move.disc) + 1
    return model.words("noria.effect.bought", disc=names.disc(move.disc, model.words), n=count)


def _ended(model: Noria) -> str:
    words, player, end = model.words, own(model.view), moves.EndTurn()
    gain = BOX.knowledge_income[player.built]
    what = words("noria.effect.ended", discs=_active(model, end), n=gain)
    unused = [names.slot(one.slot, one.kind, words) for one in panel.disc_offers(model.view) if not one.why]
    return words("noria.effect.unused", what=what, discs=words.all_of(unused)) if unused else what


def _given_up(model: Noria) -> str:
    running = model.view.current.running
    if running and running.left > 1:
        return model.words("noria.sum.left", n=running.left - 1)
    return _following(model, "noria.panel.then")


def _following(model: Noria, key: str) -> str:
    """What stands in the chain after the disc that waits, in the sentence of a key."""
    words, running = model.words, model.view.current.running
    if running is None or running.then is UNSET:
        return words("noria.effect.last_action")
    return words(key, discs=names.chain(own(model.view).wheel, running.then, words))
