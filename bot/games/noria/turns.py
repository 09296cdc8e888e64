"""How turns begin, go on and end (section 5): administration, the bot's turn, the next round; and the table
as a move would leave it, for whoever thinks about making it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.noria import moves, rival
from bot.games.noria.acting import Making, act
from bot.games.noria.box import BOX
from bot.games.noria.legal import refusal
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opening import begin_choices, next_choice, written
from bot.games.noria.state import SHARED, NoriaState, NoriaView, Turn, phase_of, view_of


def go_on(making: Making, move: NoriaMove) -> None:
    """What follows from a move by itself; politics is the last thing in a turn."""
    match move:
        case moves.Place() | moves.Choose() | moves.Enter():
            go_on_choosing(making)
        case moves.Fit() | moves.EndTurn():
            _fit_or_end(making)
        case _ if making.state.current.debates >= BOX.politics_per_turn:
            act(making, moves.EndTurn())
            _fit_or_end(making)
        case _:
            making.change(phase=phase_of(making.state.current))


def go_on_choosing(making: Making) -> None:
    """The next choice of the start, the next player's, or the first round."""
    while (phase := next_choice(making.state)) is None:
        making.milestone = True
        seat = _next_seat(making)
        if seat == making.state.start_player:
            making.change(setup=written(making.state))
            _begin_turn(making, seat, 1)
            return
        begin_choices(making, seat)
    making.change(phase=phase)


def after(view: NoriaView, move: NoriaMove | None) -> NoriaView:
    """The table after a move of whoever's turn it is, before anybody else or the next turn changes it: at the
    end of the turn with its administration, without the bot.

    The same table for a move that can't be made, and for turning up an island: nobody knows which."""
    if move is None or move == moves.Travel(None) or refusal(view, view.active, move):
        return view
    shared = {name: getattr(view, name) for name in SHARED}
    making = Making(NoriaState(**shared, moves=0, stack=()))
    act(making, move)
    return replace(view_of(making.step().state), face_down=view.face_down, bot_score=view.bot_score)


def ended(view: NoriaView) -> NoriaView:
    """The table after the administration of this turn, whatever else could still be done in it; the same
    table where there is none to come."""
    if not view.round or view.phase in ("fit", "over"):
        return view
    return after(replace(view, phase="influence", current=Turn()), moves.EndTurn())


def _begin_turn(making: Making, seat: Seat, round: int) -> None:
    making.turn_over()
    making.change(active=seat, round=round, turn=making.state.turn + 1, phase="influence", current=Turn())
    making.tell(moves.TurnBegun(seat=seat, round=round))


def _fit_or_end(making: Making) -> None:
    """Bought discs are fitted in, then the turn is over (rules 5.4)."""
    if making.player.centre:
        making.change(phase="fit")
        return
    making.milestone = True
    rival.play(making)
    state, seat = making.state, _next_seat(making)
    round = state.round + (seat == state.start_player)
    if round <= state.rounds:
        _begin_turn(making, seat, round)
    else:
        making.change(phase="over")
        making.tell(moves.GameOver())


def _next_seat(making: Making) -> Seat:
    return Seat((making.seat + 1) % making.state.seats)
