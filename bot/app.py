"""The bot: builds the services, loads the cogs by name, tells Discord its commands when they have changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator
from contextlib import AsyncExitStack, contextmanager
from datetime import datetime
from typing import Any, Protocol, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.config import Settings
from bot.opponents.runner import Opponents
from bot.store.connection import open_store
from bot.store.protocol import Store
from bot.store.records import PersonRow
from bot.tables.clock import Clock
from bot.tables.model import Person
from bot.tables.retention import Keeping
from bot.tables.service import TableService
from bot.tables.wishes import language_of
from bot.text import Words, words
from render.scene import Drawing, Picture

log = logging.getLogger(__name__)
T = TypeVar("T")

EXTENSIONS = (
    "cogs.kit",
    "cogs.tables",
    "cogs.games",
    "cogs.six_nimmt",
    "cogs.thurn_and_taxis",
    "cogs.noerdlingen",
    "cogs.my_city",
    "cogs.noria",
)
"""What is loaded, in this order: what all games share comes first."""
PATIENCE = 10
"""Seconds that closing waits for answers that are under way."""
COMMANDS_AGAIN = 30
"""Seconds until the commands are told again when Discord had trouble with them."""
ACQUAINTANCES = 10_000
"""People whose name and language are kept in mind, so that a press needs no write."""


class Studio(Protocol):
    """Where pictures are drawn."""

    def warm(self) -> None:
        """Prepares the first pictures in the background."""
        ...

    def ready(self, content: Any) -> bool:
        """Whether the message can be sent without drawing anything."""
        ...

    async def picture(self, drawing: Drawing) -> Picture:
        """The finished picture."""
        ...

    async def parcel(self, content: Any, palette: str = ...) -> Any:
        """A described message with its pictures in the reader's palette, ready to be sent."""
        ...

    def close(self) -> None:
        """Ends the drawing thread."""
        ...


class Courier(Protocol):
    """Who brings notices to Discord."""

    async def start(self) -> None:
        """Picks up what is pending."""
        ...

    def kick(self, table: int) -> None:
        """Tells that there are new notices of a table."""
        ...

    def heard_from(self, channel: int) -> None:
        """Tells that somebody could use the bot in this channel."""
        ...

    def let_in(self, guild: int) -> None:
        """Tells that something has changed about what the bot may do in this server."""
        ...

    async def close(self) -> None:
        """Finishes what is under way and stops."""
        ...


class Limits(Protocol):
    """What people and channels may still ask for."""

    def spend(self, person: int, channel: int, tokens: int) -> None:
        """Takes something from both, or refuses."""
        ...


class Tree(app_commands.CommandTree["App"]):
    """The slash commands; whatever goes wrong before a command's own work is answered in one place."""

    async def on_error(
        self, interaction: discord.Interaction[App], error: app_commands.AppCommandError, /
    ) -> None:
        """Hands the error to the room that answers interactions."""
        await self.client.on_failed_command(interaction, error)


