"""What a deadline does for a late player (edge 41): the resource discs that bring most, and nothing else."""

from __future__ import annotations

from bot.games.noria.box import YIELDS
from bot.games.noria.chain import goals
from bot.games.noria.legal import discs_to_place, legal, own
from bot.games.noria.moves import Activate, EndAction, EndTurn, Fit, NoriaMove, Place
from bot.games.noria.opening import BASIC_WHEEL
from bot.games.noria.state import NoriaState, Player, Turn
from bot.games.noria.wheel import PLACE, at, discs_on, gaps


def default_move(state: NoriaState) -> NoriaMove:
    """The next step for whoever's turn it is: at the start the basic wheel and what is offered first."""
    match state.phase:
        case "wheel":
            return _place(state)
        case "fit":
            player = own(state)
            return Fit(player.centre[0], gaps(player.wheel)[0])
        case "disc":
            return EndAction()
        case "influence" | "actions":
            return _gather(state)
        case _:
            return next(iter(legal(state, state.active)))


def _place(state: NoriaState) -> NoriaMove:
    """As on the basic wheel, as far as what lies there already allows."""
    waiting = discs_to_place(own(state))
    wanted = [
        Place(disc, slot) for slot, place in discs_on(BASIC_WHEEL) for disc in waiting if disc == place.kind
    ]
    moves = list(legal(state, state.active))
    return next((move for move in wanted if move in moves), moves[0])


def _gather(state: NoriaState) -> NoriaMove:
    """The next disc of the best set; what was begun is brought to a legal end with as few links as it can."""
    player, turn = own(state), state.current
    best = max(goals(player.wheel, turn), key=lambda goal: _worth(player, turn, goal))
    left = [slot for slot in best if slot not in turn.activated]
    if not left:
        return EndTurn()
    slot = min(left, key=lambda slot: (-_yield(player, turn, slot), PLACE[slot]))
    disc = at(player.wheel, slot)
    upgraded = disc is not None and disc.kind in YIELDS and disc.upgraded
    return Activate(slot, double=upgraded and turn.doubled is None)


def _worth(player: Player, turn: Turn, goal: frozenset[str]) -> tuple[int, int, int]:
    """Fewest links first, then the yield, then fewer discs."""
    left = [slot for slot in goal if slot not in turn.activated]
    links = sum(_brings(player, slot) is None for slot in left)
    free = turn.doubled is None
    bonus = max([_extra(player, slot) for slot in left], default=0) if free else 0
    return -links, sum([_yield(player, turn, slot) for slot in left]) + bonus, -len(left)


def _brings(player: Player, slot: str) -> int | None:
    """What one action of a resource disc brings; None for another disc."""
    disc = at(player.wheel, slot)
    return player.ships.of(YIELDS[disc.kind]) if disc is not None and disc.kind in YIELDS else None


def _yield(player: Player, turn: Turn, slot: str) -> int:
    return (_brings(player, slot) or 0) * (1 + turn.targets.count(slot))


def _extra(player: Player, slot: str) -> int:
    """What doubling a disc would add."""
    disc = at(player.wheel, slot)
    return (_brings(player, slot) or 0) if disc is not None and disc.upgraded else 0
