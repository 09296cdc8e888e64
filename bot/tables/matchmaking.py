"""People who look for others to play with: what they want, and whom the house brings together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime

from bot.games import registry
from bot.games.contract import Refusal
from bot.store.records import Gathering, NoticeState, Timer, WantedRow
from bot.store.repositories import Repositories
from bot.tables.core import Core
from bot.tables.match_requests import Wanted, encode, end_of, looks, wanted_of
from bot.tables.matcher import Group, Seeker, groups
from bot.tables.model import Person, Table
from bot.tables.policy import CALLED, CALLED_TOGETHER, LISTED, PRESENT, RETRY
from bot.tables.preferences import wishes_of
from bot.tables.servers import settings_of
from bot.tables.timers import GATHER, HOUSE
from bot.tables.units import Units, changes, reads


class Matchmaking:
    """Brings people together."""

    def __init__(self, units: Units, core: Core) -> None:
        self.units = units
        self._core = core

    @reads
    async def wanted(self, tx: Repositories, guild: int, user: int) -> WantedRow | None:
        """What a person said last in a server, also what doesn't count any more."""
        return _ended(await tx.wanted.get(guild, user), self._core.now())

    @reads
    async def looking(self, tx: Repositories, guild: int) -> tuple[WantedRow, ...]:
        """All who look for others in a server now, longest first."""
        now = self._core.now()
        return tuple([row for row in await tx.wanted.looking() if row.guild == guild and looks(row, now)])

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
    ) -> WantedRow:
        """A person changes what they want; if they look for others already, it counts at once, and then the
        refusals are those of `look`."""
        known = _ended(await tx.wanted.get(guild, person.id), self._core.now())
        wanted = change(wanted_of(known))
        blank = WantedRow(guild, person.id, person.name, channel, locale, b"")
        row = replace(known or blank, wanted=encode(wanted))
        if row.since is not None:
            _refuse_impossible(wanted)
            row = await self._begin(tx, row)
        await tx.wanted.put(row)
        self._core.signals.wake_clock(tx)
        return row

    @changes
    async def look(
        self, tx: Repositories, guild: int, person: Person, *, channel: int, locale: str
    ) -> WantedRow:
        """From now on a person looks for others, and is called in this channel. Refusals: nothing_wanted,
        never_enough {games} where none of these games can be played with as many as they want."""
        known = await tx.wanted.get(guild, person.id)
        _refuse_impossible(wanted_of(known))
        assert known is not None, "whoever has never said anything wants nothing"
        here = replace(known, name=person.name, channel=channel, locale=locale)
        row = await self._begin(tx, here)
        await tx.wanted.put(row)
        self._core.signals.wake_clock(tx)
        return row

    @changes
    async def withdraw(self, tx: Repositories, guild: int, user: int) -> None:
        """A person looks for nobody any more; what they chose is kept for the next time."""
        known = await tx.wanted.get(guild, user)
        if known is not None:
            await tx.wanted.put(replace(known, since=None, until=None))

    @changes
    async def gather(self, tx: Repositories) -> None:
        """Brings together who can be, and says when to look again. What is not told yet is told again."""
        now = self._core.now()
        rows = [row for row in await tx.wanted.looking() if looks(row, now)]
        dues: list[datetime] = []
        for guild in dict.fromkeys(row.guild for row in rows):
            here = [row for row in rows if row.guild == guild]
            dues += await self._gather_in(tx, guild, here)
        if await tx.gatherings.open():
            dues.append(now + RETRY)
        if dues:
            await tx.timers.put(Timer(HOUSE, GATHER, min(dues)))
        else:
            await tx.timers.drop(HOUSE, GATHER)
        self._core.signals.invite(tx)

    @reads
    async def gatherings(self, tx: Repositories) -> tuple[Gathering, ...]:
        """Those who are still to be told of each other, in order; `SENDING` where that was begun."""
        return await tx.gatherings.open()

    @reads
    async def gathering(self, tx: Repositories, number: int) -> Gathering:
        """Refusals: offer_gone."""
        found = await tx.gatherings.get(number)
        if found is None or found.game not in registry.keys():  # noqa: SIM118 - no mapping
            raise Refusal("offer_gone")
        return found

    @changes
    async def begin_telling(self, tx: Repositories, gathering: Gathering) -> bool:
        """Marks that these people are being told of each other in this channel; False, and it is forgotten,
        where one of them doesn't want it any more, sleeps or is away by now."""
        now = self._core.now()
        wanting = [await _still_wants(tx, gathering, user, now) for user in gathering.people]
        if all(wanting):
            await tx.gatherings.mark(gathering.id, NoticeState.SENDING, gathering.channel)
            return True
        await tx.gatherings.remove(gathering.id)
        await tx.timers.put(Timer(HOUSE, GATHER, now))
        self._core.signals.wake_clock(tx)
        return False

    @changes
    async def told_of_each_other(self, tx: Repositories, gathering: Gathering, *, delivered: bool) -> None:
        """These people have been told and are not called again for the same; or they can't be: then each of
        them is free for others, but just these are not brought together at once again."""
        state = NoticeState.DONE if delivered else NoticeState.DROPPED
        await tx.gatherings.mark(gathering.id, state)
        if not delivered:
            await tx.timers.put(Timer(HOUSE, GATHER, self._core.now()))
        self._core.signals.wake_clock(tx)

    @reads
    async def said_by(self, tx: Repositories, gathering: Gathering) -> tuple[WantedRow, ...]:
        """What these people look for and where they said so, newest first."""
        rows = [await tx.wanted.get(gathering.guild, user) for user in gathering.people]
        since = [(row.since, row) for row in rows if row is not None and row.since is not None]
        return tuple(row for _, row in sorted(since, key=lambda said: said[0], reverse=True))

    @changes
    async def left_server(self, tx: Repositories, gathering: Gathering, gone: Collection[int]) -> None:
        """These are not in the server any more and look for nobody there; the others have not been called."""
        for user in gone:
            known = await tx.wanted.get(gathering.guild, user)
            if known is not None:
                await tx.wanted.put(replace(known, since=None, until=None))
        await tx.gatherings.remove(gathering.id)
        await tx.timers.put(Timer(HOUSE, GATHER, self._core.now()))
        self._core.signals.wake_clock(tx)

    @reads
    async def table_of(self, tx: Repositories, gathering: Gathering) -> Table | None:
        """The lobby that one of those who were called has opened since, None if there is none."""
        for row in await tx.tables.lobbies(gathering.guild, LISTED, game=gathering.game, since=gathering.at):
            table = (await self._core.standings.at(tx, row.id)).table()
            called = {sitter.user for sitter in table.sitters} & {*gathering.people}
            if called or row.channel == gathering.channel:
                return table
        return None

    async def _begin(self, tx: Repositories, row: WantedRow) -> WantedRow:
        """The wish counts from now on; the clock looks at once for whom it fits."""
        now = self._core.now()
        wishes = wishes_of(await tx.people.get(row.user))
        server = (await settings_of(tx, row.guild)).time_zone(row.locale)
        until = end_of(wanted_of(row).season, now, wishes.time_zone(server))
        await tx.timers.put(Timer(HOUSE, GATHER, now))
        return replace(row, since=now, until=until)

    async def _gather_in(self, tx: Repositories, guild: int, rows: Sequence[WantedRow]) -> list[datetime]:
        """Brings people of one server together; when there might be others."""
        now, seekers, dues = self._core.now(), list[Seeker](), list[datetime]()
        for row in rows:
            wanted, when = wanted_of(row), await _when(tx, row, now)
            if when > now:
                dues.append(when)
            elif row.since is not None:
                seekers.append(Seeker(row.user, wanted.games, wanted.numbers, row.since))
        called = await tx.gatherings.of_guild(guild)
        for group in groups(seekers, called, now, _seats):
            newest = next(row for row in rows if row.user == group.people[0].user)
            await tx.gatherings.add(_gathering(group, newest, now))
        rests = [gathering.at + rest for gathering in called for rest in (CALLED, CALLED_TOGETHER)]
        return dues + [when for when in rests if when > now]


