"""The table as a move would leave it, for whoever thinks about making it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.noria import turns
from bot.games.noria.acting import Making
from bot.games.noria.doing import act, choose
from bot.games.noria.legal import refusal
from bot.games.noria.moves import Choose, EndTurn, Enter, Fit, NoriaMove, Place, Travel
from bot.games.noria.scoring import score_of
from bot.games.noria.state import NoriaState, NoriaView, Turn


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
    return NoriaState(
        options=view.options,
        phase=view.phase,
        round=view.round,
        turn=view.turn,
        moves=0,
        active=view.active,
        start_player=view.start_player,
        market=view.market,
        islands=view.islands,
        stack=(),
        chambers=view.chambers,
        players=view.players,
        bot=view.bot,
        current=view.current,
        setup=view.setup,
        news=view.news,
        before=view.before,
    )


def _seen(view: NoriaView, state: NoriaState) -> NoriaView:
    scores = tuple([score_of(state, Seat(seat)) for seat in range(state.seats)])
    return replace(
        view,
        market=state.market,
        islands=state.islands,
        chambers=state.chambers,
        players=state.players,
        current=state.current,
        scores=scores,
        news=state.news,
    )
