"""The only writer: takes the table's lock, asks the rules, commits, leaves notices to be delivered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.games.contract import Move, Options
from bot.store.protocol import Store
from bot.tables.model import Acted, Moment, Person, Table


class TableService:
    """Everything that happens to a table goes through here.

    Each method that changes something takes `key`, the id of the interaction: a repeated delivery
    changes nothing and answers like the first. A `Refusal` means that nothing was changed.
    """

    def __init__(self, store: Store, *, now: Callable[[], datetime]) -> None: ...

    # The lobby -------------------------------------------------------------------------------------

    async def open(
        self, game: str, options: Options, host: Person, *, guild: int | None, channel: int, locale: str, key: str
    ) -> Table:
        """A new table in the lobby with its host seated. Refusals: channel_busy {table}."""

    async def join(self, table: int, person: Person, *, key: str) -> Table:
        """Refusals: no_table, not_lobby, seated, full {seats}."""

    async def leave(self, table: int, person: Person, *, key: str) -> Table:
        """Out of the lobby (the host hands over; the last one closes it), or out of a game under way.

        Leaving a game under way: the seat plays on by the game's default moves (automatic in the log)
        until somebody takes it over; when no person is left the table is abandoned.
        Refusals: no_table, not_seated, over.
        """

    async def configure(self, table: int, person: Person, options: Options, *, key: str) -> Table:
        """Refusals: not_host, not_lobby, and the game's own for impossible combinations."""

    async def start(self, table: int, person: Person, *, key: str) -> Acted:
        """Refusals: not_host, not_lobby, too_few {seats}, and the game's own."""

    # The game --------------------------------------------------------------------------------------

    async def act(self, table: int, user: int, move: Move, *, turn: int, key: str) -> Acted:
        """One move of a person. `turn` is what `Game.turn` said when the button was drawn.

        The same move of the same seat a second time (a double click) is answered as repeated.
        Refusals: no_table, not_playing, paused, not_seated, stale, over, and the game's own.
        """

    async def end(self, table: int, person: Person, *, moderator: bool, key: str) -> Table:
        """Ends a table without result. Refusals: no_table, not_host, over."""

    async def rematch(self, table: int, person: Person, *, key: str) -> Table:
        """A new lobby with the same options and people, the presser as host. Refusals: channel_busy."""

    # Reading ---------------------------------------------------------------------------------------

    async def table(self, table: int) -> Table:
        """Refusals: no_table."""

    async def table_in(self, channel: int) -> Table | None:
        """The table of a channel: the active one, else the one that ended last."""

    async def tables_of(self, user: int) -> tuple[Table, ...]:
        """The active tables at which a person sits, newest first."""

    async def now_at(self, table: int) -> Moment:
        """The newest moment of a table under way or over. Refusals: no_table, not_started."""

    async def moment(self, table: int, version: int) -> Moment:
        """An earlier moment, by replaying the log."""

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions that are pages of the history, ascending."""

    async def transcript(self, table: int) -> bytes:
        """A finished game as the file that `python -m bot verify` reads. Refusals: not_over."""
