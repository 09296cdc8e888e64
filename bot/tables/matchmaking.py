"""Matchmaking: what people look for, who fits together, and whom the bot calls."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo

from bot.games import registry
from bot.games.contract import Refusal
from bot.store.records import Season, Wanted
from bot.store.repositories import Repositories
from bot.tables.circles import members_of, own_circles, refuse_outsider
from bot.tables.model import MatchGroup, MatchRequest, NoticeState, Person, Standing, Table
from bot.tables.policy import CALLED, CALLED_TOGETHER, LISTED, MORNING, PRESENT, RETRY, WEEK
from bot.tables.settings import preferences_of, settings_of
from bot.tables.timers import News
from bot.tables.units import Units, changes, reads

SEASONS: tuple[Season, ...] = ("tonight", "week", "always")


def looks(row: MatchRequest, now: datetime) -> bool:
    """Whether a person is looking for others now."""
    return row.since is not None and (row.until is None or row.until > now)


def end_of(season: Season, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Until when a wish counts: tonight ends in the early morning where the person lives."""
    match season:
        case "tonight":
            local = now.astimezone(zone)
            morning = local.replace(hour=MORNING, minute=0, second=0, microsecond=0, fold=0)
            return (morning + timedelta(days=local.hour >= MORNING)).astimezone(UTC)
        case "week":
            return now + WEEK
        case "always":
            return None


async def end_search(tx: Repositories, standing: Standing) -> None:
    """Reaction to a written table: sitting down to a wanted game ends a person's request in that server."""
    row, before = standing.row, {seat.user for seat in standing.stored}
    if row.guild is None:
        return
    for user in {seat.user for seat in standing.seats} - before - {None}:
        assert user is not None
        known = await tx.match_requests.get(row.guild, user)
        if known is not None and known.since is not None and row.game in known.wanted.games:
            await tx.match_requests.put(replace(known, since=None, until=None))


@dataclass(frozen=True, slots=True)
class Group:
    """People for one game; the first one said last that they want it."""

    game: str
    people: tuple[MatchRequest, ...]


def groups(
    seekers: Sequence[MatchRequest],
    called: Sequence[MatchGroup],
    now: datetime,
    seats: Callable[[str], tuple[int, int]],
    circles: Mapping[int, Collection[int]] = MappingProxyType({}),
) -> tuple[Group, ...]:
    """The people of a server who are called now, each at most once; the largest groups there are. `called`
    are those who were called before: nobody is called twice within a few hours, and people who were called
    together for a game not again, unless one of them says once more that they want it. Those who could not be
    called together may be with others, and after a while, or as soon as one says it again, once more. Whoever
    looks for players in a circle is called with its members alone; `circles` tells who those are."""
    lately = [group for group in called if group.state is not NoticeState.DROPPED and group.at > now - CALLED]
    rest = {user for group in lately for user in group.people}
    free = [one for one in seekers if one.user not in rest]
    rooms = dict.fromkeys((*(one.wanted.circle for one in free if one.wanted.circle), 0))
    found: list[Group] = []
    for game in dict.fromkeys(game for one in seekers for game in one.wanted.games):
        before = [gathering for gathering in called if gathering.game == game]
        while True:
            called_for = [
                _largest(game, _in_room(room, free, circles), before, now, seats(game)) for room in rooms
            ]
            group = max(filter(None, called_for), key=lambda one: len(one.people), default=None)
            if group is None:
                break
            found.append(group)
            free = [one for one in free if one not in group.people]
    return tuple(found)


def _in_room(
    room: int, free: Sequence[MatchRequest], circles: Mapping[int, Collection[int]]
) -> list[MatchRequest]:
    """Who may be called together: in a circle its members, whether they look there or anywhere; in no circle
    (0) who looks anywhere."""
    inside = circles.get(room, ())
    return [one for one in free if one.wanted.circle in (0, room) and (not room or one.user in inside)]


def _largest(
    game: str,
    free: Sequence[MatchRequest],
    before: Sequence[MatchGroup],
    now: datetime,
    seats: tuple[int, int],
) -> Group | None:
    low, high = seats
    wanting = [one for one in free if game in one.wanted.games]
    for size in range(min(high, len(wanting)), max(low, 2) - 1, -1):
        fitting = [one for one in wanting if size in one.wanted.numbers]
        for people in _choices(fitting, size):
            if not any(_was_called(people, gathering, now) for gathering in before):
                return Group(game, people)
    return None


def _choices(fitting: Sequence[MatchRequest], size: int) -> Iterator[tuple[MatchRequest, ...]]:
    """Groups of this size: each newcomer, the newest first, with those who have waited longest."""
    if len(fitting) < size:
        return
    waiting = sorted(fitting, key=lambda one: (_said(one), one.user))
    for newest in reversed(waiting):
        others = [one for one in waiting if one is not newest]
        yield tuple(sorted((newest, *others[: size - 1]), key=_said, reverse=True))


def _said(one: MatchRequest) -> datetime:
    """When a person who looks for others said so last."""
    assert one.since is not None, "nobody else is called"
    return one.since


