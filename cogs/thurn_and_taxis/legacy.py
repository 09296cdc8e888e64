"""What the controls of older versions meant: `left/ulm` for a card and its end, `close/each+1f` for a
closing: the mode, + where the Cartwright is called, the places of the offices as bits in hexadecimal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.discord.ids import number
from bot.discord.presenter import Legacy
from bot.discord.steps import Pick
from bot.games.thurn_and_taxis.land import region_of
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
)
from bot.games.thurn_and_taxis.offer import EACH
from bot.games.thurn_and_taxis.possible import may_call_cartwright, route_of
from bot.games.thurn_and_taxis.view import TaxisView
from cogs.thurn_and_taxis.commands import DECK
from cogs.thurn_and_taxis.steps import ANEW, CLOSE, MORE, closing_path

_OLD_CLOSING = re.compile(r"close/(?P<mode>[a-z_]+)(?P<with>[+-])(?P<places>[0-9a-f]{0,12})")


def _closing(view: TaxisView, text: str) -> re.Match[str] | None:
    """A closing, if its mode is one of the route that lies."""
    found = _OLD_CLOSING.fullmatch(text)
    return found if found and found["mode"] in (EACH, *map(region_of, route_of(view))) else None


def _calls(view: TaxisView, found: re.Match[str]) -> bool:
    return found["with"] == "+" and may_call_cartwright(view)


def _take(value: str) -> TakeOpen | TakeBlind:
    return TakeBlind() if value == DECK else TakeOpen(number(value))


def _play(value: str) -> Pick:
    side, _, city = value.partition("/")
    return Pick("", Play(city, "left" if side == "left" else "right"))


def _shown_closing(view: TaxisView, text: str, chosen: Sequence[str] | None = None) -> Pick | None:
    """The step that shows a closing; with the places that were chosen in the menu of cities, if any were."""
    found = _closing(view, text)
    if found is None:
        return None
    bits = int(found["places"], 16) if found["places"] else None
    offices: tuple[str, ...] | None = None
    if chosen is not None:
        offices = tuple(city for place, city in enumerate(route_of(view), 1) if str(place) in chosen)
    elif bits is not None:
        offices = tuple(city for place, city in enumerate(route_of(view)) if bits >> place & 1)
    return Pick("", closing_path(view, found["mode"], offices, cartwright=_calls(view, found)))


def _made_closing(view: TaxisView, text: str) -> Pick | None:
    found = _closing(view, text)
    if found is None:
        return None
    bits = int(found["places"] or "0", 16)
    offices = tuple(city for place, city in enumerate(route_of(view)) if bits >> place & 1)
    return Pick("", Close(offices, _calls(view, found)), how="make")


LEGACY: dict[str, Legacy] = {
    "taxis.take": lambda view, rest, values: Pick("", _take(values[0])),
    "taxis.official": lambda view, rest, values: Pick("", Administrator()),
    "taxis.play": lambda view, rest, values: _play(values[0]),
    "taxis.start": lambda view, rest, values: Pick("", Begin(values[0]), how="make"),
    "taxis.begin": lambda view, rest, values: Pick("", Begin(values[0]), how="show"),
    "taxis.give_up": lambda view, rest, values: Pick("", Begin(rest), how="make"),
    "taxis.more": lambda view, rest, values: Pick("", MORE),
    "taxis.anew": lambda view, rest, values: Pick("", ANEW),
    "taxis.closing": lambda view, rest, values: Pick("", CLOSE),
    "taxis.cartwright": lambda view, rest, values: _shown_closing(view, rest),
    "taxis.mode": lambda view, rest, values: _shown_closing(view, values[0]),
    "taxis.offices": _shown_closing,
    "taxis.close": lambda view, rest, values: _made_closing(view, rest),
    "taxis.discard": lambda view, rest, values: Pick("", Discard(values[0])),
    "taxis.end": lambda view, rest, values: Pick("", EndTurn()),
}
