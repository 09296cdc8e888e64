"""What may be done now: `legal` lists it, `refusal` says why something else may not; what a deadline does."""

from collections.abc import Iterator

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.board import (
    Board,
    Path,
    board_of,
    draws,
    number_due,
    numbers,
    path_of,
    shapes,
    standing,
    walkable,
)
from bot.games.noerdlingen.moves import NoerdlingenMove, NoerdlingenState
from bot.games.noerdlingen.territories import score
from bot.games.noerdlingen.town import Crossing, crossing_name, the_town

_DUE = {"place": "place_first", "choose": "choose_first", "draw": "draw_first", "bonus": "bonus_or_decline"}
"""What is refused in each phase by what is to be done instead."""


def legal(state: NoerdlingenState, seat: Seat) -> Iterator[NoerdlingenMove]:
    """All moves of whoever's turn it is."""
    if seat != state.active:
        return
    match state.phase:
        case "place":
            yield from map(moves.Place, board_of(state).places)
        case "choose":
            yield from map(moves.Choose, free_numbers(state))
        case "draw":
            found = [moves.Draw(path.start, path.steps) for path in draws(state)]
            yield from found or [moves.Stuck()]
        case "bonus":
            yield from [moves.Bonus(path.start, path.steps) for path in draws(state)]
            yield moves.Decline()
        case "over":
            return


def free_numbers(state: NoerdlingenState) -> tuple[int, ...]:
    """The numbers that nobody has taken in this round."""
    taken = state.table[-1] if state.table else ()
    return tuple([number for number in numbers(the_town()) if number not in taken])


def refusal(state: NoerdlingenState, seat: Seat, move: NoerdlingenMove) -> Refusal | None:
    """Why the seat may not make this move, None if it may."""
    if state.phase == "over":
        return Refusal("over")
    if seat != state.active:
        return Refusal("not_asked")
    match state.phase, move:
        case "place", moves.Place(at=at):
            return _end_refusal(board_of(state), at)
        case "choose", moves.Choose(number=number):
            if number not in numbers(the_town()):
                return Refusal("no_such_number", number=number)
            return None if number in free_numbers(state) else Refusal("number_taken", number=number)
        case ("draw", moves.Draw()) | ("bonus", moves.Bonus()):
            return _draw(state, move)
        case "draw", moves.Stuck():
            return Refusal("can_draw") if any(draws(state)) else None
        case "bonus", moves.Decline():
            return None
        case _:
            return Refusal(_DUE[state.phase])


def _draw(state: NoerdlingenState, move: moves.Draw | moves.Bonus) -> Refusal | None:
    if path_of(state, move.start, move.steps):
        return None
    if move.start not in state.soldiers[state.active]:
        return Refusal("not_your_soldier")
    board, number = board_of(state), number_due(state)
    town, at = board.town, board.town.bit(move.start)
    if move.steps not in shapes(town, state.options, number):
        return Refusal("not_the_shape", number=number)
    # The first thing that is in the way.
    for step in move.steps:
        edge = 1 << town.edge(at, step)
        at = town.moved(at, step)
        if edge & town.walls & ~walkable(town, board.options.wall_mode):
            return Refusal("along_the_wall")
        if not edge & (town.roads | town.walls):
            return Refusal("no_way")
        if edge & board.edges:
            return Refusal("road_drawn")
        if edge & board.blocked:
            return Refusal("inside_territory")
    return _end_refusal(board, town.point(at))


def _end_refusal(board: Board, at: Crossing) -> Refusal | None:
    if not board.town.holds(board.town.crossings, at):
        return Refusal("no_such_crossing")
    if not board.town.holds(standing(board.town, board.options.wall_mode), at):
        return Refusal("on_the_wall", crossing=crossing_name(at))
    taken = board.town.holds(board.occupied, at)
    return Refusal("crossing_taken", crossing=crossing_name(at)) if taken else None


def default_move(state: NoerdlingenState, chance: Chance) -> NoerdlingenMove:
    """The move for whoever's turn it is."""
    board, seat = board_of(state), state.active

    def worth(path: Path) -> int:
        return score(board.drawn(seat, path)[1], seat)

    match state.phase:
        case "place":
            return moves.Place(chance.stream("absent", state.moves).choice(board.places))
        case "choose":
            ways = board.counts(seat)
            return moves.Choose(max(free_numbers(state), key=lambda number: ways[number]))
        case "bonus":
            best = max(draws(state), key=worth)
            return moves.Bonus(best.start, best.steps) if worth(best) else moves.Decline()
        case _:
            found = max(draws(state), key=worth, default=None)
            return moves.Draw(found.start, found.steps) if found else moves.Stuck()
