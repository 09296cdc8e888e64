"""How a game may end: played on by everybody in one of the tastes."""

from random import Random

from bot.games.contract import Ends, Seat
from bot.games.noria.legal import SETUP
from bot.games.noria.opponents import begun, imagined
from bot.games.noria.opponents.playing import NEW, ranked, settle
from bot.games.noria.opponents.styles import STYLES
from bot.games.noria.state import NoriaView
from bot.time_limit import out_of_time

_GAMES = 12
_FEWEST = 2
_SPREAD, _ROUND = 2.0, 1.2
"""By how much scores are off, and for each round that is left."""


def ends(view: NoriaView, seat: Seat, rng: Random) -> Ends:
    """Everything but the order of the islands is open: every seat sees the same ends. Alone it is the bot
    that is to be beaten. While several choose how they start, nobody is ahead."""
    left = view.rounds - view.round + 1
    spread = _SPREAD + _ROUND * left**0.5
    choosing = view.phase in SETUP
    if choosing and view.seats > 1:
        return Ends(((0.0,) * view.seats,), spread)
    found = list[tuple[float, ...]]()
    while len(found) < _GAMES and not (len(found) >= _FEWEST and out_of_time()):
        sketch = begun(view, rng.choice(STYLES)) if choosing else imagined(view)
        turn = view.current
        while not sketch.over:
            settle(sketch, ranked(sketch, rng.choice(STYLES).taste, turn)[0])
            turn = NEW
        hands = [*sketch.hands, *([sketch.rival] if sketch.rival else [])]
        found.append(tuple([float(sketch.score(hand.levels)) for hand in hands]))
    return Ends(tuple(found), spread)
