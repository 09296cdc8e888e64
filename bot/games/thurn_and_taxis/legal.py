"""What whoever's turn it is may do now: `refusal` is the one rule about it, read off the state or off their
view; `legal` gives all moves that it lets pass, and `default_move` what a deadline does (edge 18)."""

from collections.abc import Iterator

from bot.games.contract import Refusal, Seat
from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.closing import cartwright_helps, placement_refusal, placements
from bot.games.thurn_and_taxis.land import NEIGHBOURS, RULES, sides
from bot.games.thurn_and_taxis.moves import Close, Play, TaxisMove
from bot.games.thurn_and_taxis.state import Table, TaxisState
from bot.games.thurn_and_taxis.turn import PLACES, can_draw, obtainable


def legal(state: TaxisState, seat: Seat) -> Iterator[TaxisMove]:
    """All moves of the seat; closings are made one by one, since a long route has thousands."""
    if state.phase != "over" and seat == state.active:
        for move in _candidates(state):
            if refusal(state, move) is None:
                yield move


def refusal(table: Table, move: TaxisMove) -> Refusal | None:
    """Why this move may not be made now, None if it may."""
    if table.phase == "over":
        return Refusal("over")
    match move:
        case Play(city=city):  # first: most of what is looked at
            return _play(table) or _in_hand(table, city) or _fit(table.route, move)
        case moves.Administrator():
            late = table.phase != "take" or table.taken
            return Refusal("administrator_late") if late else _official(table)
        case moves.TakeOpen(place=place):
            return _take(table) or _open_card(table, place)
        case moves.TakeBlind():
            return _take(table) or (None if can_draw(table) else Refusal("no_card_to_draw"))
        case moves.Begin(city=city):
            again = table.phase == "close" and table.played
            return _before_playing(table) or (Refusal("begin_again") if again else _in_hand(table, city))
        case Close():
            return _before_closing(table) or _close(table, move)
        case moves.Discard(city=city):
            return Refusal("nothing_to_discard") if table.phase != "discard" else _in_hand(table, city)
        case moves.EndTurn():
            return _before_closing(table)


def may_take(state: TaxisState) -> bool:
    """Whether the active player may take a card now."""
    return state.phase != "over" and _take(state) is None and obtainable(state)


def _candidates(state: TaxisState) -> Iterator[TaxisMove]:
    hand = tuple(dict.fromkeys(state.hand))
    match state.phase:
        case "take":
            yield from (moves.Administrator(), *map(moves.TakeOpen, PLACES), moves.TakeBlind())
        case "play":
            yield from (*map(moves.TakeOpen, PLACES), moves.TakeBlind())
            yield from [Play(city, side) for city in hand for side in ("left", "right")]
            yield from map(moves.Begin, hand)
        case "close":
            yield from [Play(city, side) for city in hand for side in ("left", "right")]
            if refusal(state, Close()) is None:
                yield from _closings(state)
            yield moves.EndTurn()
        case _:
            yield from map(moves.Discard, hand)


def _closings(state: TaxisState) -> Iterator[Close]:
    helped = (False, True) if _cartwright(state) is None else (False,)
    for offices in placements(state.route, state.own, RULES.offices_per_player - len(state.own)):
        for cartwright in helped:
            yield Close(offices, cartwright)


def _official(table: Table) -> Refusal | None:
    if table.forced_postmaster:
        return Refusal("official_forced")
    return Refusal("official_used") if table.official else None


def _take(table: Table) -> Refusal | None:
    if table.phase == "take":
        return None
    if table.phase != "play":
        return Refusal("discard_first" if table.phase == "discard" else "already_played")
    if table.taken >= RULES.draws_with_postmaster:
        return Refusal("enough_taken")
    return _official(table) if table.taken else None


def _open_card(table: Table, place: int) -> Refusal | None:
    if place not in PLACES:
        return Refusal("no_such_place", place=place)
    return Refusal("no_open_card", place=place) if table.display[place - 1] is None else None


def _before_playing(table: Table) -> Refusal | None:
    if table.phase == "take":
        return Refusal("must_take_two" if table.forced_postmaster else "take_first")
    return Refusal("discard_first") if table.phase == "discard" else None


def _before_closing(table: Table) -> Refusal | None:
    return _before_playing(table) or (Refusal("play_first") if table.phase == "play" else None)


def _play(table: Table) -> Refusal | None:
    if table.played >= RULES.plays_with_postal_carrier:
        return Refusal("enough_played")
    return _before_playing(table) or (_official(table) if table.played else None)


def _in_hand(table: Table, city: str) -> Refusal | None:
    return None if city in table.hand else Refusal("city_not_in_hand", city=city)


def _fit(row: tuple[str, ...], move: Play) -> Refusal | None:
    if not row:
        return Refusal("no_route")
    if move.city in row:
        return Refusal("city_in_route", city=move.city)
    end = row[0] if move.side == "left" else row[-1]
    return None if move.city in NEIGHBOURS[end] else Refusal("no_road", city=move.city, end=end)


def _cartwright(table: Table) -> Refusal | None:
    helps = cartwright_helps(table.level, len(table.route))
    return _official(table) or (None if helps else Refusal("cartwright_no_gain"))


def _close(table: Table, move: Close) -> Refusal | None:
    if len(table.route) < RULES.min_route_length_to_close:
        return Refusal("route_too_short", n=RULES.min_route_length_to_close)
    left = RULES.offices_per_player - len(table.own)
    return (_cartwright(table) if move.cartwright else None) or placement_refusal(
        table.route, table.own, left, move.offices
    )


def default_move(state: TaxisState) -> TaxisMove:
    """The next step for whoever's turn it is: no official, no closing, no card held long given away. The top
    of the deck is taken, else the first open card; of the cards that fit the one held longest is played, at
    the right end before the left, else it begins a new row."""
    match state.phase:
        case "take" if can_draw(state):
            return moves.TakeBlind()
        case "take":
            return moves.TakeOpen(next(place for place in PLACES if state.display[place - 1] is not None))
        case "play":
            fitting = (Play(city, side) for city in state.hand for side in reversed(sides(state.route, city)))
            return next(fitting, moves.Begin(state.hand[0]))
        case "discard":
            return moves.Discard(state.hand[-1])
        case _:
            return moves.EndTurn()
