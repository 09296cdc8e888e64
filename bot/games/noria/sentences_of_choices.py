"""What can be chosen at each step of a turn: lines of words, each with its move or the way to its rest."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from msgspec import UNSET, structs

from bot.games.contract import Move
from bot.games.noria import moves, sentences_of_panel as panel, sentences_of_table as names
from bot.games.noria.box import BOX, CHAMBERS, SHIP_KINDS, YIELDS, Chamber
from bot.games.noria.costs import by_kindness
from bot.games.noria.legal import BONUS, actions_of, activated, legal, own, ranked_chains, refusal
from bot.games.noria.moves import Activate, Chain, NoriaMove
from bot.games.noria.notation import in_order
from bot.games.noria.sentences import named
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import NoriaView
from bot.games.noria.turns import after
from bot.games.noria.wheel import SLOTS, at
from bot.view_model import capital

M = TypeVar("M", bound=Move)
WHEEL, SWAP, ANEW = "wheel", "modify", "anew"
"""The ways to several moves at once, or to one that is put together."""


class Line(NamedTuple):
    """A line of a menu, or a button."""

    label: str
    to: NoriaMove | str
    about: str = ""
    at_once: bool = False
    """It says all about the move, which needs no further look."""


def possible(view: NoriaView, *kinds: type[M]) -> Iterator[M]:
    """The legal moves of these kinds."""
    return (move for move in legal(view, view.active) if isinstance(move, kinds))


def by_name(model: Noria, *kinds: type[NoriaMove]) -> list[Line]:
    """Moves of these kinds as they are called."""
    return [Line(capital(named(model, move)), move) for move in possible(model.view, *kinds)]


def slots_for(model: Noria, disc: str) -> list[Line]:
    """Where a disc of the start wheel can lie."""
    found = [move for move in possible(model.view, moves.Place) if move.disc == disc]
    return [Line(move.slot, move, panel.half(move.slot, model.words)) for move in found]


def fits(model: Noria) -> list[Line]:
    """Where a bought disc can lie, and when that slot is active."""
    found = possible(model.view, moves.Fit)
    return [Line(capital(named(model, move)), move, panel.half(move.slot, model.words)) for move in found]


def first_paths(model: Noria) -> list[Line]:
    """Where the first representative can stand, with what the level after that costs."""
    found = list[Line]()
    for move in possible(model.view, moves.Enter):
        there = panel.invest_offers(after(model.view, move))
        (next_level,) = [replace(one, why=None) for one in there if one.path == move.path]
        name = capital(names.path(move.path, model.words))
        found.append(Line(name, move, panel.offer(model, next_level)))
    return found


def upgrades(model: Noria) -> list[Line]:
    """The discs that can be upgraded. One that follows in a chain under way is chosen anew, so that it can be
    doubled."""
    turn, words, found = model.view.current, model.words, list[Line]()
    then = turn.running.then if turn.running else UNSET
    undoubled = () if then is UNSET or then.double or turn.doubled else then.slots
    for move in possible(model.view, moves.Upgrade):
        name, follows = capital(named(model, move)), move.slot in undoubled
        about = words("noria.panel.upgrade_next") if follows else ""
        found.append(Line(name, f"{ANEW}/{move.slot}" if follows else move, about))
    return found


def several(view: NoriaView, path: str) -> Sequence[NoriaMove]:
    """The moves of one press: the proposed start wheel, the exchange of two slots, an upgrade after which the
    next discs are chosen anew; none where they can't be made."""
    head, _, rest = path.partition("/")
    if head == WHEEL:
        return panel.proposed_wheel(view) if view.phase == "wheel" else ()
    if head == ANEW:
        made: list[NoriaMove] = [Chain(()), moves.Upgrade(rest)]
    else:
        made = [move] if (move := exchange(rest.split("."))) else []
    return () if any(refusal(view, view.active, move) for move in made) else made


def discs(model: Noria, bonus: str) -> list[Line]:
    """The next discs: usual chains, single ones, other chains; a bonus disc names others at `bonus`."""
    words, wheel, single = model.words, own(model.view).wheel, list[Line]()
    for one in panel.disc_offers(model.view):
        slot, about = names.slot(one.slot, one.kind, words), panel.offer(model, one)
        if one.why:
            continue
        if one.kind == BONUS:
            single.append(Line(slot, f"{bonus}/{one.slot}", about))
            continue
        single.append(Line(slot, moves.Activate(one.slot), gives(model, Chain((one.slot,)))))
        if one.doubled is not None:
            twice, doubled = words("noria.sum.twice", disc=slot), Chain((one.slot,), one.slot)
            single.append(Line(twice, moves.Activate(one.slot, double=True), gives(model, doubled)))
    usual, others = (
        [Line(names.chain(wheel, move, words), move, gives(model, move)) for move in found]
        for found in ranked_chains(model.view)
    )
    return [*usual, *single, *others]


