"""Random games at speed, on the map alone."""

from __future__ import annotations

from random import Random

from bot.games.contract import Seat
from bot.games.noerdlingen.board import Board, Path, numbers, standing
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import NoerdlingenOptions
from bot.games.noerdlingen.territories import score
from bot.games.noerdlingen.town import bits, rounds_for


def playout(seats: int, rng: Random) -> tuple[int, ...]:
    """The scores by seat of a game in which everybody places and draws at random, chooses at random among the
    numbers that could be drawn at that moment, and takes every bonus border."""
    board, scores = _placed(seats, rng), [0] * seats
    order = [Seat(seat) for seat in range(seats)]
    for _ in range(rounds_for(seats)):
        chosen = _chosen(board, order, rng)
        playing = len(chosen)
        for number, seat in chosen:
            found = list(board.draws(seat, number)) if playing > 1 else []
            if found:
                board = _drawn(board, seat, found, rng, scores)
            elif playing > 1:
                playing -= 1
                order.remove(seat)
    return tuple(scores)


def _chosen(board: Board, order: list[Seat], rng: Random) -> list[tuple[int, Seat]]:
    """The numbers of a round with those who take them, ascending."""
    free, chosen = set(numbers(board.town)), list[tuple[int, Seat]]()
    for seat in order:
        able = [number for number in sorted(free) if next(board.draws(seat, number), None)]
        number = rng.choice(able or sorted(free))
        free.remove(number)
        chosen.append((number, seat))
    return sorted(chosen)


def _placed(seats: int, rng: Random) -> Board:
    """The empty town with a soldier of everybody."""
    town, options = the_town(), NoerdlingenOptions()
    places = rng.sample(list(bits(standing(town, options.wall_mode))), seats)
    soldiers = tuple([1 << place for place in places])
    return Board(town, options, rng.choice(DATES), 0, 0, soldiers)


def _drawn(board: Board, seat: Seat, found: list[Path], rng: Random, scores: list[int]) -> Board:
    """The board after one of these ways, and after the bonus border."""
    after, land = board.drawn(seat, rng.choice(found))
    bonuses = list(after.bonuses(seat)) if land else []
    if bonuses:
        after, more = after.drawn(seat, rng.choice(bonuses))
        land = (*land, *more)
    for other in range(len(scores)):
        scores[other] += score(land, Seat(other))
    return after
