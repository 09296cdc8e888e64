"""How turns begin, go on and end (section 5): administration, the bot's turn, the next round."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noria import rival
from bot.games.noria.acting import Making
from bot.games.noria.box import BOX, FACTORIES
from bot.games.noria.costs import knowledge_income
from bot.games.noria.moves import Administered, Fit, GameOver, Placed, TurnBegun
from bot.games.noria.opening import begin_choices, next_choice, written
from bot.games.noria.state import Phase, Turn
from bot.games.noria.wheel import Disc, put, turned


def go_on_choosing(making: Making) -> None:
    """The next choice of the start, the next player's, or the first round."""
    while True:
        phase = next_choice(making.state)
        if phase is not None:
            making.change(phase=phase)
            return
        making.milestone = True
        seat = _next_seat(making)
        if seat == making.state.start_player:
            making.change(setup=written(making.state))
            begin_turn(making, seat, 1)
            return
        begin_choices(making, seat)


def begin_turn(making: Making, seat: Seat, round: int) -> None:
    """The seat's turn."""
    making.turn_over()
    making.change(active=seat, round=round, turn=making.state.turn + 1, phase="influence", current=Turn())
    making.tell(TurnBegun(seat=seat, round=round))


def go_on(making: Making) -> None:
    """After a move of the turn: where it stands now; politics is the last thing in it."""
    turn = making.state.current
    if turn.debates >= BOX.politics_per_turn:
        end_turn(making)
        return
    phase: Phase = "disc" if turn.running else "actions" if turn.activated else "influence"
    making.change(phase=phase)


def end_turn(making: Making) -> None:
    """Administration, then the bought discs are fitted in (rules 5.4)."""
    administer(making)
    _fit_or_end(making)


def administer(making: Making) -> None:
    """The wheel turns, and knowledge comes in."""
    gain = knowledge_income(FACTORIES - making.player.factories_left)
    making.give(wheel=turned(making.player.wheel), knowledge=making.player.knowledge + gain)
    making.change(current=Turn())
    making.tell(Administered(seat=making.seat, knowledge=gain))


def fit(making: Making, move: Fit) -> None:
    """A bought disc lies on the wheel; the last one ends the turn."""
    lay(making, move)
    _fit_or_end(making)


def lay(making: Making, move: Fit) -> None:
    """A bought disc comes from the centre into a slot."""
    centre = list(making.player.centre)
    centre.remove(move.disc)
    making.give(wheel=put(making.player.wheel, move.slot, Disc(move.disc)), centre=tuple(centre))
    making.tell(Placed(seat=making.seat, disc=move.disc, slot=move.slot, bought=True))


def _fit_or_end(making: Making) -> None:
    if making.player.centre:
        making.change(phase="fit")
        return
    making.milestone = True
    state = making.state
    if state.bot is not None:
        rival.play(making)
    seat = _next_seat(making)
    if seat != state.start_player:
        begin_turn(making, seat, state.round)
    elif state.round < state.rounds:
        begin_turn(making, seat, state.round + 1)
    else:
        making.change(phase="over")
        making.tell(GameOver())


def _next_seat(making: Making) -> Seat:
    return Seat((making.seat + 1) % making.state.seats)
