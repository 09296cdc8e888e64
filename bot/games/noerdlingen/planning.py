"""What can be planned in City of Nördlingen: the number to choose next."""

from collections.abc import Sequence

from bot.games.contract import Seat
from bot.games.noerdlingen.board import numbers
from bot.games.noerdlingen.moves import Choose, NoerdlingenMove, NoerdlingenView
from bot.games.noerdlingen.town import the_town
from bot.games.planning import Planning, Ranked


class _NoerdlingenPlanning(Planning[NoerdlingenView, NoerdlingenMove]):
    """Numbers in the order of preference, for the next time that the seat chooses."""

    def wishes(self, view: NoerdlingenView, seat: Seat, steps: Sequence[Ranked]) -> Sequence[str]:
        """All numbers; while a round is being chosen in which the seat is still to choose, those left."""
        out = view.players[seat].left is not None
        if steps or out or (view.round == view.rounds and view.players[seat].number is not None):
            return ()
        to_come = view.phase == "choose" and view.players[seat].number is None
        return tuple(map(str, view.free if to_come else numbers(the_town())))

    def meets(self, view: NoerdlingenView, seat: Seat) -> bool:
        return view.phase == "choose"

    def move(self, view: NoerdlingenView, seat: Seat, wish: str) -> NoerdlingenMove | None:
        return Choose(int(wish))


PLANNING = _NoerdlingenPlanning()
