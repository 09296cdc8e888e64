"""Discord's scheduled events, where the bot may make them: for evenings, challenges and rounds of
tournaments. What they are to say follows from what they stand for; each look puts right what differs."""

import json
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.discord import App, catalog
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.evenings import title
from bot.discord.server_posts import ServerPosts
from bot.store.evenings import EveningRow, EveningState, EventRow
from bot.store.tournaments import TournamentRow, TournamentState
from bot.tables.evenings import Calendar
from bot.tables.model import Challenge
from bot.text import Words, cut, one_line, words

log = logging.getLogger(__name__)

TITLE, TEXT, PLACE = 100, 1000, 100
"""Characters of the name, the description and the place of an event."""
SOON = timedelta(minutes=2)
"""What has begun already starts so soon: Discord takes no time that is past."""
ROUND = timedelta(days=30)
"""So long a round may take, as far as the event knows; it ends with the round."""
Key = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Planned:
    """What an event is to say."""

    key: Key
    guild: int
    name: str
    text: str
    place: str
    starts: datetime
    ends: datetime
    runs: bool
    """It has begun."""

    @property
    def shown(self) -> str:
        """All that it says, to be compared; of one that runs not when it was to begin."""
        begins = "" if self.runs else self.starts.isoformat()
        said = (self.name, self.text, self.place, begins, self.ends.isoformat(), self.runs)
        return json.dumps(said, ensure_ascii=False)

    @property
    def mark(self) -> str:
        """By which an event is found again whose making was not answered."""
        return "-".join(map(str, self.key))

    @property
    def description(self) -> str:
        """What it is about, and below it its mark."""
        tail = f"\n\n#{self.mark}"
        return cut(self.text, TEXT - len(tail)) + tail


