"""What can be planned in Noria: a whole turn, step by step, on the table as it lies now.

A wish is a move as JSON. Each one is what the rules let pass once the steps before it are done (their first
wishes, and what follows from them by itself); turning up an island is the last one that can be foreseen."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.noria import box, moves
from bot.games.noria.acting import Making, act
from bot.games.noria.costs import by_kindness
from bot.games.noria.legal import legal, own, ranked_chains, refusal
from bot.games.noria.moves import Activate, Chain, EndTurn, NoriaMove
from bot.games.noria.state import SHARED, NoriaState, NoriaView, Turn, view_of
from bot.games.noria.turns import go_on, left_alone
from bot.games.planning import Planning, Ranked

_MOVE = msgspec.json.Decoder(NoriaMove)
_UNKNOWN = moves.Travel(None)
FIRST = 14
"""Chains that stand before everything else with which a turn can begin."""


class _NoriaPlanning(Planning[NoriaView, NoriaMove]):
    """A step for each decision of the turn: discs, their actions, the discs to be fitted in, the end."""

    ranked = False

    def wishes(self, view: NoriaView, seat: Seat, steps: Sequence[Ranked]) -> Sequence[str]:
        """All moves that the rules let pass; of chains the best come first, exchanges last."""
        before = self.foreseen(view, seat, steps)
        planned = [_MOVE.decode(step[0]) for step in steps]
        late = before.round > view.rounds or before.active != seat
        if not view.round or late or before.phase == "over" or _UNKNOWN in planned:
            return ()
        return tuple(dict.fromkeys(msgspec.json.encode(move).decode() for move in _offered(before, seat)))

    def foreseen(self, view: NoriaView, seat: Seat, steps: Sequence[Ranked]) -> NoriaView:
        """The table after these steps of the seat's next turn, up to the first one that is not possible."""
        round = _next_round(view, seat)
        space = box.space(len(view.players), min(round, view.rounds))
        table = replace(view, active=seat, phase="influence", current=Turn(), round=round, space=space)
        for step in steps:
            move = _MOVE.decode(step[0])
            if move == _UNKNOWN or refusal(table, table.active, move):
                break
            table = _after(table, move)
        return table

    def meets(self, view: NoriaView, seat: Seat) -> bool:
        return view.round > 0

    def move(self, view: NoriaView, seat: Seat, wish: str) -> NoriaMove | None:
        return _MOVE.decode(wish)


def _next_round(view: NoriaView, seat: Seat) -> int:
    """The round of the seat's next turn: a round begins with the start player's."""
    players = len(view.players)
    until = (seat - view.active - 1) % players + 1
    begins = any((view.active + turn) % players == view.start_player for turn in range(1, until + 1))
    return view.round + begins


def _offered(view: NoriaView, seat: Seat) -> Iterator[NoriaMove]:
    found = _kindest(view, [move for move in legal(view, seat) if move != Chain(())])
    usual, _ = ranked_chains(view)
    ends = [move for move in found if isinstance(move, EndTurn)]
    if view.current.activated:
        yield from ends
    yield from usual[:FIRST]
    yield from [move for move in found if isinstance(move, Activate | moves.NightShift)]
    yield from [move for move in found if not isinstance(move, moves.Modify)]
    yield from found


def _kindest(view: NoriaView, found: Sequence[NoriaMove]) -> list[NoriaMove]:
    """The moves, each purchase with the one payment that keeps most choices: a menu has room for no more."""
    pays = [move.pay for move in found if isinstance(move, moves.Buy | moves.Invest)]
    order, best = by_kindness(own(view).stock, pays), dict[NoriaMove, NoriaMove]()
    for pay in reversed(order):
        best |= {
            replace(move, pay=box.NOTHING): move
            for move in found
            if isinstance(move, moves.Buy | moves.Invest) and move.pay == pay
        }
    return [*best.values(), *[move for move in found if not isinstance(move, moves.Buy | moves.Invest)]]


def _after(view: NoriaView, move: NoriaMove | None) -> NoriaView:
    """The table after a move and all that follows from it by itself in the same turn."""
    while move is not None:
        making = Making(NoriaState(**{name: getattr(view, name) for name in SHARED}, moves=0, stack=()))
        act(making, move)
        go_on(making, move)
        view = replace(view_of(making.step().state), face_down=view.face_down)
        move = left_alone(view)
    return view


PLANNING = _NoriaPlanning()
