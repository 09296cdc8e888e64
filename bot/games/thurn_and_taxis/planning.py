"""What can be planned in Thurn and Taxis: the next turn as take, play and close.

Wishes: a city by its id, or `deck`, to be taken; `play/<city>/<side>` and `begin/<city>`, where `taken` is
the card that has just been taken; `close` with the offices that are worth most now, and `end`."""

from collections.abc import Sequence
from typing import cast

from bot.games.contract import Seat
from bot.games.planning import Planning, Ranked
from bot.games.thurn_and_taxis.land import CITIES, RULES, Side, sides
from bot.games.thurn_and_taxis.moves import Begin, EndTurn, Play, TakeBlind, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.possible import best_closing
from bot.games.thurn_and_taxis.view import TaxisView

TAKEN = "taken"


class _TaxisPlanning(Planning[TaxisView, TaxisMove]):
    """Each of the three steps of a turn may be left to be decided when it comes."""

    def wishes(self, view: TaxisView, seat: Seat, steps: Sequence[Ranked]) -> Sequence[str]:
        """To take: open cities that would join the route as it lies (all, where none lies), the deck, other
        open ones, other cities that would join it."""
        mine, hand = view.players[seat], view.hand
        match len(steps):
            case 0:
                joining = [city for city in CITIES if sides(mine.route, city)]
                shown = [city for city in view.display if city is not None]
                first = [city for city in joining if city in shown] if mine.route else shown
                return tuple(dict.fromkeys([*first, "deck", *shown, *joining]))
            case 1:
                coming = [city for city in steps[0] if city != "deck"]
                plays = [
                    f"play/{city}/{side}"
                    for city in dict.fromkeys((*coming, *hand))
                    for side in sides(mine.route, city)[-1 if len(mine.route) == 1 else 0 :]
                ]
                begins = [f"begin/{city}" for city in (TAKEN, *dict.fromkeys(hand))]
                joins = [f"play/{TAKEN}"] if mine.route else []
                return [*joins, *plays, *begins]
            case 2:
                return (
                    ("close", "end") if len(mine.route) + 1 >= RULES.min_route_length_to_close else ("end",)
                )
            case _:
                return ()

    def meets(self, view: TaxisView, seat: Seat) -> bool:
        """A first card to take, the card to play, the end; too many cards after a closing are asked for."""
        return view.phase != "discard"

    def move(self, view: TaxisView, seat: Seat, wish: str) -> TaxisMove | None:
        verb, _, rest = wish.partition("/")
        city, _, side = rest.partition("/")
        city = view.hand[-1] if city == TAKEN and view.hand else city
        match verb:
            case "deck":
                return TakeBlind() if view.phase == "take" else None
            case "play":
                ends = (cast(Side, side),) if side else sides(view.route, city)[-1:]
                return Play(city, ends[0]) if ends and view.phase == "play" else None
            case "begin":
                return Begin(city) if view.phase == "play" else None
            case "close":
                long = view.phase == "close" and len(view.route) >= RULES.min_route_length_to_close
                return best_closing(view) if long else None
            case "end":
                return EndTurn() if view.phase == "close" else None
            case _:
                open_now = view.phase == "take" and verb in view.display
                return TakeOpen(view.display.index(verb) + 1) if open_now else None


PLANNING = _TaxisPlanning()
