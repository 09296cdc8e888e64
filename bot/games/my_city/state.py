"""The whole truth about a table of My City: Roll & Build."""

from __future__ import annotations

from bot.games.contract import Seat, State
from bot.games.my_city.moves import Chosen, MyCityOptions
from bot.games.my_city.shapes import Roll
from bot.games.my_city.view import Bonus, Past, Phase, Result, Sheet


class MyCityState(State, frozen=True, kw_only=True):
    """Everything indexed by seat; fields that the view has too mean the same there."""

    options: MyCityOptions
    phase: Phase
    turn: int
    """Grows when a round is decided, an episode begins and a campaign is finished: what buttons carry, and
    the number of the next roll's draw."""
    episode: int
    round: int
    roll: Roll | None
    sheets: tuple[Sheet, ...]
    choices: tuple[Chosen | None, ...]
    """What was chosen in the present round: the only secret."""
    bonuses: tuple[Bonus, ...] = ()
    last: Past | None = None
    results: tuple[Result, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.sheets)

    def owes(self, seat: Seat) -> bool:
        """Whether this seat still has to choose in the present round."""
        return self.phase == "round" and not self.sheets[seat].stopped and self.choices[seat] is None