def _was_called(people: Collection[MatchRequest], gathering: MatchGroup, now: datetime) -> bool:
    """Whether these people know of each other already, or could just now not be told."""
    users, known = {one.user for one in people}, {*gathering.people}
    said_again = any(_said(one) > gathering.at for one in people)
    lately = gathering.at > now - CALLED_TOGETHER
    if gathering.state is NoticeState.DROPPED:
        return users == known and lately and not said_again
    return users <= known and (lately or not said_again)


@dataclass(eq=False)
class Matchmaking:
    """Brings people together."""

    units: Units

    @reads
    async def wanted(self, tx: Repositories, guild: int, user: int) -> MatchRequest | None:
        """What a person said last in a server, also what doesn't count any more."""
        return _ended(await tx.match_requests.get(guild, user), self.units.now())

    @reads
    async def looking(self, tx: Repositories, guild: int, reader: int = 0) -> tuple[MatchRequest, ...]:
        """Those who look for others in a server now, longest first; in circles, as far as the reader belongs
        to them."""
        now, circles = self.units.now(), {0, *await own_circles(tx, guild, reader)}
        rows = [row for row in await tx.match_requests.looking() if row.guild == guild and looks(row, now)]
        return tuple(row for row in rows if row.user == reader or row.wanted.circle in circles)

    @changes
    async def choose(
        self,
        tx: Repositories,
        guild: int,
        person: Person,
        change: Callable[[Wanted], Wanted],
        *,
        channel: int,
        locale: str,
    ) -> MatchRequest:
        """A person changes what they want; if they look for others already, with the refusals of `look`.
        Refusals: circle_only, circle_open {name}."""
        known = _ended(await tx.match_requests.get(guild, person.id), self.units.now())
        row = known or MatchRequest(guild, person.id, person.name, channel, locale)
        row = replace(row, wanted=change(row.wanted))
        await refuse_outsider(tx, row.wanted.circle or None, person.id)
        if row.since is not None:
            return await self._begin(tx, row)
        await tx.match_requests.put(row)
        return row

    @changes
    async def look(
        self, tx: Repositories, guild: int, person: Person, *, channel: int, locale: str
    ) -> MatchRequest:
        """From now on a person looks for others, and is called in this channel. Refusals: nothing_wanted,
        never_enough {games} where none of these games can be played with as many as they want."""
        known = await tx.match_requests.get(guild, person.id)
        if known is None:
            raise Refusal("nothing_wanted")
        return await self._begin(tx, replace(known, name=person.name, channel=channel, locale=locale))

    @changes
    async def withdraw(self, tx: Repositories, guild: int, user: int) -> None:
        """A person looks for nobody any more; what they chose is kept for the next time."""
        await _end_search(tx, guild, user)

    @changes
    async def gather(self, tx: Repositories) -> None:
        """Brings together who can be, and says when to look again. What is not told yet is told again."""
        now = self.units.now()
        rows = [row for row in await tx.match_requests.looking() if looks(row, now)]
        dues: list[datetime] = []
        for guild in dict.fromkeys(row.guild for row in rows):
            here = [row for row in rows if row.guild == guild]
            dues += await self._gather_in(tx, guild, here)
        for gathering in await tx.match_groups.open():
            dues.append(now + RETRY)
            await self.units.signals.tell(tx, News.INVITATIONS, gathering.guild)
        await self.units.timers.set_matchmaking(tx, min(dues, default=None))

    @reads
    async def gatherings(self, tx: Repositories) -> tuple[MatchGroup, ...]:
        """Those whom we still have to tell of each other, in order; `SENDING` where that was begun."""
        shards = self.units.signals.shards
        return tuple([each for each in await tx.match_groups.open() if shards.has(each.guild)])

    @reads
    async def gathering(self, tx: Repositories, number: int) -> MatchGroup:
        """Refusals: offer_gone."""
        found = await tx.match_groups.get(number)
        if found is None or found.game not in registry.keys():  # noqa: SIM118 - no mapping
            raise Refusal("offer_gone")
        return found

    @changes
    async def begin_call(self, tx: Repositories, gathering: MatchGroup) -> bool:
        """Marks that these people are being told of each other in this channel; False, and it is forgotten,
        where one of them doesn't want it any more, sleeps or is away by now."""
        await tx.as_owner()
        now = self.units.now()
        wanting = [await _still_wants(tx, gathering, user, now) for user in gathering.people]
        if all(wanting) and await _may_meet(tx, gathering):
            await tx.match_groups.mark(gathering.id, NoticeState.SENDING, gathering.channel)
            return True
        await tx.match_groups.remove(gathering.id)
        await self.units.timers.set_matchmaking(tx, now)
        return False

    @changes
    async def end_call(self, tx: Repositories, gathering: MatchGroup, *, delivered: bool) -> None:
        """These people have been told and are not called again for the same; or they can't be: then each of
        them is free for others, but just these are not brought together at once again."""
        await tx.as_owner()
        state = NoticeState.DONE if delivered else NoticeState.DROPPED
        await tx.match_groups.mark(gathering.id, state)
        if not delivered:
            await self.units.timers.set_matchmaking(tx, self.units.now())

    @reads
    async def requests_of(self, tx: Repositories, gathering: MatchGroup) -> tuple[MatchRequest, ...]:
        """What these people look for and where they said so, newest first."""
        rows = [await tx.match_requests.get(gathering.guild, user) for user in gathering.people]
        since = [(row.since, row) for row in rows if row is not None and row.since is not None]
        return tuple(row for _, row in sorted(since, key=lambda said: said[0], reverse=True))

    @changes
    async def left_server(self, tx: Repositories, gathering: MatchGroup, gone: Collection[int]) -> None:
        """These are not in the server any more and look for nobody there; the others have not been called."""
        for user in gone:
            await _end_search(tx, gathering.guild, user)
        await tx.match_groups.remove(gathering.id)
        await self.units.timers.set_matchmaking(tx, self.units.now())

    @reads
    async def table_of(self, tx: Repositories, gathering: MatchGroup) -> Table | None:
        """The lobby that one of those who were called has opened since, None if there is none."""
        for row in await tx.tables.lobbies(gathering.guild, LISTED, game=gathering.game, since=gathering.at):
            table = (await self.units.standings.at(tx, row.id)).table()
            called = {sitter.user for sitter in table.sitters} & {*gathering.people}
            if called or row.channel == gathering.channel:
                return table
        return None

    async def _begin(self, tx: Repositories, row: MatchRequest) -> MatchRequest:
        """The request counts from now on; the clock looks at once for whom it fits."""
        now, wanted = self.units.now(), row.wanted
        games = [game for game in wanted.games if game in registry.keys()]  # noqa: SIM118 - no mapping
        if not games:
            raise Refusal("nothing_wanted")
        if not any(low <= n <= high for low, high in map(_seats, games) for n in wanted.numbers):
            raise Refusal("never_enough", games=" ".join(games))
        wishes = preferences_of(await tx.people.get(row.user))
        server = (await settings_of(tx, row.guild)).time_zone(row.locale)
        until = end_of(wanted.season, now, wishes.time_zone(server))
        begun = replace(row, since=now, until=until)
        await tx.match_requests.put(begun)
        await self.units.timers.set_matchmaking(tx, now)
        return begun

    async def _gather_in(self, tx: Repositories, guild: int, rows: Sequence[MatchRequest]) -> list[datetime]:
        """Brings people of one server together; when there might be others."""
        now, seekers, dues = self.units.now(), list[MatchRequest](), list[datetime]()
        for row in rows:
            when = await _when(tx, row, now)
            if when > now:
                dues.append(when)
            else:
                seekers.append(row)
        called = await tx.match_groups.of_guild(guild)
        circles = await members_of(tx, {row.wanted.circle for row in seekers} - {0})
        for group in groups(seekers, called, now, _seats, circles):
            newest = group.people[0]
            people = tuple(sorted(one.user for one in group.people))
            where = (newest.guild, newest.channel, newest.locale)
            await tx.match_groups.add(MatchGroup(0, *where, group.game, people, now))
        rests = [gathering.at + rest for gathering in called for rest in (CALLED, CALLED_TOGETHER)]
        return dues + [when for when in rests if when > now]


