"""Seats of a game under way: leaving one, coming back, taking over from a person who left."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Refusal, Seat
from bot.store.records import SeatRow
from bot.store.repositories import Repositories
from bot.tables.lobby import left, refuse_if_removed
from bot.tables.model import ABSENT, Person, Status, Table
from bot.tables.standing import Standing
from bot.tables.units import Units, changes_active


class Seats:
    """Lets people leave tables and take seats of games under way."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @changes_active
    async def leave(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """Out of the lobby (the host hands over; the last one closes it), or out of a game under way. Leaving
        a game under way: the seat plays on by the game's default moves (automatic in the log) until a person
        takes it over; when no person is left the table is abandoned. Refusals: no_table, over, not_seated."""
        if standing.row.status is Status.LOBBY:
            return await self.units.write_lobby(tx, left(standing, person.id), key)
        return await self.units.reseat(tx, absent(standing, person.id), key)

    @changes_active
    async def take_seat(
        self, tx: Repositories, standing: Standing, person: Person, seat: Seat, *, key: str
    ) -> Table:
        """Takes the seat of a person who left; their own, where they may come back to one. Refusals:
        no_table, over, not_playing, removed, seated, own_seat_open, seat_taken."""
        if standing.row.status is Status.LOBBY:
            raise Refusal("not_playing")
        await refuse_if_removed(tx, standing, person.id)
        await tx.people.remember(person.id, person.name, person.locale)
        return await self.units.reseat(tx, _taken(standing, person, seat), key)


def absent(standing: Standing, user: int, *, removed: bool = False) -> Standing:
    """The game without a person, who may come back unless `removed`; the host hands over."""
    seat = standing.seat_of(user)
    away = None if removed else user
    empty = replace(seat, user=None, computer=ABSENT, away=away, away_name=seat.name)
    return seated(standing.without(user), empty)


def open_to(standing: Standing, user: int) -> SeatRow | None:
    """The seat that a person has left and may come back to."""
    return next((seat for seat in standing.seats if seat.away == user), None)


def _taken(standing: Standing, person: Person, seat: Seat) -> Standing:
    if standing.is_seated(person.id):
        raise Refusal("seated")
    held = next((other for other in standing.seats if other.seat == seat), None)
    if open_to(standing, person.id) and (held is None or held.away != person.id):
        raise Refusal("own_seat_open")
    if held is None or (held.computer != ABSENT and held.away != person.id):
        raise Refusal("seat_taken")
    return seated(standing, SeatRow(seat, person.id, person.name))


def seated(standing: Standing, sitter: SeatRow) -> Standing:
    """The game with a seat as it is here, and all others as they were."""
    seats = (sitter if other.seat == sitter.seat else other for other in standing.seats)
    return replace(standing, seats=tuple(seats))
