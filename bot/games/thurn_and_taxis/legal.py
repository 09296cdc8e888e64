"""What may be done now: `refusal` is the one rule about it, `legal` all moves that it lets pass, and
`default_move` what a deadline does for a late player (edge 18)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.contract import Refusal, Seat
from bot.games.thurn_and_taxis.closing import cartwright_helps, placement_refusal, placements
from bot.games.thurn_and_taxis.land import RULES
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.possible import fit_refusal, sides
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import PLACES, can_draw, obtainable


def legal(state: TaxisState, seat: Seat) -> Iterator[TaxisMove]:
    """All moves of the seat; closings are made one by one, since a long route has thousands."""
    if state.phase == "over" or seat != state.active:
        return
    for move in _candidates(state):
        if refusal(state, seat, move) is None:
            yield move


def refusal(state: TaxisState, seat: Seat, move: TaxisMove) -> Refusal | None:
    """Why the seat may not make this move, None if it may."""
    if state.phase == "over":
        return Refusal("over")
    if seat != state.active:
        return Refusal("not_asked")
    match move:
        case Administrator():
            return _administrator(state)
        case TakeOpen(place=place):
            return _take(state) or _open_card(state, place)
        case TakeBlind():
            return _take(state) or (None if can_draw(state) else Refusal("no_card_to_draw"))
        case Begin(city=city):
            return _begin(state) or _in_hand(state, city)
        case Play(city=city):
            return _play(state) or _in_hand(state, city) or fit_refusal(state.routes[seat], move)
        case Close():
            return _close(state, move)
        case Discard(city=city):
            return _discard(state) or _in_hand(state, city)
        case EndTurn():
            return _before_closing(state)


def may_take(state: TaxisState) -> bool:
    """Whether the active player may take a card now."""
    return _take(state) is None and obtainable(state)


def _candidates(state: TaxisState) -> Iterator[TaxisMove]:
    """Everything that can be legal in this phase, and not much more."""
    hand = tuple(dict.fromkeys(state.hands[state.active]))
    if state.phase == "discard":
        yield from map(Discard, hand)
        return
    if state.phase == "take":
        yield Administrator()
    if state.phase in ("take", "play"):
        yield from map(TakeOpen, PLACES)
        yield TakeBlind()
    if state.phase in ("play", "close"):
        for city in hand:
            yield Play(city, "left")
            yield Play(city, "right")
    if state.phase == "play":
        yield from map(Begin, hand)
    if state.phase == "close":
        yield from _closings(state)
        yield EndTurn()


def _closings(state: TaxisState) -> Iterator[Close]:
    route, own = state.routes[state.active], state.offices[state.active]
    if len(route) < RULES.min_route_length_to_close:
        return
    helped = (False, True) if _cartwright(state) is None else (False,)
    for offices in placements(route, own, RULES.offices_per_player - len(own)):
        for cartwright in helped:
            yield Close(offices, cartwright)


def _official(state: TaxisState) -> Refusal | None:
    """One official a turn, and with an empty hand the Postmaster is that one."""
    if state.forced_postmaster:
        return Refusal("official_forced")
    return Refusal("official_used") if state.official else None


def _administrator(state: TaxisState) -> Refusal | None:
    if state.phase != "take" or state.taken:
        return Refusal("administrator_late")
    return _official(state)


def _take(state: TaxisState) -> Refusal | None:
    """A first card, two with the Postmaster, all before playing."""
    if state.phase == "take":
        return None
    if state.phase != "play":
        return Refusal("discard_first" if state.phase == "discard" else "already_played")
    if state.taken >= RULES.draws_with_postmaster:
        return Refusal("enough_taken")
    return _official(state) if state.taken else None


def _open_card(state: TaxisState, place: int) -> Refusal | None:
    if place not in PLACES:
        return Refusal("no_such_place", place=place)
    return Refusal("no_open_card", place=place) if state.display[place - 1] is None else None


def _before_playing(state: TaxisState) -> Refusal | None:
    """What has to be done before a card can be played."""
    if state.phase == "take":
        return Refusal("must_take_two" if state.forced_postmaster else "take_first")
    return Refusal("discard_first") if state.phase == "discard" else None


def _before_closing(state: TaxisState) -> Refusal | None:
    """What has to be done before the route can be closed or the turn ended."""
    return _before_playing(state) or (Refusal("play_first") if state.phase == "play" else None)


def _begin(state: TaxisState) -> Refusal | None:
    again = state.phase == "close" and state.played
    return _before_playing(state) or (Refusal("begin_again") if again else None)


def _play(state: TaxisState) -> Refusal | None:
    """One card, two with the Postal Carrier."""
    if state.played >= RULES.plays_with_postal_carrier:
        return Refusal("enough_played")
    return _before_playing(state) or (_official(state) if state.played else None)


def _in_hand(state: TaxisState, city: str) -> Refusal | None:
    return None if city in state.hands[state.active] else Refusal("city_not_in_hand", city=city)


def _cartwright(state: TaxisState) -> Refusal | None:
    seat = state.active
    helps = cartwright_helps(state.carriages[seat], len(state.routes[seat]))
    return _official(state) or (None if helps else Refusal("cartwright_no_gain"))


def _close(state: TaxisState, move: Close) -> Refusal | None:
    route, own = state.routes[state.active], state.offices[state.active]
    early = _before_closing(state)
    if early:
        return early
    if len(route) < RULES.min_route_length_to_close:
        return Refusal("route_too_short", n=RULES.min_route_length_to_close)
    left = RULES.offices_per_player - len(own)
    return (_cartwright(state) if move.cartwright else None) or placement_refusal(
        route, own, left, move.offices
    )


def _discard(state: TaxisState) -> Refusal | None:
    return None if state.phase == "discard" else Refusal("nothing_to_discard")


def default_move(state: TaxisState) -> TaxisMove:
    """The next step for whoever's turn it is: no official, no closing, no card held long given away."""
    match state.phase:
        case "take":
            return _default_take(state)
        case "play":
            return _default_play(state)
        case "discard":
            return Discard(state.hands[state.active][-1])
        case _:
            return EndTurn()


def _default_take(state: TaxisState) -> TaxisMove:
    """The top of the deck, else the first open card."""
    if can_draw(state):
        return TakeBlind()
    return TakeOpen(next(place for place in PLACES if state.display[place - 1] is not None))


def _default_play(state: TaxisState) -> TaxisMove:
    """Of the cards that fit the one held longest, right end before left; else a new row."""
    hand, row = state.hands[state.active], state.routes[state.active]
    fitting = (Play(city, side) for city in hand for side in reversed(sides(row, city)))
    return next(fitting, Begin(hand[0]))
