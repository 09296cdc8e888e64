"""What is stored about a person: exported as one file, or erased while what others share goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.store.repositories import Repositories
from bot.tables.cups import show_anew
from bot.tables.evenings import show_evenings
from bot.tables.game_puzzles import take_back
from bot.tables.lobby import absent, left
from bot.tables.model import Post, Spectator, Standing, Status, VoteState
from bot.tables.policy import EXPORTED
from bot.tables.queries import Queries
from bot.tables.ratings import Levels, ratings
from bot.tables.units import Act, Units, changes, note, reads
from bot.tables.votes import put_vote

_UNREADABLE = (KeyError, Refusal, msgspec.ValidationError)
"""Of a game that this version of the bot does not know any more, or not like this."""


class OwnTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table at which the person sits or sat. Names of others are not in it."""

    table: int
    game: str
    server: int | None
    channel: int
    status: str
    host: bool
    opened: datetime
    changed: datetime
    seat: int | None = None
    """None, where another person sits there now."""
    left: int | None = None
    """The seat that the person has left and may come back to."""
    place: int | None = None
    points: int | None = None
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Of a game under way, what the person's own seat may know."""
    plan: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """What the person has planned there."""


class ExportFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file."""

    format: int = 1
    person: int
    made: datetime
    kept: Mapping[str, tuple[Mapping[str, Any], ...]]
    """What the database holds, kind by kind; times are microseconds since 1970 (UTC)."""
    tables: tuple[OwnTable, ...]
    games: Mapping[str, msgspec.Raw]
    """Finished games by table, newest first, each as `python -m bot verify` reads it."""
    left_out: tuple[int, ...]
    """Finished games for which the file had no room: **Download the game** of each one gives its file."""


@dataclass(eq=False)
class PersonalData:
    """Gives people what is stored about them, and forgets them."""

    units: Units
    levels: Levels

    async def export(self, user: int) -> bytes:
        """The file, in JSON. Nothing in it is a secret of a game under way, or about anybody else."""

        async def traces(tx: Repositories) -> tuple[dict[str, list[dict[str, Any]]], tuple[int, ...]]:
            return await tx.traces.rows(user), await tx.traces.tables_of(user)

        kept, numbers = await self.units.store.read(traces)
        tables: list[OwnTable] = []
        games: dict[str, msgspec.Raw] = {}
        left_out: list[int] = []
        room = EXPORTED
        for number in reversed(numbers):
            # One after the other, so that nobody who plays meanwhile has to wait for all of it.
            own = await self._own(number, user)
            tables.append(own)
            if own.seat is None or own.status != Status.FINISHED:
                continue
            try:
                data = await Queries(self.units).transcript(number)
            except _UNREADABLE:
                data = b""
            if not data or len(data) > room:
                left_out.append(number)
            else:
                games[str(number)] = msgspec.Raw(data)
                room -= len(data)
        file = ExportFile(
            person=user,
            made=self.units.now(),
            kept={kind: tuple(map(_as_json, rows)) for kind, rows in kept.items() if rows},
            tables=tuple(tables),
            games=games,
            left_out=tuple(left_out),
        )
        return msgspec.json.encode(file)

    @reads
    async def stored(self, tx: Repositories, user: int) -> dict[str, int]:
        """How much names a person: lobbies, games under way, spectated ones, tables left or ended, entries of
        the diary, games on the shelf, reviews and notes, circles."""
        active = await tx.tables.active_of(user)
        lobbies = sum(row.status is Status.LOBBY for row in active)
        every, rows = await tx.traces.tables_of(user), await tx.traces.rows(user)
        return {
            "lobbies": lobbies,
            "playing": len(active) - lobbies,
            "watched": len(rows["watchers"]),
            "past": len(every) - len(active),
            "entries": len(rows["diary"]),
            "shelved": len(rows["shelf"]),
            "remarks": len(rows["remarks"]),
            "circles": len(rows["circle_members"]),
        }

    async def erase(self, user: int, box: int | None) -> Sequence[Post | Spectator]:
        """Takes a person away from every table, as by leaving, and removes or makes neutral whatever names
        them; `box` is the channel of our direct messages to them, which are returned: they have lost their
        meaning. All of it happens at once, or nothing."""
        gone = await self._erase(user, box)
        await self.forgotten(user)
        await self.units.store.purge()
        return gone

    async def forgotten(self, user: int) -> None:
        """What was worked out before a person was forgotten does not name them any more."""
        ratings.cache_clear()
        await self.levels.forget(user)

    @changes
    async def _erase(self, tx: Repositories, user: int, box: int | None) -> Sequence[Post | Spectator]:
        letters, spectated = await tx.posts.letters(user, box), await tx.spectators.of(user)
        for row in await tx.tables.active_of(user):
            await self._take_away(tx, row.id, user)
        await tx.posts.remove([post.message for post in letters])
        for vote in await tx.votes.for_person(user):
            row = await tx.tables.get(vote.table)
            assert row is not None, "votes go with their table"
            await put_vote(self.units, tx, row, replace(vote, state=VoteState.DROPPED))
            await self.units.signals.deliver(tx, row.id)
            await self.units.signals.wake_clock(tx, row.id)
        for gathering in await tx.match_groups.open():
            if user in gathering.people:
                await tx.match_groups.remove(gathering.id)
        await show_anew(tx, self.units, *await tx.tournaments.of_person(user))
        await show_evenings(tx, self.units, *await tx.evenings.of_person(user))
        await take_back(tx, user)
        await tx.traces.remove(user)
        await tx.titles.drop_unused()
        await tx.circles.drop_empty()
        await note(tx, Act.FORGOTTEN, self.units.now())
        await self.units.signals.wake_clock(tx)
        await self.units.signals.person_changed(tx, user)
        return *letters, *spectated

    async def _take_away(self, tx: Repositories, table: int, user: int) -> None:
        standing = await self.units.standings.at(tx, table)
        if standing.row.status is Status.LOBBY:
            await self.units.write_lobby(tx, left(standing, user), None)
        elif standing.row.game not in registry.keys():  # noqa: SIM118 - no mapping
            # A game that is gone from the shelf: nobody can play on.
            await self.units.abandon(tx, absent(standing, user, self.units.now()), None)
        else:
            await self.units.reseat(tx, absent(standing, user, self.units.now()), None)
        await self.units.react(tx, table)

    @reads
    async def _own(self, tx: Repositories, table: int, user: int) -> OwnTable:
        standing = await self.units.standings.at(tx, table)
        row = standing.row
        seat = standing.table().seat_of(user)
        result = next((result for result in await tx.results.at(row.id) if result.seat == seat), None)
        return OwnTable(
            table=row.id,
            game=row.game,
            server=row.guild,
            channel=row.channel,
            status=row.status.value,
            host=row.host == user,
            opened=row.created,
            changed=row.updated,
            seat=seat,
            left=next((seat.seat for seat in standing.seats if seat.away == user), None),
            place=result and result.place,
            points=result and result.points,
            view=await _view(tx, standing, seat),
            plan=msgspec.UNSET if seat is None else msgspec.Raw(standing.seats[seat].plan or b"null"),
        )


async def _view(tx: Repositories, standing: Standing, seat: int | None) -> msgspec.Raw | msgspec.UnsetType:
    """What a seat may know of a game under way."""
    stored = await tx.tables.state(standing.row.id)
    if seat is None or stored is None or standing.row.status is not Status.PLAYING:
        return msgspec.UNSET
    try:
        game = registry.game(standing.row.game, standing.row.rules)
        return msgspec.Raw(msgspec.json.encode(game.view(game.decode(stored), Seat(seat))))
    except _UNREADABLE:
        return msgspec.UNSET


def _as_json(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of the database; what is JSON there is JSON here."""
    return {name: msgspec.Raw(value) if isinstance(value, bytes) else value for name, value in row.items()}
