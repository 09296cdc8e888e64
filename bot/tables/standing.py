"""Tables and their seats within one transaction, each by the rules that its game is played by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import msgspec

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.store.records import FormerSitter, SeatRow, Status, TableRow, known
from bot.store.repositories import Repositories
from bot.tables.commitment import bound_of, chance_of
from bot.tables.model import Table
from bot.tables.replay import way

_COLUMNS = tuple(field.name for field in fields(TableRow))


@dataclass(frozen=True, slots=True)
class Standing:
    """A table and its seats within one transaction."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    stored: tuple[SeatRow, ...] = ()
    """The seats as the store has them."""

    def seat_of(self, user: int) -> SeatRow:
        """The seat of a person; refuses everybody else."""
        for seat in self.seats:
            if seat.user == user:
                return seat
        raise Refusal("not_seated")

    def is_seated(self, user: int) -> bool:
        """Whether a person sits here."""
        return any(seat.user == user for seat in self.seats)

    def refuse_unless_host(self, user: int) -> None:
        """Refuses everybody but the host."""
        if self.row.host != user:
            raise Refusal("not_host")

    def refuse_unless_lobby(self) -> None:
        """Refuses what can be done only before the game."""
        if self.row.status is not Status.LOBBY:
            raise Refusal("not_lobby")

    def refuse_unless_active(self) -> None:
        """Refuses what nobody can do at a table that has ended."""
        if not self.row.status.active:
            raise Refusal("over")

    def without(self, user: int) -> Standing:
        """The same with the next person as host, if this one was it."""
        if self.row.host != user:
            return self
        leaver = self.seat_of(user).seat
        people = [seat for seat in self.seats if seat.user not in (None, user)]
        heir = min(people, key=lambda seat: (seat.seat < leaver, seat.seat), default=None)
        if heir is None or heir.user is None:
            return self
        return replace(self, row=replace(self.row, host=heir.user))

    def table(self) -> Table:
        """As everybody may know it: the secret only once nothing depends on it any more."""
        row, bound = self.row, bound_of(self.row)
        shown = replace(row, chance=None, secret=None if row.status.active else row.secret)
        return Table(
            **{name: getattr(shown, name) for name in _COLUMNS},
            sitters=tuple(replace(seat, user=known(seat.user)) for seat in self.seats),
            contributions=bound and bound.contributions,
            binding=bound.binding if bound else "",
        )


def refuse_unless_playing(standing: Standing) -> None:
    """Refuses moves where none can be made: over, not_playing, paused."""
    standing.refuse_unless_active()
    if standing.row.status is not Status.PLAYING:
        raise Refusal("not_playing")
    if standing.row.paused:
        raise Refusal("paused")


def sat_there(former: Sequence[FormerSitter], seat: int, version: int, user: int) -> bool:
    """Whether a person who sits in a seat now did so when a version was made."""
    since = next((sat.user for sat in former if sat.seat == seat and sat.upto >= version), user)
    return since == user


class Standings:
    """Reads tables, and remembers by which rules those are played that began with earlier ones."""

    def __init__(self) -> None:
        self._rules: dict[int, int] = {}

    async def at(self, tx: Repositories, table: int) -> Standing:
        """The table with this number. Refusals: no_table."""
        row = await tx.tables.get(table)
        if row is None:
            raise Refusal("no_table", table=table)
        return await self.of(tx, row)

    async def of(self, tx: Repositories, row: TableRow) -> Standing:
        """The table of this row with its seats, by the rules it began with or the newest that upgrade it."""
        seats = await tx.seats.at(row.id)
        standing = Standing(row, seats, stored=seats)
        if row.status is not Status.PLAYING or row.game not in registry.keys():  # noqa: SIM118
            return standing
        newest = registry.game(row.game).rules_version
        if row.rules == newest:
            self._rules.pop(row.id, None)
            return standing
        if row.id not in self._rules:
            upgraded = await _upgrades(tx, standing)
            self._rules[row.id] = newest if upgraded else row.rules
        return replace(standing, row=replace(row, rules=self._rules[row.id]))


async def _upgrades(tx: Repositories, standing: Standing) -> bool:
    """Whether the log replays by the newest rules to the state that the game's own function upgrades to."""
    row, game = standing.row, registry.game(standing.row.game)
    upgrade, stored = game.rule_upgrades.get(row.rules), await tx.tables.state(row.id)
    if upgrade is None or stored is None:
        return False
    chance, rows = chance_of(row), way(await tx.log.between(row.id, 0, row.version))
    try:
        state = game.setup(game.decode_options(row.options), len(standing.seats), chance)
        for log in rows:
            state = game.apply(state, Seat(log.seat), game.decode_move(log.move), chance).state
        return game.encode(state) == game.encode(upgrade(game.decode(stored)))
    except (Refusal, msgspec.ValidationError):
        return False
