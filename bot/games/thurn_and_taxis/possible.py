"""What whoever's turn it is can do now, read off a view: what buttons and commands offer."""

from __future__ import annotations

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.closing import cartwright_helps, placement_refusal
from bot.games.thurn_and_taxis.land import RULES
from bot.games.thurn_and_taxis.moves import Side
from bot.games.thurn_and_taxis.rows import sides
from bot.games.thurn_and_taxis.view import TaxisView


def can_draw(view: TaxisView) -> bool:
    """Whether a card can come from the deck, even if it has to be shuffled first."""
    return bool(view.deck_size or view.discard)


def may_sweep(view: TaxisView) -> bool:
    """Whether the Administrator can be called now."""
    return view.phase == "take" and not view.taken and view.official is None


def fitting(view: TaxisView) -> list[tuple[str, Side]]:
    """The cards of the hand that fit the route, once for each end; a route of one city has but one."""
    route = view.players[view.active].route
    ends = slice(1, None) if len(route) == 1 else slice(None)
    return [(city, side) for city in dict.fromkeys(view.hand) for side in sides(route, city)[ends]]


def may_carry(view: TaxisView) -> bool:
    """Whether the Postal Carrier could lay a second card now."""
    free = view.official is None and view.played < RULES.plays_with_postal_carrier
    return view.phase == "close" and view.played > 0 and free and bool(fitting(view))


def may_close(view: TaxisView) -> bool:
    """Whether the route can be closed now."""
    route = view.players[view.active].route
    return view.phase == "close" and len(route) >= RULES.min_route_length_to_close


def may_call_cartwright(view: TaxisView) -> bool:
    """Whether the Cartwright would give a carriage for the route as it lies."""
    player = view.players[view.active]
    return may_close(view) and view.official is None and cartwright_helps(player.carriage, len(player.route))


def offices_refusal(view: TaxisView, offices: tuple[str, ...]) -> Refusal | None:
    """Why whoever's turn it is may not place these offices on closing; None if they may."""
    player = view.players[view.active]
    return placement_refusal(player.route, player.offices, player.offices_left, offices)


def carrier_refusal(view: TaxisView) -> Refusal | None:
    """Why the Postal Carrier can't be called now; None if he can."""
    if may_carry(view):
        return None
    if view.phase != "close":
        return Refusal("carrier_early")
    return Refusal("carrier_no_card" if view.official is None else "official_used")


def route_of(view: TaxisView) -> tuple[str, ...]:
    """The route of whoever's turn it is."""
    return view.players[view.active].route
