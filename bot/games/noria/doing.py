"""One move of a player and nothing else: what follows from it by itself is told elsewhere."""

from __future__ import annotations

from bot.games.noria import acting, opening
from bot.games.noria.acting import Making
from bot.games.noria.moves import (
    Activate,
    Build,
    Buy,
    Choose,
    Enter,
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


def choose(making: Making, move: Place | Choose | Enter) -> None:
    """A choice of the start, without what follows from it."""
    match move:
        case Place():
            opening.place(making, move)
        case Choose():
            opening.choose(making, move)
        case Enter():
            opening.enter(making, move)


def act(making: Making, move: NoriaMove) -> None:
    """A step of a turn, without what follows from it."""
    match move:
        case NightShift():
            acting.night_shift(making, move)
        case Modify():
            acting.modify(making, move)
        case Activate():
            acting.activate(making, move)
        case Travel():
            acting.travel(making, move)
        case TakeShip():
            acting.take_ship(making, move)
        case Build():
            acting.build(making, move)
        case Buy():
            acting.buy(making, move)
        case Invest():
            acting.invest(making, move)
        case Produce():
            acting.produce(making, move)
        case Upgrade():
            acting.upgrade(making, move)
        case Politics():
            acting.debate(making, move)
        case _:
            acting.end_action(making)
