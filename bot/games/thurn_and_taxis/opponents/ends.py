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
    if view.ending is None:
        return Ends((worth,), _SURE + _TURN * left)
    return Ends((worth,), tuple([_SURE * (seat in going) for seat in range(view.seats)]))


def _going(view: TaxisView) -> set[int]:
    """The seats that have something to gain yet: in the last round those from the active one to the end of
    it, but for who has closed a route and only has to discard."""
    if view.phase == "over":
        return set()
    if view.ending is None:
        return {*range(view.seats)}
    coming = range(view.active, view.active + (view.start_player - view.active - 1) % view.seats + 1)
    return {seat % view.seats for seat in coming[view.phase == "discard" :]}


def _worth(player: PlayerView, left: float, going: bool) -> float:
    row = _CARD * len(player.route) * min(left + 0.5, 1.0) * going
    return player.score + row - _OFFICE * player.offices_left * left