class App(commands.Bot):
    """Stammtisch in Discord. `wait` and `now` are the seams behind which a simulation puts its own clock."""

    store: Store
    tables: TableService
    studio: Studio
    courier: Courier
    opponents: Opponents
    limits: Limits
    on_failed_command: Callable[[discord.Interaction[Any], Exception], Awaitable[None]]

    def __init__(
        self,
        settings: Settings,
        *,
        extensions: tuple[str, ...] = EXTENSIONS,
        always_sync: bool = False,
        limited: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            **options,
        )
        self.settings = settings
        self.failures = 0
        """Interactions that ended in an error since the start."""
        self._names = extensions
        self._always_sync = always_sync
        self.limited = limited
        """Whether who asks for much at once has to wait: where people press, not where a program does."""
        self._people: OrderedDict[int, tuple[Person, str]] = OrderedDict()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._open = AsyncExitStack()
        self._closed: asyncio.Task[None] | None = None

    def now(self) -> datetime:
        """The present time, aware; virtual in a simulation."""
        return discord.utils.utcnow()

    async def wait(self, awaitable: Awaitable[T], *, reason: str) -> T:
        """Awaits something that only time or somebody outside can bring about."""
        return await awaitable

    async def ponder(self, awaitable: Awaitable[T]) -> T:
        """Awaits what a computer player thinks, which takes real time in a simulation too."""
        return await awaitable

    async def setup_hook(self) -> None:
        """Builds everything; raises `StoreError` when the database can't be used."""
        self.store = await open_store(self.settings.database, synchronous=self.settings.synchronous)
        self._open.push_async_callback(self.store.close)
        self.tables = TableService(self.store, now=self.now)
        for name in self._names:
            await self.load_extension(name)
        self._open.callback(self.studio.close)
        await self._write_missing_results()
        await self._tell_commands()
        self._open.push_async_callback(self.courier.close)
        self.tables.on_notices = self.courier.kick
        await self.courier.start()
        keeping = Keeping(self.settings.keep_abandoned, self.settings.keep_finished)
        clock = Clock(self.store, self.tables, now=self.now, wait=self.wait, keeping=keeping)
        self._open.push_async_callback(clock.close)
        await clock.start()
        self.opponents = Opponents(self.tables, wait=self.wait, ponder=self.ponder)
        self._open.push_async_callback(self.opponents.close)
        await self.opponents.start()

    @property
    def closing(self) -> bool:
        """Whether the bot is about to stop: nothing new is begun."""
        return self._closed is not None

    async def close(self) -> None:
        """Finishes what is under way and lets go of everything; may be called several times."""
        if self._closed is None:
            self._closed = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closed)

    async def _close(self) -> None:
        others = self._under_way - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=PATIENCE)
        try:
            await self._open.aclose()
        finally:
            # Not `Bot.close`, which unloads the cogs: they hold nothing, and a second bot in this process
            # (a restart in the playground) would find their modules gone.
            await discord.Client.close(self)

    @contextmanager
    def under_way(self) -> Generator[None]:
        """Marks the present task as answering somebody: closing waits for it."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def meet(self, person: Person) -> str:
        """Remembers how somebody is called; the language in which to answer."""
        known = self._people.get(person.id)
        if known is not None and known[0] == person:
            self._people.move_to_end(person.id)
            return known[1]
        async with self.store.transaction() as stored:
            await stored.people.remember(person.id, person.name, person.locale)
            language = language_of(await stored.people.get(person.id)) or person.locale
        self._people[person.id] = person, language
        if len(self._people) > ACQUAINTANCES:
            self._people.popitem(last=False)
        return language

    def look_up_again(self, user: int) -> None:
        """A person has chosen another language, or wants to be forgotten: nothing of them stays in mind."""
        self._people.pop(user, None)

    async def words_for(self, user: int) -> Words:
        """The words of a person's language: the one that was chosen, else the one of their client."""
        if user in self._people:
            return words(self._people[user][1])
        async with self.store.reading() as stored:
            return self.words_of(await stored.people.get(user))

    def words_of(self, person: PersonRow | None) -> Words:
        """The same for a person as we know them."""
        return words(language_of(person) or self.settings.locale)

    async def locale_of(self, guild: int | None, told: str | None) -> str:
        """The language of public posts: a server's setting, else what Discord says of it, else ours."""
        if guild is not None:
            told = (await self.tables.server(guild)).language or told
        return words(told or self.settings.locale).locale

    async def _write_missing_results(self) -> None:
        """Games that ended before their results were kept get them now."""
        found = await self.tables.write_missing_results()
        if found:
            log.info("wrote down the results of %d earlier games", found)

    async def _tell_commands(self) -> None:
        """Syncs; what Discord has trouble with is tried again while the bot already plays."""
        try:
            await self._sync()
        except (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            log.warning("the commands could not be told: %s", type(error).__name__)
            again = asyncio.create_task(self._tell_commands_later(), name="commands")
            self._open.callback(again.cancel)

    async def _tell_commands_later(self) -> None:
        await self.wait(asyncio.sleep(COMMANDS_AGAIN), reason="commands")
        await self._tell_commands()

    async def _sync(self) -> None:
        """Tells Discord the commands, only if they are not the ones told last time."""
        told = await self._fingerprint()
        async with self.store.reading() as stored:
            known = await stored.meta.get("commands")
        if known == told and not self._always_sync:
            return
        await self.tree.sync()
        async with self.store.transaction() as stored:
            await stored.meta.put("commands", told)
        log.info("told Discord %d commands", len(self.tree.get_commands()))

    async def _fingerprint(self) -> str:
        translator = self.tree.translator
        payload = [
            await command.get_translated_payload(self.tree, translator)
            if translator
            else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def build(settings: Settings, **options: Any) -> App:
    """The bot, not yet connected: for `run`, the playground and the tests."""
    return App(settings, **options)
