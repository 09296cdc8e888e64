"""A table and its seats within one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games.contract import Refusal, Seat
from bot.store.records import FormerSitter, SeatRow, TableRow, known
from bot.tables.commitment import bound_of
from bot.tables.model import Sitter, Status, Table
from bot.tables.settings import decode
from bot.tables.turn_clock import pace_of


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
        return Table(
            id=row.id,
            game=row.game,
            guild=row.guild,
            channel=row.channel,
            thread=row.thread,
            status=row.status,
            host=row.host,
            options=row.options,
            settings=decode(row.settings),
            locale=row.locale,
            version=row.version,
            commitment=row.commitment,
            sitters=tuple(
                Sitter(
                    seat=Seat(seat.seat),
                    user=known(seat.user),
                    name=seat.name,
                    computer=seat.computer,
                    away=seat.away,
                    away_name=seat.away_name,
                    pace=pace_of(seat),
                )
                for seat in self.seats
            ),
            created=row.created,
            updated=row.updated,
            paused_since=row.paused_since,
            silent_since=row.silent_since,
            secret=None if row.status.active else row.secret,
            contributions=bound and bound.contributions,
            binding=bound.binding if bound else "",
            rules=row.rules,
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
