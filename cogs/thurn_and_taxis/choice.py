"""What is chosen but not made yet: it lives in the controls of its panel alone, as a few characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.games.thurn_and_taxis.land import CITIES, region_of
from bot.games.thurn_and_taxis.offer import EACH, best
from bot.games.thurn_and_taxis.possible import may_call_cartwright
from bot.games.thurn_and_taxis.view import TaxisView

MORE = "more"
"""A second card is to be taken."""
ANEW = "anew"
"""Another route is to be begun although one lies."""
BEGIN = "begin/"
"""The same with a certain card: `begin/ulm`."""
CLOSE = "close"
"""The route is to be closed; the offices are chosen next."""
_CLOSING = re.compile(r"close/(?P<mode>[a-z_]+)(?P<with>[+-])(?P<places>[0-9a-f]+|)")


@dataclass(frozen=True, slots=True)
class Closing:
    """Which offices are to be placed in which mode, and whether the Cartwright is called.

    `close/each+1f`: one in each region, with the Cartwright, in the first five cities of the route."""

    mode: str
    cartwright: bool
    offices: tuple[str, ...]

    def text(self, route: tuple[str, ...]) -> str:
        """The choice as a control carries it."""
        places = packed_places(map(route.index, self.offices))
        return f"{mode_text(self.mode, cartwright=self.cartwright)}{places}"

    def otherwise(self) -> Closing:
        """The same with the Cartwright where he was not called, and without him where he was."""
        return replace(self, cartwright=not self.cartwright)


def packed_places(places: Iterable[int]) -> str:
    """Places of cities in a route, counted from 0, in the few characters that a control has for them."""
    return f"{sum(1 << place for place in {*places} if 0 <= place < len(CITIES)):x}"


def mode_text(mode: str, *, cartwright: bool) -> str:
    """A closing whose offices are still those that are offered."""
    return f"{CLOSE}/{mode}{'+' if cartwright else '-'}"


def offered(view: TaxisView, mode: str) -> Closing:
    """The closing that is offered in a mode, with the Cartwright where he helps."""
    return Closing(mode, may_call_cartwright(view), best(view, mode))


def closing_of(view: TaxisView, text: str) -> Closing | None:
    """The closing that a control carries; None if it carries another choice or names no mode yet."""
    found = _CLOSING.fullmatch(text)
    route = view.players[view.active].route
    if found is None or found["mode"] not in modes_of(route):
        return None
    cartwright = found["with"] == "+" and may_call_cartwright(view)
    if not found["places"]:
        return Closing(found["mode"], cartwright, best(view, found["mode"]))
    places = int(found["places"], 16)
    cities = tuple(city for place, city in enumerate(route) if places >> place & 1)
    return Closing(found["mode"], cartwright, cities)


def modes_of(route: tuple[str, ...]) -> frozenset[str]:
    """All that can stand for a mode with this route."""
    return frozenset((EACH, *(region_of(city) for city in route)))
