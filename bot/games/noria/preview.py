"""The table as a move would leave it, for whoever thinks about making it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.noria import turns
from bot.games.noria.acting import Making, act
from bot.games.noria.legal import refusal
from bot.games.noria.moves import Choose, EndTurn, Enter, Fit, NoriaMove, Place, Travel
from bot.games.noria.opening import choose
from bot.games.noria.scoring import view_of
from bot.games.noria.state import SHARED, NoriaState, NoriaView, Turn


def after(view: NoriaView, move: NoriaMove | None) -> NoriaView:
    """The table after a move of whoever's turn it is, before anybody else or the next turn changes it: at the
    end of the turn with its administration, without the bot.

    The same table for a move that can't be made, and for turning up an island: nobody knows which."""
    if move is None or move == Travel(None) or refusal(view, view.active, move):
        return view
    making = Making(_known(view))
    _make(making, move)
    return _seen(view, making.step().state)


def ended(view: NoriaView) -> NoriaView:
    """The table after the administration of this turn, whatever else could still be done in it; the same
    table where there is none to come."""
    if not view.round or view.phase in ("fit", "over"):
        return view
    return after(replace(view, phase="influence", current=Turn()), EndTurn())


def _make(making: Making, move: NoriaMove) -> None:
    match move:
        case Place() | Choose() | Enter():
            choose(making, move)
        case Fit():
            turns.lay(making, move)
        case EndTurn():
            turns.administer(making)
        case _:
            act(making, move)


def _known(view: NoriaView) -> NoriaState:
    """What everybody sees as a state; no island lies face down in it."""
    shared = {name: getattr(view, name) for name in SHARED}
    return NoriaState(**shared, moves=0, stack=())


def _seen(view: NoriaView, state: NoriaState) -> NoriaView:
    return replace(view_of(state), face_down=view.face_down, bot_score=view.bot_score)
