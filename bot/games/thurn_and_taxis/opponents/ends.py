"""How a game may end: by what everybody can see of each player."""

from random import Random

from bot.games.contract import Ends, Seat
from bot.games.thurn_and_taxis.opponents.pace import needs
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView

_SURE, _TURN = 3.5, 0.45
"""By how much scores are off besides, and for each turn that is left."""
_CARD = 1.7
"""Points that a card of the row stands for, as a route is closed by and by."""
_OFFICE = 0.025
"""What each office still in stock costs for each turn that is left: who has placed many goes on so."""


def ends(view: TaxisView, seat: Seat, rng: Random) -> Ends:
    """Cards in hand say little of who wins in the end: every seat sees the same. What the turns that are left
    bring to everybody is left out."""
    left = 0.0 if view.ending is not None else min(map(needs, view.players))
    going = _going(view)
    worth = tuple([_worth(player, left, seat in going) for seat, player in enumerate(view.players)])
    return Ends((worth,), _SURE * (len(going) / view.seats) ** 0.5 + _TURN * left)


def _going(view: TaxisView) -> set[int]:
    """The seats that have a turn yet: in the last round those from the active one to the end of it."""
    if view.phase == "over":
        return set()
    coming = range(view.active, view.active + (view.start_player - view.active - 1) % view.seats + 1)
    return {seat % view.seats for seat in coming} if view.ending is not None else {*range(view.seats)}


def _worth(player: PlayerView, left: float, going: bool) -> float:
    row = _CARD * len(player.route) * min(left + 0.5, 1.0) * going
    return player.score + row - _OFFICE * player.offices_left * left
