"""`/taxis` where it says more than the moves, and the unfinished choices of panels: `more` (a second card),
`anew` (another route although one lies), or a closing: `close`, `close/each/1` (mode, whether the Cartwright
is called), `close/each/1/1.3` (places in the route, from 1). Older controls carried `left/ulm` for a card and
its end, and `close/each+1f` for a closing: + with the Cartwright, the places as bits in hexadecimal."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from bot.discord.content import number
from bot.discord.game_commands import begins
from bot.discord.move_codec import NOTHING
from bot.discord.presenter import Given, Legacy, MoveCommand, Param, Shown, always
from bot.discord.router import refused
from bot.discord.steps import Pick, To
from bot.games.contract import Refusal
from bot.games.thurn_and_taxis import moves, possible, sentences as told
from bot.games.thurn_and_taxis.land import region_of, sides
from bot.games.thurn_and_taxis.legal import refusal
from bot.games.thurn_and_taxis.moves import Administrator, Begin, Close, Discard, Play, TakeBlind, TakeOpen
from bot.games.thurn_and_taxis.possible import EACH
from bot.games.thurn_and_taxis.sentences import DECK, Taxis
from bot.games.thurn_and_taxis.view import TaxisView

MORE, ANEW, CLOSE = "more", "anew", "close"
WITHOUT, WITH = "0", "1"
"""Whether the Cartwright is called."""
_OFFICIALS = tuple((one, f"thurn_and_taxis.official.{one}") for one in get_args(moves.Official))
_SIDES = tuple((side, f"thurn_and_taxis.command.side.{side}") for side in ("left", "right", "new"))
_OLD_CLOSING = re.compile(r"close/(?P<mode>[a-z_]+)(?P<with>[+-])(?P<places>[0-9a-f]{0,12})")


def closing_path(view: TaxisView, mode: str, offices: tuple[str, ...] | None, *, cartwright: bool) -> str:
    """The step that shows a closing; without offices with those that are worth most in this mode."""
    path = f"{CLOSE}/{mode}/{WITH if cartwright else WITHOUT}"
    if offices is None:
        return path
    route = view.route
    places = sorted(route.index(city) + 1 for city in offices if city in route)
    return f"{path}/{'.'.join(map(str, places)) or NOTHING}"


def matching(typed: str, cities: Iterable[str]) -> tuple[str, ...]:
    """Of these cities those of which a spelling begins with what was typed so far."""
    return tuple(city for city in cities if begins(typed, city, city, *told.spellings(city)))


def _not_open(model: Taxis | None, given: Given) -> moves.TaxisMove:
    card = given["card"]
    if model is None or card == DECK:
        return TakeBlind()
    if card not in model.view.display:
        raise Refusal("not_open", city=told.city(card, model.words))
    return TakeOpen(model.view.display.index(card) + 1)


def _played(model: Taxis, found: Sequence[Any], given: Given) -> To | Shown | None:
    """A card laid at the end that is said, or at the only one that fits, else the begin of a route."""
    city, side, route = given["card"], given["side"], model.view.route
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
            used = "carrier_no_card" if view.official is None else "official_used"
            no = Refusal("carrier_early" if view.phase != "close" else used)
            return Shown(note="" if view.phase == "close" and possible.fitting(view) else refused(words, no))
        case "cartwright":
            return CLOSE if possible.may_call_cartwright(view) else Close((), cartwright=True)
        case _:
            return Administrator()


def _closed(model: Taxis, found: Sequence[Any], given: Given) -> To | Shown:
    """The offices in the order of the route, without any those that are worth most; the Cartwright where he
    helps, unless nobody wants him."""
    view, offices, route = model.view, given["cities"], model.view.route
    if not possible.may(view, Close()):
        return Close()
    if offices is not None:
        offices = tuple(sorted(offices, key=lambda city: route.index(city) if city in route else -1))
    no, helps = refusal(view, Close(offices or ())), possible.may_call_cartwright(view)
    if no:
        return Shown(CLOSE, refused(model.words, no))
    if given["cartwright"] and not helps:
        return Close(offices or (), cartwright=True)
    calls = helps and given["cartwright"] is not False
    return closing_path(view, possible.mode_of(offices or ()), offices, cartwright=calls)


def _placements(model: Taxis, typed: str, given: Given) -> list[tuple[str, str]]:
    """At first the best offices in each mode and none at all; then the next city of the list."""
    view, words = model.view, model.words
    if not possible.may(view, Close()):
        return []
    parts, free = told.parts(typed), possible.free_cities(view, EACH)
    if not parts:
        return told.closings(model)
    done, last = (parts, "") if typed[-1].isspace() or typed[-1] in ",、" else (parts[:-1], parts[-1])
    known = [city for part in done for city in matching(part, free)[:1]]
    return [
        (told.cities((*known, city), words), " ".join((*known, city)))
        for city in matching(last, free)
        if city not in known
    ]


def _card(read: Any = told.city_meant) -> Param:
    return Param("card", read=read, of=told.card_of, label=told.card_line, spellings=told.spellings)


_SIDE = Param("side", required=False, choices=_SIDES, of=lambda view, move: getattr(move, "side", "new"))

COMMANDS: Mapping[str, MoveCommand] = {
    "take": MoveCommand((TakeOpen, TakeBlind), (_card(told.card_meant),), attempt=_not_open),
    "play": MoveCommand(
        (Play, Begin),
        (_card(), _SIDE),
        attempt=lambda model, given: Begin(given["card"]),
        meant=_played,
    ),
    "official": MoveCommand(
        (),
        (Param("official", choices=_OFFICIALS),),
        attempt=lambda model, given: Administrator(),
        meant=_called,
    ),
    "close": MoveCommand(
        (),
        (Param("cities", required=False, read=told.cities_meant), Param("cartwright", bool, required=False)),
        attempt=lambda model, given: Close(),
        meant=_closed,
        suggest={"cities": _placements},
    ),
    "discard": MoveCommand((Discard,), (_card(),), attempt=lambda model, given: Discard(given["card"])),
    "end_turn": MoveCommand((moves.EndTurn,)),
}


# Controls of older versions -----------------------------------------------------------------------------


def _old_closing(
    view: TaxisView, text: str, chosen: Sequence[str] | None = None, *, make: bool = False
) -> Pick | None:
    """A closing, if its mode is one of the route that lies, to be shown or made: with the places that were
    chosen in the menu of cities, if any were, else with those of the bits."""
    found, route = _OLD_CLOSING.fullmatch(text), view.route
    if found is None or found["mode"] not in (EACH, *map(region_of, route)):
        return None
    bits = int(found["places"] or "0", 16)
    if chosen is not None:
        bits = sum(1 << place for place in range(len(route)) if str(place + 1) in chosen)
    offices = tuple(city for place, city in enumerate(route) if bits >> place & 1)
    cartwright = found["with"] == "+" and possible.may_call_cartwright(view)
    if make:
        return Pick("", Close(offices, cartwright), how="make")
    said = chosen is not None or found["places"]
    return Pick("", closing_path(view, found["mode"], offices if said else None, cartwright=cartwright))


LEGACY: Mapping[str, Legacy] = {
    "taxis.take": lambda view, rest, values: Pick(
        "", TakeBlind() if values[0] == DECK else TakeOpen(number(values[0]))
    ),
    "taxis.official": always(Administrator(), "make"),
    "taxis.play": lambda view, rest, values: Pick(
        "", Play(values[0].partition("/")[2], "left" if values[0].startswith("left/") else "right")
    ),
    "taxis.start": lambda view, rest, values: Pick("", Begin(values[0]), how="make"),
    "taxis.begin": lambda view, rest, values: Pick("", Begin(values[0]), how="show"),
    "taxis.give_up": lambda view, rest, values: Pick("", Begin(rest), how="make"),
    "taxis.more": lambda view, rest, values: Pick("", MORE),
    "taxis.anew": lambda view, rest, values: Pick("", ANEW),
    "taxis.closing": lambda view, rest, values: Pick("", CLOSE),
    "taxis.cartwright": lambda view, rest, values: _old_closing(view, rest),
    "taxis.mode": lambda view, rest, values: _old_closing(view, values[0]),
    "taxis.offices": _old_closing,
    "taxis.close": lambda view, rest, values: _old_closing(view, rest, make=True),
    "taxis.discard": lambda view, rest, values: Pick("", Discard(values[0])),
    "taxis.end": always(moves.EndTurn(), "make"),
}
