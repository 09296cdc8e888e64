"""What is left in the box (section 1)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.noria.box import BOX, DISCS, Good
from bot.games.noria.state import Player


def warehouses_left(players: Iterable[Player], good: Good) -> int:
    """How many warehouses of a good nobody owns."""
    owned = sum([player.empty.of(good) + player.stock.of(good) for player in players])
    return int(getattr(BOX.supply, good)) - owned


def discs_in_game(seats: int) -> dict[str, int]:
    """How many discs of each type market, wheels and centres hold together."""
    market = BOX.market_count[str(seats)]
    return {kind: market + seats * (kind in BOX.starting_discs) for kind in DISCS}
