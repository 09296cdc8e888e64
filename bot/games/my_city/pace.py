"""Own pace: who has chosen may roll on alone (`RollOn`), the table's round stays that of the slowest seat.

The dice are common, so whoever rolls first rolls for all; the choices made ahead come out by round."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.making import Making, changed
from bot.games.my_city.cells import rolled
from bot.games.my_city.legal import in_round, legal
from bot.games.my_city.moves import (
    Begin,
    Chosen,
    Decided,
    Finish,
    MyCityEvent,
    MyCityMove,
    MyCityState,
    Rolled,
    RollOn,
)
from bot.games.my_city.preview import after_choice
from bot.games.my_city.site import site_of


def lead(state: MyCityState, seat: Seat) -> tuple[Chosen | None, ...]:
    """What a seat has chosen in the rounds after the present one that it has seen the dice of."""
    return state.ahead[seat] if state.ahead and 0 <= seat < state.seats else ()


def ways(state: MyCityState, seat: Seat) -> Iterator[MyCityState]:
    """The state as this seat stands in it, in the table's round and in each later one it has seen."""
    yield state
    for roll, choice in zip(state.rolls, lead(state, seat), strict=False):
        made = state.choices[seat]
        assert made is not None, "nobody rolls on without a choice"
        sheets = changed(state.sheets, seat, after_choice(state, seat, made))
        choices = changed(state.choices, seat, choice)
        state = replace(state, round=state.round + 1, roll=roll, sheets=sheets, choices=choices)
        yield state


def standing(state: MyCityState, seat: Seat) -> MyCityState:
    """The state as this seat stands in it: in its own round, with its own sheet as it will be then."""
    *_, newest = ways(state, seat)
    return newest


def carried(state: MyCityState, seat: Seat) -> int:
    """The round that a move of this seat carries: its own later one, 0 in that of the table."""
    ahead = len(lead(state, seat))
    return state.round + ahead if ahead else 0


def may_roll(state: MyCityState, seat: Seat) -> bool:
    """Whether this seat may see the next dice: it has chosen, and stays in the episode by that."""
    mine = standing(state, seat)
    if state.options.pace != "own" or not in_round(mine, seat) or (choice := mine.choices[seat]) is None:
        return False
    after = after_choice(mine, seat, choice)
    return not after.stopped and bool(site_of(mine.episode, after).free)


def legal_at(state: MyCityState, seat: Seat) -> list[MyCityMove]:
    """All moves of the seat where it stands."""
    number, found = carried(state, seat), legal(standing(state, seat), seat)
    rolls = [RollOn(number)] if may_roll(state, seat) else []
    return [*([at_round(move, number) for move in found] if number else found), *rolls]


def at_round(move: MyCityMove, number: int) -> MyCityMove:
    """The move with the round that it is meant for."""
    return move if isinstance(move, Begin | Finish) else replace(move, round=number)


def refusal(state: MyCityState, seat: Seat, move: MyCityMove) -> Refusal | None:
    """Why a move, legal by the dice, is not one of the round that the seat stands in."""
    if isinstance(move, Begin | Finish):
        return None
    wrong = move.round != carried(state, seat) or (isinstance(move, RollOn) and not may_roll(state, seat))
    return Refusal("not_now") if wrong else None


def roll_on(making: Making[MyCityState, MyCityEvent], seat: Seat, chance: Chance) -> None:
    """The dice of the next round for this seat alone: those that lie there already, else new ones."""
    state, at = making.state, len(lead(making.state, seat))
    rolls = state.rolls
    if at == len(rolls):
        rolls = (*rolls, rolled(chance.stream("roll", state.turn + at + 1)))
    making.irrevocable = True
    making.tell(Rolled(round=state.round + at + 1, roll=rolls[at], seen_by=(seat,)))
    _lead(making, seat, (*lead(state, seat), None), rolls=rolls)


def choose_ahead(making: Making[MyCityState, MyCityEvent], seat: Seat, choice: Chosen) -> None:
    """A choice for a later round, which nobody else hears of."""
    *earlier, newest = lead(making.state, seat)
    making.tell(Decided(seat=seat, changed=newest is not None, seen_by=(seat,)))
    _lead(making, seat, (*earlier, choice), rolls=making.state.rolls)


def _lead(
    making: Making[MyCityState, MyCityEvent], seat: Seat, choices: tuple[Chosen | None, ...], **more: object
) -> None:
    ahead = making.state.ahead or ((),) * making.state.seats
    making.change(ahead=changed(ahead, seat, choices), **more)
