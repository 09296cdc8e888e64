"""Random episodes at speed, through the rules themselves."""

from __future__ import annotations

from random import Random

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import default_choice, legal_spots
from bot.games.my_city.moves import Build, MyCityOptions
from bot.games.my_city.scoring import totals


def playout(seats: int, rng: Random) -> tuple[int, ...]:
    """The points by seat of any episode in which everybody builds anywhere, else passes, else stops."""
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(MyCityOptions(episode=rng.choice(list(EPISODES))), seats, chance)
    while state.phase != "over":
        seat = next(Seat(seat) for seat in range(seats) if state.owes(Seat(seat)))
        spots = legal_spots(state, seat)
        choice = Build(rng.choice(spots)) if spots else default_choice(state, seat)
        state = GAME.apply(state, seat, choice, chance).state
    return totals(state.results, seats)
