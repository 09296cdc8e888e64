"""What a deadline does for a late player (edge 41): the resource discs that bring most, and nothing else."""

from __future__ import annotations

from bot.games.noria.box import YIELDS
from bot.games.noria.legal import actions_of, goals, legal, own
from bot.games.noria.moves import Activate, EndAction, EndTurn, Fit, NoriaMove, Place
from bot.games.noria.opening import BASIC_WHEEL
from bot.games.noria.state import NoriaState, Player, Turn
from bot.games.noria.wheel import PLACE, Disc, at, gaps


def default_move(state: NoriaState) -> NoriaMove:
    """The next step for whoever's turn it is: at the start the basic wheel and what is offered first."""
    match state.phase:
        case "fit":
            player = own(state)
            return Fit(player.centre[0], gaps(player.wheel)[0])
        case "disc":
            return EndAction()
        case "influence" | "actions":
            return _gather(state)
        case _:
            found = list(legal(state, state.active))
            places = [move for move in found if isinstance(move, Place)]
            wheel = [move for move in places if at(BASIC_WHEEL, move.slot) == Disc(move.disc)]
            return min(wheel, key=lambda move: PLACE[move.slot]) if wheel else found[0]


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
    """Fewest links first, then the yield with the best doubling, then fewer discs."""
    left = [(slot, disc) for slot in goal if slot not in turn.activated and (disc := at(player.wheel, slot))]
    links = [slot for slot, disc in left if disc.kind not in YIELDS]
    doubled = [_brings(player, slot) for slot, disc in left if disc.upgraded and turn.doubled is None]
    gathered = sum([_yield(player, turn, slot) for slot, _ in left])
    return -len(links), gathered + max(doubled, default=0), -len(left)


def _brings(player: Player, slot: str) -> int:
    disc = at(player.wheel, slot)
    return player.ships.of(YIELDS[disc.kind]) if disc is not None and disc.kind in YIELDS else 0


def _yield(player: Player, turn: Turn, slot: str) -> int:
    return _brings(player, slot) * actions_of(turn, slot, double=False)
