"""`/taxis`: what its commands say differently from the moves, and cities as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from bot.discord.game_commands import begins
from bot.discord.move_commands import Given, MoveCommand, Param, Shown, called, folded
from bot.discord.router import refused
from bot.discord.steps import To
from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.land import CITIES, region_of
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.offer import EACH, best, free_cities, modes
from bot.games.thurn_and_taxis.possible import (
    carrier_refusal,
    may_call_cartwright,
    may_close,
    offices_refusal,
    route_of,
)
from bot.games.thurn_and_taxis.rows import sides
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import cut, locales, words
from cogs.thurn_and_taxis.steps import CLOSE, MORE, Taxis, closing_path
from render.thurn_and_taxis import names
from render.thurn_and_taxis import words as told

DECK, NOWHERE = "deck", "-"
"""What stands for the top of the deck, and for closing without an office."""
_OFFICIALS = ("administrator", "postmaster", "postal_carrier", "cartwright")
_BETWEEN = re.compile(r"[\s,、，;；・+]+")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


def city_meant(text: str) -> str:
    """The city that somebody means, by id, name or another spelling. Refusal: no_such_city {name}."""
    wanted = folded(text)
    found = next((city for city in CITIES if wanted in map(folded, spellings(city))), None)
    if found is None:
        raise Refusal("no_such_city", name=cut(text, _LONGEST))
    return found


def cities_meant(text: str) -> tuple[str, ...]:
    """The cities of a list, in its order; none where it says so. Refusal: no_such_city {name}."""
    if text.strip() == NOWHERE or called(text, "thurn_and_taxis.command.nowhere"):
        return ()
    return tuple(city_meant(part) for part in _parts(text))


def spellings(city: str) -> tuple[str, ...]:
    """All that a city is called; the deck by its own name."""
    if city == DECK:
        return ()
    one = CITIES[city]
    named = (words(locale)(f"thurn_and_taxis.city.{city}") for locale in locales())
    return one.id, *named, *one.aliases


def _parts(text: str) -> list[str]:
    """A list of names, split: no city has a space in its name."""
    return [part for part in _BETWEEN.split(text) if part]


def _taken(view: TaxisView, move: TakeOpen | TakeBlind) -> str | None:
    return DECK if isinstance(move, TakeBlind) else view.display[move.place - 1]


def _card_line(model: Taxis, move: Any) -> str:
    """A city with its region and where it fits, or the deck."""
    if isinstance(move, TakeBlind):
        return model.words("thurn_and_taxis.panel.deck")
    city = model.view.display[move.place - 1] if isinstance(move, TakeOpen) else move.city
    return f"{names.city(city, model.words)} ({told.card_fits(model.view, city, model.words)})"


def _not_open(model: Taxis | None, given: Given) -> TaxisMove:
    card = given["card"]
    if model is not None and card != DECK and card not in model.view.display:
        raise Refusal("not_open", city=names.city(card, model.words))
    return TakeBlind() if model is None or card == DECK else TakeOpen(model.view.display.index(card) + 1)


def _played(model: Taxis, found: Sequence[Any], given: Given) -> To | Shown | None:
    """A card laid at the end that is said, or at the only one that fits, else the begin of a route."""
    city, side, route = given["card"], given["side"], route_of(model.view)
    if city not in model.view.hand or not route or side == "new":
        return Begin(city)
    if side is not None:
        return Play(city, side)
    ends = sides(route, city)
    if len(ends) == 2 and len(route) > 1:
        return Shown(note=model.words("thurn_and_taxis.command.which_side"))
    return Play(city, ends[-1]) if ends else Begin(city)


def _called(model: Taxis, found: Sequence[Any], given: Given) -> To | Shown:
    """The Administrator comes at once; the others work by what is done with them, so that is shown."""
    view, words = model.view, model.words
    match given["official"]:
        case "postmaster" if view.phase == "take":
            key = "official_forced" if view.forced_postmaster else "take_first"
            return Shown(note=refused(words, Refusal(key)))
        case "postmaster":
            return MORE if view.may_take else TakeBlind()
        case "postal_carrier":
            refusal = carrier_refusal(view)
            return Shown(note=refused(words, refusal) if refusal else "")
        case "cartwright":
            return CLOSE if may_call_cartwright(view) else Close((), cartwright=True)
        case _:
            return Administrator()


def _closed(model: Taxis, found: Sequence[Any], given: Given) -> To | Shown:
    """The offices in the order of the route, without any those that are worth most; the Cartwright where he
    helps, unless nobody wants him."""
    view, offices, route = model.view, given["cities"], route_of(model.view)
    if not may_close(view):
        return Close()
    if offices is not None:
        offices = tuple(sorted(offices, key=lambda city: route.index(city) if city in route else -1))
    refusal = offices_refusal(view, offices or ())
    if refusal:
        return Shown(CLOSE, refused(model.words, refusal))
    if given["cartwright"] and not may_call_cartwright(view):
        return Close(offices or (), cartwright=True)
    regions = {region_of(city) for city in offices or ()}
    mode = regions.pop() if len(offices or ()) > 1 and len(regions) == 1 else EACH
    calls = may_call_cartwright(view) and given["cartwright"] is not False
    return closing_path(view, mode, offices, cartwright=calls)


def _placements(model: Taxis, typed: str, given: Given) -> list[tuple[str, str]]:
    """At first the best offices in each mode and none at all; then the next city of the list."""
    view, words = model.view, model.words
    if not may_close(view):
        return []
    parts, free = _parts(typed), free_cities(view, EACH)
    if not parts:
        offered = [(mode, best(view, mode)) for mode in modes(view) if best(view, mode)]
        whole = [
            (f"{told.mode_name(mode, words)}: {names.cities(offices, words)}", " ".join(offices))
            for mode, offices in offered
        ]
        return [*whole, (words("thurn_and_taxis.command.nowhere"), NOWHERE)]
    done, last = (parts, "") if typed[-1].isspace() or typed[-1] in ",、" else (parts[:-1], parts[-1])
    known = [city for part in done for city in matching(part, free)[:1]]
    return [
        (names.cities((*known, city), words), " ".join((*known, city)))
        for city in matching(last, free)
        if city not in known
    ]


def matching(typed: str, cities: Iterable[str]) -> tuple[str, ...]:
    """Of these cities those of which a spelling begins with what was typed so far."""
    return tuple(city for city in cities if begins(typed, city, city, *spellings(city)))


_CARD = Param("card", read=city_meant, label=_card_line, spellings=spellings, of=lambda view, move: move.city)
COMMANDS = {
    "take": MoveCommand(
        (TakeOpen, TakeBlind),
        (
            Param(
                "card",
                read=lambda text: (
                    DECK
                    if folded(text) == DECK or called(text, "thurn_and_taxis.panel.deck")
                    else city_meant(text)
                ),
                of=_taken,
                label=_card_line,
                spellings=spellings,
            ),
        ),
        attempt=_not_open,
    ),
    "play": MoveCommand(
        (Play, Begin),
        (
            _CARD,
            Param(
                "side",
                required=False,
                choices=tuple(
                    (value, f"thurn_and_taxis.command.side.{value}") for value in ("left", "right", "new")
                ),
                of=lambda view, move: "new" if isinstance(move, Begin) else move.side,
            ),
        ),
        attempt=lambda model, given: Begin(given["card"]),
        meant=_played,
    ),
    "official": MoveCommand(
        (),
        (
            Param(
                "official",
                choices=tuple((value, f"thurn_and_taxis.official.{value}") for value in _OFFICIALS),
            ),
        ),
        attempt=lambda model, given: Administrator(),
        meant=_called,
    ),
    "close": MoveCommand(
        (),
        (Param("cities", required=False, read=cities_meant), Param("cartwright", bool, required=False)),
        attempt=lambda model, given: Close(),
        meant=_closed,
        suggest={"cities": _placements},
    ),
    "discard": MoveCommand((Discard,), (_CARD,), attempt=lambda model, given: Discard(given["card"])),
    "end_turn": MoveCommand((EndTurn,)),
}
