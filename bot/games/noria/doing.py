"""One move of a player and nothing else: what follows from it by itself is told elsewhere."""

from __future__ import annotations

from bot.games.noria import acting, moves, opening
from bot.games.noria.acting import Making
from bot.games.noria.moves import NoriaMove


def choose(making: Making, move: moves.Place | moves.Choose | moves.Enter) -> None:
    """A choice of the start, without what follows from it."""
    match move:
        case moves.Place():
            opening.place(making, move)
        case moves.Choose():
            opening.choose(making, move)
        case moves.Enter():
            opening.enter(making, move)


def act(making: Making, move: NoriaMove) -> None:
    """A step of a turn, without what follows from it."""
    match move:
        case moves.NightShift():
            acting.night_shift(making, move)
        case moves.Modify():
            acting.modify(making, move)
        case moves.Activate():
            acting.activate(making, move)
        case moves.Travel():
            acting.travel(making, move)
        case moves.TakeShip():
            acting.take_ship(making, move)
        case moves.Build():
            acting.build(making, move)
        case moves.Buy():
            acting.buy(making, move)
        case moves.Invest():
            acting.invest(making, move)
        case moves.Produce():
            acting.produce(making, move)
        case moves.Upgrade():
            acting.upgrade(making, move)
        case moves.Politics():
            acting.debate(making, move)
        case _:
            acting.end_action(making)
