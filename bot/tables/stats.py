"""Finished games of a server: results, the diary; records, leaderboards, answer times."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from statistics import fmean, median
from zoneinfo import ZoneInfo

import msgspec

from bot.games import registry
from bot.games.contract import Refusal, State
from bot.store.records import Finish, LogRow, TableRow, known
from bot.store.repositories import Repositories
from bot.store.session import NO_TABLE
from bot.tables.commitment import is_shared
from bot.tables.feats import Past, feats
from bot.tables.model import DiaryEntry, PastGame, PlayedSetup, ResultRow, Scored, Status, Table, sat_there
from bot.tables.move_runner import Played
from bot.tables.ratings import Rating, ratings
from bot.tables.settings import decode_preferences, preferences_of
from bot.tables.units import Units, changes, reads
from bot.tables.year import Year, year_of

Ended = tuple[Finish, ...]
"""A finished game, seat by seat."""
_ENOUGH = 5
"""Answers from which on their median says something."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What a person reached with the same options."""

    options: bytes
    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What a person did in the finished games of one kind."""

    user: int
    name: str
    """The one of the newest game."""
    listed: bool
    """Whether others may see it."""
    games: int
    """Against others."""
    wins: int
    place: float
    """The average of these; 0 if there are none."""
    seats: float
    """How many played, on average."""
    alone: int
    """Games without anybody else: nothing is won there, and there is no place to take."""
    points: float
    """The average, of all games."""
    best: int
    lowest_wins: bool
    variants: tuple[Variant, ...]
    """The ones that were played most come first."""


def games_of(rows: Iterable[Finish]) -> list[Ended]:
    """The games from their rows, in the same order."""
    return [tuple(seats) for _, seats in groupby(rows, key=lambda row: row.result.table)]


def people_in(ended: Ended) -> list[Finish]:
    """The seats at which people sat."""
    return [row for row in ended if row.user is not None]


def tallied(games: Sequence[Ended], listed: Mapping[int, bool]) -> dict[int, Tally]:
    """A tally for each person of these games, which are of one kind and in order of time."""
    own: dict[int, list[tuple[Finish, int]]] = {}
    for ended in games:
        for row in people_in(ended):
            assert row.user is not None
            own.setdefault(row.user, []).append((row, len(ended)))
    return {user: _tally(user, rows, listed[user]) for user, rows in own.items()}


def _tally(user: int, rows: Sequence[tuple[Finish, int]], listed: bool) -> Tally:
    results = [row.result for row, _ in rows]
    places = [(row.result.place, seats) for row, seats in rows if seats > 1]
    newest = rows[-1][0]
    return Tally(
        user=user,
        name=newest.name,
        listed=listed,
        games=len(places),
        wins=sum(place == 1 for place, _ in places),
        place=fmean(place for place, _ in places) if places else 0,
        seats=fmean(seats for _, seats in places) if places else 0,
        alone=len(rows) - len(places),
        points=fmean(result.points for result in results),
        best=_best(newest.result.lowest_wins, [result.points for result in results]),
        lowest_wins=newest.result.lowest_wins,
        variants=_variants([row for row, _ in rows]),
    )


def _variants(rows: Sequence[Finish]) -> tuple[Variant, ...]:
    points: dict[bytes, list[int]] = {}
    for row in rows:
        points.setdefault(row.options, []).append(row.result.points)
    lowest_wins = rows[-1].result.lowest_wins
    found = [Variant(options, len(made), _best(lowest_wins, made)) for options, made in points.items()]
    return tuple(sorted(found, key=lambda variant: -variant.games))


def _best(lowest_wins: bool, points: Iterable[int]) -> int:
    return min(points) if lowest_wins else max(points)


def answers(rows: Sequence[LogRow], seat: int, after: int) -> list[timedelta]:
    """How long a seat took for its answers to others after version `after`: its first move in a turn that
    others began or share, without rests and vacations where the log knows them."""
    found: list[timedelta] = []
    together = _together(rows)
    turn: int | None = None
    begun: datetime | None = None
    mover = others = None
    before: LogRow | None = None
    for row in rows:
        if row.turn != turn:
            turn, begun, others = row.turn, before.at if before else None, mover
        if row.seat == seat and not row.automatic:
            asked = others != seat or turn in together
            if begun is not None and asked and row.back is None and row.version > after:
                waited = row.at - begun
                found.append(waited if row.owed is None else min(waited, row.owed))
            begun = None
        if not row.automatic:
            mover = row.seat
        before = row
    return found


def _together(rows: Iterable[LogRow]) -> set[int]:
    """The turns in which several have made moves of their own: all were asked at once."""
    movers: dict[int, set[int]] = {}
    for row in rows:
        if not row.automatic and row.back is None:
            movers.setdefault(row.turn, set()).add(row.seat)
    return {turn for turn, seats in movers.items() if len(seats) > 1}


EARLIER = 3
"""Earlier games that stand beside a new one of a person alone."""
PAGE = 1000
"""Seats of finished games that are read at once."""
NEWEST = 30
"""Games whose moves say how fast a person answers."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a person did in one game; without a rating where it was never played among people."""

    game: str
    tally: Tally
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard: only games among two people or more are counted."""

    place: int
    tally: Tally
    rating: Rating


@dataclass(eq=False)
class Statistics:
    """Counts finished games."""

    units: Units

    async def records(self, guild: int, user: int) -> tuple[Record, ...]:
        """What a person did in the games of a server, in the order of the shelf."""
        found = [await self._record(guild, game.info.key, user) for game in registry.games()]
        return tuple(record for record in found if record is not None)

    async def year(self, guild: int, user: int, now: datetime, zone: ZoneInfo) -> Year | None:
        """What a person has done there in the year of this moment; None without a finished game."""
        rows = [await self._finished(guild, game.info.key) for game in registry.games()]
        every = [row for each in rows for row in each]
        games = [ended for each in rows for ended in games_of(each)]
        return year_of(games, user, now.astimezone(zone).year, zone, _listed(every))

    async def leaderboard(self, guild: int, game: str, circle: int = 0) -> tuple[Standing, ...]:
        """Everybody who may be seen, the best one first; equal ratings share their place. In a circle those
        games count in which all people were members."""
        rows = await self._finished(guild, game)
        games = [ended for ended in games_of(rows) if len(people_in(ended)) > 1]
        if circle:
            members = await self._members(circle)
            games = [ended for ended in games if {row.user for row in people_in(ended)} <= members]
        rated = await _rated(games)
        tallies = [tally for tally in tallied(games, _listed(rows)).values() if tally.listed]
        tallies.sort(key=lambda tally: (-rated[tally.user].points, tally.user))
        points = [rated[tally.user].points for tally in tallies]
        return tuple(
            Standing(points.index(rated[tally.user].points) + 1, tally, rated[tally.user])
            for tally in tallies
        )

    async def past(self, guild: int, game: str, table: int) -> Past:
        """What the game of a table was for those who may be seen; and earlier games of who was alone."""
        rows = await self._finished(guild, game)
        listed, games = _listed(rows), games_of(rows)
        hidden = {
            row.result.seat for row in rows if row.result.table == table and not listed.get(row.user or 0)
        }
        found = tuple(feat for feat in feats(games, table) if feat.seat not in hidden)
        alone = [ended[0] for ended in games if len(ended) == 1]
        now = next((one for one in alone if one.result.table == table), None)
        if now is None or hidden:
            return Past(found)
        before = alone[: alone.index(now)]
        who = (now.user, now.options, now.rules)
        own = [one for one in before if (one.user, one.options, one.rules) == who]
        return Past(found, tuple(one.result.points for one in own[-EARLIER:]))

    async def usual_answer(self, guild: int, game: str, user: int) -> timedelta | None:
        """The median of how long others wait for a person in a game; None if there is too little to tell."""
        own = [row for row in await self._finished(guild, game) if row.user == user][-NEWEST:]
        times = await self._answers(own)
        if len(times) < _ENOUGH:
            return None
        return timedelta(seconds=median(time.total_seconds() for time in times))

    @reads
    async def _answers(self, tx: Repositories, own: Sequence[Finish]) -> list[timedelta]:
        times: list[timedelta] = []
        for row in own:
            table = await tx.tables.get(row.result.table)
            assert table is not None, "it has a result"
            former = await tx.seats.former(table.id)
            came = max((gone.upto for gone in former if gone.seat == row.result.seat), default=0)
            moves = await tx.log.between(table.id, 0, table.version)
            times += answers(moves, row.result.seat, came)
        return times

    async def _record(self, guild: int, game: str, user: int) -> Record | None:
        rows = await self._finished(guild, game)
        games = games_of(rows)
        tally = tallied(games, _listed(rows)).get(user)
        if tally is None:
            return None
        rated = await _rated([ended for ended in games if len(people_in(ended)) > 1])
        return Record(game, tally, rated.get(user))

    @reads
    async def _members(self, tx: Repositories, circle: int) -> frozenset[int]:
        return frozenset(member.user for member in await tx.circle_members.of(circle))

    async def _finished(self, guild: int, game: str) -> tuple[Finish, ...]:
        """All of a game in a server, table by table as they ended; nobody else waits until all is read."""
        found, at, table = list[Finish](), datetime.fromtimestamp(0, UTC), 0
        while rows := await self._ended_after(guild, game, at, table):
            found += rows
            at, table = rows[-1].result.at, rows[-1].result.table
        return tuple(found)

    @reads
    async def _ended_after(
        self, tx: Repositories, guild: int, game: str, at: datetime, table: int
    ) -> tuple[Finish, ...]:
        """The seats of some tables that ended after this one; of none a part."""
        rows = await tx.results.finished(guild, game, at, table, PAGE)
        if len(rows) < PAGE:
            return rows
        return tuple([row for row in rows if row.result.table != rows[-1].result.table])


async def _rated(games: Sequence[Ended]) -> dict[int, Rating]:
    """The ratings after these games; worked out beside the event loop, since it may take a while."""
    return await asyncio.to_thread(ratings, tuple(map(_places, games)))


def _places(ended: Ended) -> tuple[tuple[int, int], ...]:
    return tuple((row.user, row.result.place) for row in ended if row.user is not None)


def _listed(rows: Sequence[Finish]) -> dict[int, bool]:
    """Who may be seen; nobody who was forgotten."""
    settings = {row.user: row.settings for row in rows if row.user is not None}
    return {
        user: known(user) is not None and decode_preferences(data).listed for user, data in settings.items()
    }


log = logging.getLogger(__name__)

BATCH = 100
"""Tables whose missing results are written down in one transaction."""


@dataclass(eq=False)
class Results:
    """Knows how games ended."""

    units: Units

    @reads
    async def at(self, tx: Repositories, table: int) -> tuple[ResultRow, ...]:
        """Seat by seat; none unless the game was played to its end."""
        return await tx.results.at(table)

    @reads
    async def has_finished(self, tx: Repositories, user: int, game: str) -> bool:
        """Whether a person has played a game to its end, on any server."""
        return await tx.results.has_finished(user, game)

    @reads
    async def is_new(self, tx: Repositories, table: Table, user: int) -> bool:
        """Whether a person has never played the game of a table to its end, nor moved there."""
        if await tx.results.has_finished(user, table.game):
            return False
        seat = table.seat_of(user)
        own = None if seat is None else await tx.log.newest_of(table.id, seat)
        former = await tx.seats.former(table.id) if own else ()
        return own is None or not sat_there(former, own.seat, own.version, user)

    @reads
    async def best_like(self, tx: Repositories, result: ResultRow, most: int) -> tuple[Scored, ...]:
        """The best results of a server with the setup and the rules of this one, best first; who hides from
        others has no name there."""
        found = await tx.results.alike(result, most)
        return tuple([await _as_seen(tx, scored) for scored in found])

    @reads
    async def rank_of(self, tx: Repositories, result: ResultRow) -> tuple[int, int]:
        """The place of a result among all with its setup and its rules when it came in, and how many those
        were."""
        return await tx.results.rank(result)

    @reads
    async def setups_of(self, tx: Repositories, guild: int, game: str, most: int) -> tuple[PlayedSetup, ...]:
        """The setups that were played last in a server, newest first, each with its best result."""
        found = await tx.results.setups(guild, game, most)
        return tuple([replace(each, best=await _as_seen(tx, each.best)) for each in found])

    @reads
    async def newest_in(self, tx: Repositories, channel: int, game: str) -> ResultRow | None:
        """The newest result of a channel that has a setup."""
        return await tx.results.newest_in(channel, game)

    @reads
    async def newest_with(self, tx: Repositories, guild: int, game: str, setup: str) -> ResultRow | None:
        """The newest result of a server with a setup, by the newest rules with which it was played."""
        return await tx.results.newest_with(guild, game, setup)

    async def write_missing_results(self) -> int:
        """Writes down what is missing of games that ended before there were results; the number of them."""
        found, last = 0, 0
        while True:
            tables = await self.units.store.read(lambda tx: tx.results.missing(last, BATCH))  # noqa: B023
            found += await self._write(tables)
            if len(tables) < BATCH:
                return found
            last = tables[-1]

    @changes
    async def _write(self, tx: Repositories, tables: Sequence[int]) -> int:
        return sum([await _written(tx, table) for table in tables])


def _results_of(row: TableRow, state: State) -> tuple[ResultRow, ...]:
    """The results of a table by its last state; none if the game is not over or was broken off."""
    game = registry.game(row.game, row.rules)
    outcome = game.outcome(state)
    if outcome is None or row.status is not Status.FINISHED:
        return ()
    # What others still play or may play is in no list of setups.
    setup = "" if is_shared(row) else game.setup_key(state)
    return tuple(
        ResultRow(
            table=row.id,
            seat=seat,
            game=row.game,
            guild=row.guild,
            place=place,
            points=points,
            lowest_wins=outcome.lowest_wins,
            setup=setup,
            at=row.updated,
        )
        for seat, (place, points) in enumerate(zip(outcome.places, outcome.scores, strict=True))
    )


async def write_results(tx: Repositories, played: Played) -> None:
    """Reaction to moves: the results are written down with the last one."""
    if played.run.over:
        await tx.results.put(*_results_of(played.row, played.run.state))


async def _as_seen(tx: Repositories, scored: Scored) -> Scored:
    """The result without its person, where nobody is to see who it was."""
    sitter = scored.sitter
    if sitter.user is None or preferences_of(await tx.people.get(sitter.user)).listed:
        return scored
    return replace(scored, sitter=replace(sitter, user=None, name=""))


async def _written(tx: Repositories, table: int) -> bool:
    """Writes down the results of a finished table; False if nobody can read its state any more."""
    row, stored = await tx.tables.get(table), await tx.tables.state(table)
    assert row is not None
    assert stored is not None, "a finished table has a state"
    try:
        state = registry.game(row.game, row.rules).decode(stored)
    except (KeyError, Refusal, msgspec.ValidationError) as error:
        log.warning("table %d keeps no results: %s", table, type(error).__name__)
        return False
    await tx.results.put(*_results_of(row, state))
    return True


@dataclass(eq=False)
class Diary:
    """Keeps what people write about finished games."""

    units: Units

    @reads
    async def written(self, tx: Repositories, table: int) -> tuple[DiaryEntry, ...]:
        """What people wrote about a game, in seat order."""
        seats = [seat.user for seat in await tx.seats.at(table)]
        found = await tx.diary.at(table)
        return tuple(
            sorted((entry for entry in found if entry.user in seats), key=lambda e: seats.index(e.user))
        )

    @reads
    async def entry(self, tx: Repositories, table: int, user: int) -> DiaryEntry:
        """What a person wrote about their finished game. Refusals: no_table, not_over, has_not_played."""
        standing = await self.units.standings.at(tx, table)
        standing.seat_of(user)
        if standing.row.status is not Status.FINISHED:
            raise Refusal("not_over")
        found = [entry for entry in await tx.diary.at(table) if entry.user == user]
        return found[0] if found else DiaryEntry(table, user)

    async def write(self, table: int, user: int, change: Callable[[DiaryEntry], DiaryEntry]) -> DiaryEntry:
        """Changes what a person has written. Refusals: those of `entry`."""
        changed = change(await self.entry(table, user))
        await self.units.store.change(lambda tx: tx.diary.write(changed), held=NO_TABLE)
        return changed

    @reads
    async def past_games(self, tx: Repositories, guild: int, user: int | None = None) -> tuple[PastGame, ...]:
        """The finished tables of a server, or of a person there, newest first, whoever may look into them."""
        found = list(
            await tx.diary.games_of(guild, user) if user else await tx.diary.games(guild, None, PAGE)
        )
        while user is None and found and (more := await tx.diary.games(guild, found[-1], PAGE)):
            found += more
        known = registry.keys()
        return tuple(past for past in found if past.game in known)