def _seats(game: str) -> tuple[int, int]:
    """How many can play a game together; none where there is no such game any more."""
    return registry.game(game).info.seats if game in registry.keys() else (1, 0)  # noqa: SIM118


async def _when(tx: Repositories, row: MatchRequest, now: datetime) -> datetime:
    """From when on a person may be called: after vacation and quiet hours, or now if they are just here."""
    wishes = preferences_of(await tx.people.get(row.user))
    server = (await settings_of(tx, row.guild)).time_zone(row.locale)
    if wishes.away is not None and wishes.away > now:
        return wishes.night(server).awake(wishes.away)
    if row.since is not None and row.since > now - PRESENT:
        return now
    return wishes.night(server).awake(now)


async def _still_wants(tx: Repositories, gathering: MatchGroup, user: int, now: datetime) -> bool:
    row = await tx.match_requests.get(gathering.guild, user)
    if row is None or not looks(row, now) or gathering.game not in row.wanted.games:
        return False
    return await _when(tx, row, now) <= now


async def _may_meet(tx: Repositories, gathering: MatchGroup) -> bool:
    """Whether all of them belong to the circles in which some of them look for players."""
    rows = await tx.match_requests.of_people(gathering.guild, gathering.people)
    circles = await members_of(tx, {row.wanted.circle for row in rows} - {0})
    return all({*gathering.people} <= members for members in circles.values())


async def _end_search(tx: Repositories, guild: int, user: int) -> None:
    known = await tx.match_requests.get(guild, user)
    if known is not None:
        await tx.match_requests.put(replace(known, since=None, until=None))


def _ended(row: MatchRequest | None, now: datetime) -> MatchRequest | None:
    """What a person said, as it counts now."""
    return row if row is None or looks(row, now) else replace(row, since=None, until=None)
