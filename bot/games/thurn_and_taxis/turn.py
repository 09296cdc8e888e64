"""A player's turn (section 3): how it begins, taking, playing, discarding, how it ends."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.cards import PLACES, draw, fill, obtainable, put_away, take_away
from bot.games.thurn_and_taxis.land import RULES
from bot.games.thurn_and_taxis.making import Making
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Discard,
    GameOver,
    GaveUp,
    Play,
    Played,
    Shed,
    Skipped,
    Swept,
    TakeOpen,
    Took,
    TurnBegun,
)


def begin_turn(making: Making, seat: Seat, round: int) -> None:
    """The seat's turn: the display is full again, and an empty hand forces the Postmaster."""
    making.turn_over()
    forced = not making.state.hands[seat]
    making.change(
        active=seat,
        round=round,
        turn=making.state.turn + 1,
        taken=0,
        played=0,
        official="postmaster" if forced else None,
        forced_postmaster=forced,
    )
    making.tell(TurnBegun(seat=seat, round=round, forced_postmaster=forced))
    fill(making)
    _go_on(making)


def end_turn(making: Making) -> None:
    """The next seat's turn, or the end: the round is finished before the game is (section 6)."""
    state = making.state
    making.milestone = True
    seat = Seat((state.active + 1) % state.seats)
    if seat != state.start_player:
        begin_turn(making, seat, state.round)
    elif state.ending is None:
        begin_turn(making, seat, state.round + 1)
    else:
        making.change(phase="over")
        making.tell(GameOver())


def call_administrator(making: Making) -> None:
    """The open cards are discarded, six new ones dealt (edge 3)."""
    making.change(official="administrator")
    swept = take_away(making, PLACES)
    put_away(making, swept)
    making.tell(Swept(seat=making.seat, cities=swept))
    fill(making)


def take_open(making: Making, move: TakeOpen) -> None:
    """The open card comes into the hand, seen by all, and the next one is turned up."""
    postmaster = _count_taken(making)
    (city,) = take_away(making, (move.place,))
    making.give(hands=(*making.hand, city))
    making.tell(Took(seat=making.seat, city=city, place=move.place, postmaster=postmaster))
    fill(making)
    _go_on(making)


def take_blind(making: Making) -> None:
    """The top card of the deck comes into the hand, seen by its owner alone."""
    postmaster = _count_taken(making)
    city, seat = draw(making), making.seat
    assert city is not None, "legal only while there is one"
    making.give(hands=(*making.hand, city))
    making.tell(Took(seat=seat, city=None, postmaster=postmaster))
    making.tell(Took(seat=seat, city=city, postmaster=postmaster, seen_by=(seat,)))
    _go_on(making)


def begin(making: Making, move: Begin) -> None:
    """A new row; the old one goes to the discard pile first (edge 8)."""
    route = making.route
    if route:
        put_away(making, route)
        making.tell(GaveUp(seat=making.seat, route=route))
    making.give(hands=without_first(making.hand, move.city), routes=(move.city,))
    making.change(phase="close", played=making.state.played + 1)
    making.tell(Played(seat=making.seat, city=move.city, side=None))


def play(making: Making, move: Play) -> None:
    """A card more at an end of the row; the second one is the Postal Carrier's."""
    carrier = making.state.played > 0
    route = (move.city, *making.route) if move.side == "left" else (*making.route, move.city)
    making.give(hands=without_first(making.hand, move.city), routes=route)
    making.change(phase="close", played=making.state.played + 1)
    if carrier:
        making.change(official="postal_carrier")
    making.tell(Played(seat=making.seat, city=move.city, side=move.side, postal_carrier=carrier))


def shrink_or_end(making: Making) -> None:
    """After closing: the hand shrinks to its limit, then the turn is over (phase 3, d)."""
    if len(making.hand) > RULES.hand_limit_after_closing:
        making.change(phase="discard")
    else:
        end_turn(making)


def shed(making: Making, move: Discard) -> None:
    """A card of the hand goes to the discard pile: of equal ones the one taken last."""
    newest_first = without_first(making.hand[::-1], move.city)
    making.give(hands=newest_first[::-1])
    put_away(making, (move.city,))
    making.tell(Shed(seat=making.seat, city=move.city))
    shrink_or_end(making)


def without_first(hand: tuple[str, ...], city: str) -> tuple[str, ...]:
    """The hand without the first of its cards of this city."""
    place = hand.index(city)
    return (*hand[:place], *hand[place + 1 :])


def _count_taken(making: Making) -> bool:
    """Counts a card taken; whether it is the Postmaster's."""
    second = making.state.taken > 0
    making.change(taken=making.state.taken + 1)
    if second:
        making.change(official="postmaster")
    return second


def _go_on(making: Making) -> None:
    """To the next thing that can be done: taking, playing, or neither without any card (edges 4 and 5)."""
    state = making.state
    wanted = RULES.draws_with_postmaster if state.forced_postmaster else RULES.draws_per_turn
    if state.taken < wanted and obtainable(state):
        making.change(phase="take")
        return
    if not state.taken:
        making.tell(Skipped(seat=state.active, what="take"))
    if making.hand:
        making.change(phase="play")
        return
    making.tell(Skipped(seat=state.active, what="play"))
    making.change(phase="close")
