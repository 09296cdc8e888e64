"""What can be planned in 6 nimmt!: the next card, and what to do with a card below all rows."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.games.contract import Seat
from bot.games.planning import Planning, Ranked
from bot.games.six_nimmt.deck import ROW_NUMBERS
from bot.games.six_nimmt.moves import Choose, NimmtMove, TakeRow
from bot.games.six_nimmt.placing import cheapest
from bot.games.six_nimmt.view import NimmtView


class _NimmtPlanning(Planning[NimmtView, NimmtMove]):
    """One card for the trick to come; rows by number, or the one that costs least (5.4)."""

    answers: ClassVar[Mapping[str, Sequence[str]]] = {"low": ("cheapest", *map(str, ROW_NUMBERS))}
    ranked = False

    def wishes(self, view: NimmtView, seat: Seat, steps: Sequence[Ranked]) -> Sequence[str]:
        """The cards that are left for the trick to come; the last one goes by itself (5.6)."""
        if steps or view.phase not in ("choose", "place"):
            return ()
        left = [str(card) for card in view.hand if card != view.selected]
        return left if len(left) > 1 else ()

    def meets(self, view: NimmtView, seat: Seat) -> bool:
        return view.phase == "choose"

    def move(self, view: NimmtView, seat: Seat, wish: str) -> NimmtMove | None:
        return Choose(int(wish))

    def answer(self, view: NimmtView, seat: Seat, name: str, value: str) -> NimmtMove | None:
        """For a card below all rows; where Professional asks otherwise, the person decides (3.3)."""
        asked = view.question
        if asked is None or asked.seat != seat or asked.kind != "low":
            return None
        return TakeRow(cheapest(view.rows, asked.rows) if value == "cheapest" else int(value))


PLANNING = _NimmtPlanning()
