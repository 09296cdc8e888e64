"""The tags of a forum's posts in which tables stand: players wanted, being played, waits for a move, over.
They follow the turn as far as Discord takes changes of a post; which there are, Discord alone knows."""

import logging
from datetime import datetime, timedelta

import discord

from bot.discord import App
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.server_posts import ServerPosts
from bot.store.errors import StoreError
from bot.tables.model import Status, Table
from bot.text import locales, words

log = logging.getLogger(__name__)

KINDS = ("open", "playing", "waits", "over")
IN_A_FORUM, ON_A_POST = 20, 5
"""Tags that Discord allows."""
REST = timedelta(minutes=5, seconds=10)
"""So long after a change a post is left alone: Discord takes two in ten minutes."""
LONG = timedelta(minutes=10)
"""A move that has been owed for so long is waited for."""
AGAIN = timedelta(seconds=15)
"""So soon it is tried again where Discord, or the database, has trouble."""


class ForumTags:
    """Looks at the tables of which it was told, and at what time alone changes, as soon as their posts may be
    changed again."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app, self._api = app, api
        self.posts = ServerPosts(app, api, "tags", self._look)
        self._due: dict[int, datetime] = {}
        """By table: when it is looked at."""
        self._changed: dict[int, datetime] = {}
        """By post: when it was changed last, as long as that matters."""
        self._begun = False
        """Whether the posts of before the start have been looked at."""

    def note(self, table: int) -> None:
        """A table in a thread that people have opened may stand otherwise."""
        self._due[table] = self._app.now()
        self.posts.kick()

    async def _look(self) -> None:
        if not self._app.is_ready():  # which servers there are is not known yet
            self.posts.try_again()
            return
        if not self._begun:
            await self._look_around()
            self._begun = True
        now = self._app.now()
        for table in [table for table, due in self._due.items() if due <= now]:
            if self.posts.closing:
                return
            del self._due[table]
            if later := await self._looked(table):
                self._due.setdefault(table, later)
        if self._due:
            self.posts.later((min(self._due.values()) - self._app.now()).total_seconds())

    async def _look_around(self) -> None:
        """Has the posts with tags of ours looked at: some may not have been changed before the last stop."""
        own = _names(*KINDS)
        posts = [
            post.id
            for guild in self._app.guilds
            for post in guild.threads
            if self._app.part.has(guild.id) and own & {tag.name for tag in post.applied_tags}
        ]
        for post in posts:
            table = await self._app.tables.queries.table_in(post)
            if table is not None:
                self._due.setdefault(table.id, self._app.now())

    async def _looked(self, number: int) -> datetime | None:
        """Puts the post of a table right; when to look again, None if nothing is to be done."""
        try:
            table = await self._app.tables.queries.table(number)
            post = self._post_of(table)
            return None if post is None else await self._put_right(table, *post)
        except StoreError as error:
            log.error("tags have to wait: %s", error)
        except Undelivered as error:
            if error.trouble is not Trouble.BUSY:
                log.info("the tags of table %d stay as they are: %s", number, error)
                return None
        return self._app.now() + AGAIN

    def _post_of(self, table: Table) -> tuple[discord.Thread, discord.ForumChannel] | None:
        """The post in which a table stands and its forum, if the bot may give it tags."""
        guild = self._app.get_guild(table.guild or 0)
        post = guild and guild.get_thread(table.channel)
        if guild is None or post is None or post.archived or post.locked:
            return None
        forum = post.parent
        if not isinstance(forum, discord.ForumChannel) or not forum.permissions_for(guild.me).manage_threads:
            return None
        return post, forum

    async def _put_right(
        self, table: Table, post: discord.Thread, forum: discord.ForumChannel
    ) -> datetime | None:
        now = self._app.now()
        kind, until = standing_of(table, now)
        self._changed = {place: at for place, at in self._changed.items() if now - at < REST}
        free = self._changed.get(post.id, now - REST) + REST
        wanted = next((tag for tag in forum.available_tags if tag.name in _names(kind)), None)
        others = [tag for tag in post.applied_tags if tag.name not in _names(*KINDS)]
        stands = [tag for tag in post.applied_tags if tag not in others]
        if len(others) >= ON_A_POST or (wanted is not None and stands == [wanted]):
            return until
        if free > now:
            return free
        if wanted is None:
            wanted = await self._made(table, forum, kind)
        if wanted is None:
            return None
        self._changed[post.id] = now
        async with self._api.line.request():
            await post.edit(applied_tags=[*others, wanted])
        return until

    async def _made(self, table: Table, forum: discord.ForumChannel, kind: str) -> discord.ForumTag | None:
        """The tag, with all of ours that are missing made at once; None where they can't be."""
        speak, known = words(table.locale), {tag.name for tag in forum.available_tags}
        missing = [each for each in KINDS if not known & _names(each)]
        room = len(forum.available_tags) + len(missing) <= IN_A_FORUM
        if not room or not forum.permissions_for(forum.guild.me).manage_channels:
            return None
        tags = [discord.ForumTag(name=speak(f"tag.{each}")) for each in missing]
        async with self._api.line.request():
            changed = await forum.edit(available_tags=[*forum.available_tags, *tags])
        there = changed.available_tags if changed else ()
        return next((tag for tag in there if tag.name in _names(kind)), None)


def standing_of(table: Table, now: datetime) -> tuple[str, datetime | None]:
    """How a table stands, as a tag says it, and when it stands otherwise if nothing happens. Who plays right
    now has moved before a move is said to be waited for."""
    if table.status is Status.LOBBY:
        return "open", None
    if table.status is not Status.PLAYING:
        return "over", None
    owed = [sitter.pace.duty.since for sitter in table.sitters if sitter.user and sitter.pace.duty]
    waits = min(owed) + LONG if owed else None
    if table.rests or (waits is not None and waits <= now):
        return "waits", None
    return "playing", waits


def _names(*kinds: str) -> set[str]:
    """What these tags are called, in any language: that of a server may change."""
    return {words(locale)(f"tag.{kind}") for locale in locales() for kind in kinds}
