"""The chains of discs with which a turn can go on, best first, and what each of them gives, in words."""

from itertools import combinations, groupby

from bot.games.noria import sentences_of_table as names
from bot.games.noria.box import YIELDS
from bot.games.noria.legal import BONUS, actions_of, activated, legal, own
from bot.games.noria.moves import Activate, Chain
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import Known
from bot.games.noria.wheel import PLACE, at

_ORDER = "BJEMOTC"
"""A new ship counts for the resources that follow, these for goods, and all of them for what is paid."""


def chains(known: Known) -> tuple[list[Chain], list[Chain]]:
    """Those that use what they can, in the usual order of their discs, longer ones first; and all others."""
    found = [move for move in legal(known, known.active) if isinstance(move, Chain) and move.slots]
    most = {slots: max(map(_extra, group)) for slots, group in groupby(found, lambda move: move.slots)}
    odd = {move: (most[move.slots] - _extra(move), _swaps(known, move)) for move in found}
    found.sort(key=lambda move: (odd[move], -len(move.slots), [PLACE[slot] for slot in move.slots]))
    return [move for move in found if not any(odd[move])], [move for move in found if any(odd[move])]


def _extra(move: Chain) -> int:
    """How many actions more it gives by doubling and by a bonus disc."""
    return len(move.targets) + (move.double is not None)


def _swaps(known: Known, move: Chain) -> int:
    """How many pairs of discs stand the other way round than usual; of equal kinds by their slots."""
    discs = [(at(own(known).wheel, slot), PLACE[slot]) for slot in move.slots]
    order = [(_ORDER.index(disc.kind), place) for disc, place in discs if disc]
    return sum(one > other for one, other in combinations(order, 2))


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