def _gathering(group: Group, newest: WantedRow, now: datetime) -> Gathering:
    """These people, to be called where the last of them said what they want, if all can look there."""
    people = tuple(sorted(one.user for one in group.people))
    return Gathering(0, newest.guild, newest.channel, newest.locale, group.game, people, now)


def _refuse_impossible(wanted: Wanted) -> None:
    """Refuses what nobody can ever be called for: nothing_wanted, never_enough {games}, which are keys."""
    games = [game for game in wanted.games if game in registry.keys()]  # noqa: SIM118 - no mapping
    if not games:
        raise Refusal("nothing_wanted")
    if not any(low <= n <= high for low, high in map(_seats, games) for n in wanted.numbers):
        raise Refusal("never_enough", games=" ".join(games))


def _seats(game: str) -> tuple[int, int]:
    """How many can play a game together; none where there is no such game any more."""
    return registry.game(game).info.seats if game in registry.keys() else (1, 0)  # noqa: SIM118


async def _when(tx: Repositories, row: WantedRow, now: datetime) -> datetime:
    """From when on somebody may be called: not on vacation nor in quiet hours, unless they have just been
    here."""
    wishes = wishes_of(await tx.people.get(row.user))
    server = (await settings_of(tx, row.guild)).time_zone(row.locale)
    if wishes.away is not None and wishes.away > now:
        return wishes.awake(wishes.away, server)
    if row.since is not None and row.since > now - PRESENT:
        return now
    return wishes.awake(now, server)


async def _still_wants(tx: Repositories, gathering: Gathering, user: int, now: datetime) -> bool:
    row = await tx.wanted.get(gathering.guild, user)
    if row is None or not looks(row, now) or gathering.game not in wanted_of(row).games:
        return False
    return await _when(tx, row, now) <= now


def _ended(row: WantedRow | None, now: datetime) -> WantedRow | None:
    """What somebody said, as it counts now."""
    return row if row is None or looks(row, now) else replace(row, since=None, until=None)
