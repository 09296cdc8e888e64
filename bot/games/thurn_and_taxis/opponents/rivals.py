"""What the others need of the open cards, as far as everybody can see it."""

from bot.games.thurn_and_taxis.opponents.worth import BIT, NEAR, Cities, together
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView

_STAYS = 0.85
"""How likely a player leaves an open card lying in one turn, on average."""
_FITS, _FITS_NOT = -0.15, 0.05
"""By how much more if it would join their row, or would not; without a row every card joins it."""
_NEW = -0.05
"""And if it would join it in a city without an own office."""
_NEXT, _LATER = 1.0, 0.4
"""How much of it is felt to take a card from who is next, and from the others."""
_ROW = 0.4
"""Points that every card of a row is worth to its owner, who loses them where nothing joins it."""


def others(view: TaxisView) -> list[PlayerView]:
    """The players beside whoever's turn it is, who is next first."""
    return [view.players[(view.active + turns) % view.seats] for turns in range(1, view.seats)]


def joining(player: PlayerView) -> Cities:
    """The cities that would join a player's row."""
    if not player.route:
        return 0
    ends = NEAR[BIT[player.route[0]]] | NEAR[BIT[player.route[-1]]]
    return ends & ~together(player.route)


def stays(view: TaxisView) -> dict[Cities, float]:
    """By city how likely an open card is left lying by all others until the next own turn."""
    found = dict.fromkeys(BIT.values(), 1.0)
    for player in others(view):
        wanted, own = joining(player) if player.route else sum(found), together(player.offices)
        for city in found:
            fits = _FITS + (_NEW if city & ~own else 0) if city & wanted else _FITS_NOT
            found[city] *= _STAYS + fits
    return found


def denied(view: TaxisView, place: int) -> float:
    """What the others lose on average when this open card is gone: the fewer cards join a row beside it, the
    more, and the longer the row is."""
    card = together(filter(None, view.display[place - 1 : place]))
    rest = together(filter(None, (*view.display[: place - 1], *view.display[place:])))
    lost, share = 0.0, _NEXT
    for player in others(view):
        wanted = joining(player)
        if card & wanted & ~rest:
            left = (rest & wanted).bit_count() + (together(player.shown) & wanted).bit_count()
            lost += share * _ROW * len(player.route) / (1 + 2 * left + player.hand_size / 2)
        share = _LATER
    return lost / (view.seats - 1)