class EventPosts:
    """Makes, changes, begins, ends and removes the events of our servers."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app, self._api = app, api
        self.posts = ServerPosts(app, api, "events", self._look)

    async def _look(self) -> None:
        if not self._app.is_ready():  # which servers there are, and what we may there, is not known yet
            self.posts.try_again()
            return
        calendar = await self._app.tables.evenings.calendar()
        planned = {each.key: each for each in self._planned(calendar)}
        rows = {(row.kind, row.number, row.part): row for row in calendar.events}
        for key in {**planned, **rows}:
            if self.posts.closing:
                return
            try:
                await self._put_right(planned.get(key), rows.get(key))
            except Undelivered as error:
                log.warning("an event could not be put right: %s", error)
                if error.trouble is Trouble.BUSY:
                    self.posts.try_again()

    async def _put_right(self, wanted: Planned | None, row: EventRow | None) -> None:
        """Nothing where the bot may make no events, or people have taken this one away."""
        guild = self._app.get_guild(wanted.guild if wanted else row.guild if row else 0)
        if guild is None or guild.unavailable or not may_plan(guild):
            return
        if wanted is None:
            if row is not None:
                await self._end(guild, row)
            return
        if row is not None and (row.event == 0 or row.shown == wanted.shown):
            return
        event = await self._event(guild, wanted, row)
        if event is not None:
            await self._say(event, wanted)
        await self._app.tables.evenings.put_event(
            EventRow(*wanted.key, wanted.guild, event.id if event else 0, wanted.shown)
        )

    async def _event(
        self, guild: discord.Guild, wanted: Planned, row: EventRow | None
    ) -> discord.ScheduledEvent | None:
        """The event, made if there is none; None where people have taken it away."""
        if row is not None and row.event:
            return await self._fetched(guild, row.event)
        if row is None:
            await self._app.tables.evenings.put_event(EventRow(*wanted.key, wanted.guild))
        else:
            async with self._api.line.request():
                there = await guild.fetch_scheduled_events(with_counts=False)
            own = guild.me.id
            for event in there:
                marked = (event.description or "").endswith(f"#{wanted.mark}")
                if marked and own in (event.creator_id, event.creator and event.creator.id):
                    return event
        soonest = self._app.now() + SOON
        starts = max(wanted.starts, soonest)
        async with self._api.line.request():
            return await guild.create_scheduled_event(
                name=wanted.name,
                description=wanted.description,
                start_time=starts,
                end_time=max(wanted.ends, starts + SOON),
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=wanted.place,
            )

    async def _say(self, event: discord.ScheduledEvent, wanted: Planned) -> None:
        """Has an event say what is wanted, and begin."""
        changes: dict[str, Any] = {}
        if event.name != wanted.name:
            changes["name"] = wanted.name
        if event.description != wanted.description:
            changes["description"] = wanted.description
        if event.location != wanted.place:
            changes["location"] = wanted.place
        scheduled = event.status is discord.EventStatus.scheduled
        if not scheduled and event.status is not discord.EventStatus.active:
            return  # people have ended it
        if scheduled and not wanted.runs and event.start_time != wanted.starts:
            changes["start_time"] = wanted.starts
        if event.end_time != wanted.ends and wanted.ends > self._app.now() + SOON:
            changes["end_time"] = wanted.ends
        if wanted.runs and scheduled:
            changes["status"] = discord.EventStatus.active
        if changes:
            async with self._api.line.request():
                await event.edit(**changes)

    async def _end(self, guild: discord.Guild, row: EventRow) -> None:
        """What it stood for is over, or does not take place: one that runs is ended, another one removed."""
        event = await self._fetched(guild, row.event) if row.event else None
        if event is not None:
            async with self._api.line.request():
                if event.status is discord.EventStatus.active:
                    await event.end()
                elif event.status is discord.EventStatus.scheduled:
                    await event.delete()
        await self._app.tables.evenings.drop_event(row)

    async def _fetched(self, guild: discord.Guild, number: int) -> discord.ScheduledEvent | None:
        try:
            async with self._api.line.request():
                return await guild.fetch_scheduled_event(number, with_counts=False)
        except Undelivered as error:
            if error.trouble is Trouble.CHANNEL_GONE:  # as which whatever is not there is read
                return None
            raise

    # What they are to say --------------------------------------------------------------------------

    def _planned(self, calendar: Calendar) -> list[Planned]:
        found = [self._of_evening(*each) for each in calendar.evenings]
        found += [self._of_challenge(each) for each in calendar.challenges]
        rounds = [self._of_round(*each) for each in calendar.cups]
        return [*found, *(each for each in rounds if each is not None)]

    def _of_evening(self, row: EveningRow, text: str) -> Planned:
        runs = row.state is EveningState.BEGUN
        name, place = cut(title(row, words(row.locale)), TITLE), self._place(row.guild, row.channel)
        key = ("evening", row.id, 0)
        return Planned(key, row.guild, name, one_line(text), place, row.starts, row.until, runs)

    def _of_challenge(self, row: Challenge) -> Planned:
        speak = words(row.locale)
        name = cut(speak("event.challenge", game=catalog.name(row.game, speak)), TITLE)
        place, key = self._place(row.guild, row.channel), ("challenge", row.id, 0)
        text = speak("challenge.about")
        return Planned(key, row.guild, name, text, place, row.opened, row.closes, runs=True)

    def _of_round(self, row: TournamentRow, at: int) -> Planned | None:
        """The round under way; of a tournament to which people still sign up the first one, where it is known
        when that begins."""
        speak = words(row.locale)
        if row.state is TournamentState.OPEN:
            if row.begins is None or row.begins <= self._app.now():
                return None
            at, starts, runs = 1, row.begins, False
        else:
            starts, runs = row.at, True
        name = cut(speak("event.round", title=one_line(row.title), n=at), TITLE)
        text = speak("event.round.about", game=catalog.name(row.game, speak))
        place, key = self._place(row.guild, row.channel), ("round", row.id, at)
        return Planned(key, row.guild, name, text, place, starts, self._round_ends(starts), runs)

    def _round_ends(self, starts: datetime) -> datetime:
        """A month after it began, and another one as long as it goes on."""
        ends, now = starts + ROUND, self._app.now()
        while ends <= now + SOON:
            ends += ROUND
        return ends

    def _place(self, guild: int, channel: int) -> str:
        there = self._app.get_guild(guild)
        found = there.get_channel_or_thread(channel) if there else None
        return cut(f"#{found.name}" if found else "Discord", PLACE)


def may_plan(guild: discord.Guild | None) -> bool:
    """Whether the bot may make events there, and change them."""
    rights = guild.me.guild_permissions if guild else discord.Permissions.none()
    return rights.manage_events and rights.create_events


def asks_for_right(guild: discord.Guild | None, speak: Words) -> str:
    """A sentence what to grant, where the bot may make no events."""
    return "" if guild is None or may_plan(guild) else f"-# {speak('event.grant')}"
