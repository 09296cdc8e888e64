"""A few moments of a made-up table: the palette takes its blends from their pictures."""

from collections.abc import Iterator
from functools import cache

from bot.games.chance import Chance
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import NoerdlingenOptions, NoerdlingenState, NoerdlingenView, WallMode
from bot.text import locales, words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.noerdlingen import own_town, town_board

_NAMES = ("さくらんぼ", "Maximiliane", "Jo", "黒板消し")


@cache
def evening(seats: int = 4, wall_mode: WallMode = "solid") -> tuple[NoerdlingenState, ...]:
    """Every state of a game in which everybody does what brings most at once, on whatever map there is."""
    chance = Chance(bytes(32))
    options = NoerdlingenOptions(wall_mode=wall_mode, date="0519")
    state = GAME.setup(options, seats, chance)
    states = [state]
    while GAME.outcome(state) is None:
        state = GAME.apply(state, state.active, GAME.default(state, state.active, chance), chance).state
        states.append(state)
    return tuple(states)


def late(seats: int = 4, wall_mode: WallMode = "solid") -> NoerdlingenView:
    """The last turn to draw of such a game."""
    state = [state for state in evening(seats, wall_mode) if state.phase == "draw"][-1]
    return GAME.view(state, None)


def samples() -> Iterator[Canvas]:
    """The board in the middle and late, and what whoever draws last can choose from."""
    states = evening()
    for state in (states[len(states) // 2], states[-1]):
        yield town_board.paint_board(ViewModel(1, 1, GAME.view(state, None), _NAMES, words(locales()[-1])))
    view = late()
    yield own_town.paint_town(ViewModel(1, 1, view, _NAMES, words(locales()[-1]), view.active), None, None)
