"""A few moments of a made-up table: the palette takes its blends from their pictures."""

from collections.abc import Iterator
from random import Random

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import Build, MyCityMove, MyCityOptions, MyCityState, MyCityView, Pass
from bot.text import locales, words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.my_city.own_sheet import paint_sheet
from render.my_city.round_board import paint_board

_NAMES = ("さくらんぼ", "Maximiliane", "Jo", "黒板消し", "Dr. Weller", "ひのき")


def evening(
    seats: int, episode: int, rounds: int, seed: int = 0, options: MyCityOptions | None = None
) -> MyCityState:
    """The same table each time: so many rounds in, everybody builds as near to others as can be."""
    rng = Random(f"{seats} {episode} {seed}")
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(options or MyCityOptions(episode=episode), seats, chance)
    while state.phase == "round" and state.round <= rounds:
        seat = next(Seat(seat) for seat in range(seats) if state.owes(Seat(seat)))
        state = GAME.apply(state, seat, _choice(state, seat, rng), chance).state
    return state


def _choice(state: MyCityState, seat: Seat, rng: Random) -> MyCityMove:
    moves = GAME.legal(state, seat)
    built = [move for move in moves if isinstance(move, Build)]
    passing = Pass() in moves and (not built or rng.random() < 0.08)
    return Pass() if passing else rng.choice(built) if built else moves[-1]


def seen(state: MyCityState, seat: int | None = None) -> MyCityView:
    """What one seat sees, or everybody."""
    return GAME.view(state, None if seat is None else Seat(seat))


def samples() -> Iterator[Canvas]:
    """Contact sheets of three chapters, and a large sheet with a ghost on it."""
    for seats, episode, rounds in ((6, 8, 14), (3, 12, 15)):
        state = evening(seats, episode, rounds)
        yield paint_board(ViewModel(1, 1, seen(state), _NAMES[:seats], words(locales()[-1])))
    for episode in (5, 9):
        state = evening(2, episode, 11)
        ghost = Build(legal_spots(state, Seat(1))[0])
        yield paint_sheet(ViewModel(1, 1, seen(state, 1), _NAMES[:2], words(None), Seat(1)), ghost)