def targets(model: Noria, slot: str) -> list[Line]:
    """What a bonus disc can name."""
    found = [move for move in possible(model.view, moves.Activate) if move.slot == slot]
    return [Line(capital(panel.targets(model, move)), move) for move in found]


def slots(model: Noria) -> list[Line]:
    """All slots with what lies in them; two of them are exchanged."""
    words, wheel = model.words, own(model.view).wheel
    lies = [(slot, names.on(wheel, slot, words), at(wheel, slot)) for slot in SLOTS]
    return [Line(name, slot, "" if disc else words("noria.panel.empty")) for slot, name, disc in lies]


def exchange(chosen: Sequence[str]) -> moves.Modify | None:
    """The exchange of two slots in any order; None for any other number."""
    return moves.Modify(*in_order(chosen)) if len(chosen) == 2 else None


def may_swap(view: NoriaView) -> bool:
    """Whether any two slots can be exchanged now."""
    return view.phase == "influence" and panel.prices(view)["modification"].why is None


def raised_chambers(model: Noria, step: str) -> list[Line]:
    """The chambers in which a politician can go down; what follows is chosen at `step`."""
    downs = {move.down for move in possible(model.view, moves.Politics)}
    found: list[Chamber] = [one for one in CHAMBERS if one in downs]
    lines = list[Line]()
    for one in found:
        left = [move for move in possible(model.view, moves.Politics) if move.down == one]
        to = left[0] if len(left) == 1 else f"{step}/{one}"
        lines.append(Line(capital(names.chamber(one, model.words)), to, panel.rising(model, one)))
    return lines


def left_chambers(model: Noria, down: Chamber) -> list[Line]:
    """The chambers that a politician can leave then."""
    words, found = model.words, list[Line]()
    for move in possible(model.view, moves.Politics):
        if move.down == down:
            name = names.chamber(move.remove, words) if move.remove else words("noria.panel.nobody_leaves")
            found.append(Line(capital(name), move, panel.leaving(model, move)))
    return found


def ships(model: Noria) -> list[Line]:
    """The ships that can be taken from the island."""
    words, number, found = model.words, own(model.view).ambassador or 0, list[Line]()
    for move in possible(model.view, moves.TakeShip):
        kind = names.kind(SHIP_KINDS[number][move.space - 1], words)
        found.append(Line(words("noria.panel.ship", space=move.space, kind=kind), move))
    return found


def factories(model: Noria) -> list[Line]:
    """The spots of the island where a factory can be built."""
    words, number, found = model.words, own(model.view).ambassador or 0, list[Line]()
    for move in possible(model.view, moves.Build):
        brings = names.count(*BOX.islands[number].spots[move.spot - 1], words)
        found.append(Line(words("noria.panel.factory", spot=move.spot, brings=brings), move))
    return found


def paid(model: Noria, offers: Sequence[panel.BuyOffer | panel.InvestOffer], most: int) -> list[Line]:
    """What can be paid, with every payment as a line of its own where there is room for them."""
    stock, found = own(model.view).stock, list[Line]()
    payable = [(one, by_kindness(stock, one.payments)) for one in offers if not one.why]
    room = sum(len(payments) for _, payments in payable) <= most
    for offer, payments in payable:
        several = len(payments) > 1
        for pay in payments if room else payments[:1]:
            bought = isinstance(offer, panel.BuyOffer)
            move = moves.Buy(offer.disc, pay) if bought else moves.Invest(offer.path, pay)
            label = capital(panel.offer(model, offer, pay if several and room else None))
            about = panel.paid(model, pay) if several and room else ""
            found.append(Line(label, move, about, at_once=room or not several))
    return found


def payments(view: NoriaView, move: NoriaMove) -> list[moves.Buy | moves.Invest]:
    """The same purchase or step with all that can be paid, as it is first; nothing without a choice."""
    if not isinstance(move, moves.Buy | moves.Invest):
        return []
    found = possible(view, type(move))
    same = [one for one in found if structs.replace(one, pay=move.pay) == move]
    return sorted(same, key=lambda one: one != move) if len(same) > 1 else []


def gives(model: Noria, move: Chain) -> str:
    """What the discs bring and allow, each in its turn, with the ships that are there now."""
    words, player, turn = model.words, own(model.view), model.view.current
    told: list[str] = []
    for place, slot in enumerate(move.slots):
        one = Activate(slot, double=slot == move.double, targets=() if place else move.targets)
        disc = at(player.wheel, slot)
        if disc and disc.kind != BONUS:
            count, kind = actions_of(turn, slot, double=one.double), YIELDS.get(disc.kind)
            heap = kind and names.count(count * player.ships.of(kind), kind, words)
            told.append(f"+{heap}" if heap else words(f"noria.offer.acts.{disc.kind.lower()}", n=count))
        turn = activated(turn, one)
    return names.listed(told, words)
