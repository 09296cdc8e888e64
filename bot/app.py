"""The bot: builds the services, loads the cogs by name, tells Discord its commands when they have changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.config import Settings
from bot.discord import register_controls, router
from bot.discord.coach import Coach
from bot.discord.commands import CatalogueTranslator
from bot.discord.discord_api import server_errors
from bot.discord.dispatcher import Dispatcher
from bot.discord.gateway import PARTING, Connected
from bot.discord.guild_events import GuildEvents
from bot.discord.live_panels import LivePanels
from bot.discord.rate_limit import RateLimit
from bot.discord.recent import Recent
from bot.discord.render_pool import RenderPool
from bot.exits import Refused
from bot.games import registry
from bot.measures import UNMEASURED, Measures
from bot.opponents.analyses import Analyses
from bot.opponents.runner import Opponents
from bot.store import Store, open_store
from bot.store.errors import StoreError
from bot.store.session import NO_TABLE
from bot.store.shards import WHOLE
from bot.tables.clock import Clock, Keeping, Steady, ticks
from bot.tables.model import Person, PersonRow
from bot.tables.policy import HEARTBEAT
from bot.tables.services import Tables, build_tables
from bot.tables.settings import language_of
from bot.text import Words, digest, words

if TYPE_CHECKING:
    from bot.leases import Ownership
    from bot.metrics import Metrics

log = logging.getLogger(__name__)
T = TypeVar("T")

SHARED = ("cogs.tables", "cogs.games", "cogs.context_menus")
"""The cogs that all games share; they are loaded first."""


def extensions() -> tuple[str, ...]:
    """The cogs in the order in which they are loaded: what all games share, then each game that has one."""
    own = [key for key in registry.own() if find_spec(f"cogs.{key}")]
    installed = [f"{package}.cog" for package in registry.installed().values()]
    return (*SHARED, *(f"cogs.{key}" for key in own), *installed)


EXTENSIONS = extensions()
PATIENCE = 10
"""Seconds that closing waits for answers that are under way."""
LISTENER_AGAIN = 0.2
"""Seconds until an address is tried again that another process has."""
COMMANDS_AGAIN = 30
"""Seconds until the commands are told again when Discord had trouble with them."""
ACQUAINTANCES = 10_000
"""People whose name and language are kept in mind, so that a press needs no write."""
FORMS = 2_000
"""Forms that are kept ready for whoever may open them."""


class Tree(app_commands.CommandTree["App"]):
    """The slash commands; whatever goes wrong before a command's own work is answered in one place."""

    def _from_interaction(self, interaction: discord.Interaction[App]) -> None:
        """Begins a command or suggestions for one: under way from the moment in which they arrive."""
        self.client.begin(self.client.loop.create_task(self._answered(interaction), name="command"))

    async def _answered(self, interaction: discord.Interaction[App]) -> None:
        try:
            await self._call(interaction)
        except app_commands.AppCommandError as error:
            await self._dispatch_error(interaction, error)

    async def on_error(
        self, interaction: discord.Interaction[App], error: app_commands.AppCommandError, /
    ) -> None:
        """Has the error answered like every other one."""
        await router.failed(interaction, error)


class App(Connected):
    """Stammtisch in Discord. `wait` and `now` are the seams behind which a simulation puts its own clock."""

    store: Store
    tables: Tables
    render_pool: RenderPool
    dispatcher: Dispatcher
    opponents: Opponents
    analyses: Analyses
    rate_limit: RateLimit

    def __init__(
        self,
        settings: Settings,
        *,
        extensions: tuple[str, ...] = EXTENSIONS,
        always_sync: bool = False,
        limited: bool = False,
        request_budget: bool = False,
        ownership: Ownership | None = None,
        **options: Any,
    ) -> None:
        if settings.shards is not None:
            options |= {"shard_ids": settings.shards.ids, "shard_count": settings.shards.count}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            http_trace=server_errors(self),
            **options,
        )
        self.settings = settings
        self.part = settings.shards or WHOLE
        """Those whose tables this process looks after."""
        self.ownership = ownership
        """Its lease on them; None where it is alone."""
        self.metrics = _metrics(self) if settings.metrics else None
        self.measures: Measures = self.metrics or UNMEASURED
        self.built = False
        """Whether all services are there."""
        self.failures = 0
        """Interactions that ended in an error since the start."""
        self._names = extensions
        self._always_sync = always_sync
        self.limited = limited
        """Whether who asks for much at once has to wait: where people press, not where a program does."""
        self.request_budget = request_budget
        """Whether requests are spread over time by Discord's limit: it has none where it is simulated."""
        self.heartbeat = HEARTBEAT
        """So often the bot notes that it is alive."""
        self._people: Recent[int, tuple[Person, str]] = Recent(ACQUAINTANCES)
        self.forms: Recent[tuple[int, str], Any] = Recent(FORMS)
        """Forms that were made ready, by the person and the control that opens them."""
        self.live_panels = LivePanels()
        self.newcomers: Recent[tuple[int, int], int] = Recent(ACQUAINTANCES)
        """By table and person: the turn of the first panel of who is new to the game, -1 of who knows it."""
        self._under_way: set[asyncio.Task[Any]] = set()
        self._turned_away: set[asyncio.Task[Any]] = set()
        """What arrived after closing has begun: it is only told to come again."""
        self._open = AsyncExitStack()
        self._steady: Steady | None = None
        self._closed: asyncio.Task[None] | None = None

    def now(self) -> datetime:
        """The present time, aware; it jumps with the machine's clock only where all that is to come does."""
        return self._steady.now() if self._steady else discord.utils.utcnow()

    def ticks(self) -> timedelta:
        """Time that has passed since some moment, whatever happens to clocks; virtual in a simulation."""
        return ticks()

    async def wait(self, awaitable: Awaitable[T], *, reason: str) -> T:
        """Awaits something that only time or somebody outside can bring about."""
        return await awaitable

    async def ponder(self, awaitable: Awaitable[T]) -> T:
        """Awaits what a computer player thinks, which takes real time in a simulation too."""
        return await awaitable

    async def turn_in(self, way: int, apart: float) -> float:
        """The same for all processes of the bot, where there are several."""
        if self.ownership is not None:
            with suppress(StoreError):  # then ours alone are in order: others are sent away, and come again
                return await self.store.change(lambda tx: tx.turn_in(f"shards {way}", apart), held=NO_TABLE)
        return await super().turn_in(way, apart)

    async def open_listener(self) -> None:
        """Shows metrics and health where the settings say so, until the bot is closed. `Refused` where the
        address can't be had."""
        if self.metrics is None or self.settings.metrics is None:
            return
        from bot.listener import listen

        runner = await listen(self, self.metrics, self.settings.metrics)
        self._open.push_async_callback(runner.cleanup)
        logging.getLogger().addHandler(self.metrics.lines)
        self._open.callback(logging.getLogger().removeHandler, self.metrics.lines)

    def open_listener_once_free(self) -> None:
        """The same as soon as the address can be had: beside a standby on the same machine the process that
        serves has it until it has ended."""

        async def opening() -> None:
            told = False
            while not self.closing:
                try:
                    await self.open_listener()
                    return
                except Refused as error:
                    if not told:
                        log.info("waiting: %s", error)
                    told = True
                await asyncio.sleep(LISTENER_AGAIN)

        self._open.callback(asyncio.create_task(opening(), name="listener").cancel)

    async def setup_hook(self) -> None:
        """Builds everything; raises `StoreError` when the database can't be used."""
        self._steady = Steady(discord.utils.utcnow, self.ticks)
        self.render_pool = RenderPool(drawing=self.settings.drawing, measures=self.measures)
        # Closed last: a worker that is just starting is waited for, and whoever takes over need not wait too.
        self._open.push_async_callback(self.render_pool.close)
        self.store = await open_store(
            self.settings.database,
            synchronous=self.settings.synchronous,
            timed=self.measures.timed,
            shards=self.settings.shards,
        )
        self._open.push_async_callback(self.store.close)
        if self.ownership is not None and self.ownership.lease is not None:
            self.store.write_under(self.ownership.lease)
            self._open.push_async_callback(self.ownership.give_up)
            self._open.push_async_callback(self.store.flush)
        self.tables = build_tables(self.store, now=self.now, shards=self.part)
        self.tables.signals.on_panel = partial(self.live_panels.borrow, self)
        self.tables.signals.on_person = self._changed_elsewhere
        self.dispatcher = Dispatcher(self)
        self.rate_limit = RateLimit(self)
        self.coach = Coach(self)
        register_controls()
        self.add_listener(router.component, "on_interaction")
        GuildEvents(self).listen()
        await self.tree.set_translator(CatalogueTranslator())
        for name in self._names:
            await self.load_extension(name)
        if self.part.home:
            if found := await self.tables.results.write_missing_results():
                log.info("wrote down the results of %d earlier games", found)
            await self._tell_commands()
        self._open.push_async_callback(self.dispatcher.close)
        self.tables.signals.on_notices = self.dispatcher.kick
        await self.dispatcher.start()
        keeping = Keeping(self.settings.keep_abandoned, self.settings.keep_finished)
        clock = Clock(
            self.store,
            self.tables,
            now=self.now,
            wait=self.wait,
            steady=self._steady,
            keeping=keeping,
            heartbeat=self.heartbeat,
        )
        self._open.push_async_callback(clock.close)
        await clock.start()
        self.opponents = Opponents(self.tables, wait=self.wait, ponder=self.ponder, measures=self.measures)
        self._open.push_async_callback(self.opponents.close)
        await self.opponents.start()
        self.analyses = Analyses(self.tables, self.opponents, wait=self.wait, ponder=self.ponder)
        self._open.push_async_callback(self.analyses.close)
        await self.analyses.start()
        if self.ownership is not None:
            self.ownership.keep(self.tables.signals, self._look_around)
        self.built = True

    @property
    def owner(self) -> bool:
        """Whether it is still this process that looks after its tables."""
        return self.ownership is None or self.ownership.held

    def _look_around(self, missed: bool) -> None:
        """Looks for what another process may have told in vain; `missed` where something may be lost."""
        if missed:
            self._people.drop(lambda _: True)
        self.dispatcher.look_around()
        self.tables.signals.on_timers()
        for kick in self.tables.signals.on_news.values():
            kick()
        self.tables.signals.on_analyses()
        self.begin(asyncio.create_task(self._think_on(), name="thinking"))

    async def _think_on(self) -> None:
        with suppress(StoreError):  # the next look finds it
            await self.opponents.start()

    def _changed_elsewhere(self, user: int) -> None:
        """Another process has written something else about a person."""
        self.look_up_again(user)
        self.begin(asyncio.create_task(self.tables.personal_data.forgotten(user), name="forgotten"))

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
        try:
            await _finish(self._under_way, PATIENCE)
            await self._open.aclose()
        finally:
            await self.hang_up()
            await _finish(self._turned_away, PARTING)
            # Not `Bot.close`, which unloads the cogs: they hold nothing, and a second bot in this process
            # (a restart in the playground) would find their modules gone.
            await self.leave()

    def begin(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        """Notes what answers somebody, or looks after an event: closing waits for it."""
        tasks = self._turned_away if self.closing else self._under_way
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return task

    def _schedule_event(
        self, coro: Callable[..., Coroutine[Any, Any, Any]], event_name: str, *args: Any, **kwargs: Any
    ) -> asyncio.Task[Any]:
        """Begins a listener of the library: under way from the moment in which the event arrives."""
        library: Any = super()
        return self.begin(library._schedule_event(coro, event_name, *args, **kwargs))

    def language_in_mind(self, person: Person) -> str:
        """The language in which to answer, as far as it is known without looking it up."""
        known = self._people.get(person.id)
        return known[1] if known is not None else person.locale

    async def language_for(self, person: Person) -> str:
        """The language in which to answer; nothing is remembered."""
        if self._people.get(person.id) is not None:
            return self.language_in_mind(person)
        return _language(await self._known(person.id), person)

    async def meet(self, person: Person) -> str:
        """Remembers how somebody is called; the language in which to answer. Only what has changed is written
        down, and where that fails another time."""
        known = self._people.get(person.id)
        if known is not None and known[0] == person:
            return known[1]
        row = await self._known(person.id)
        language = _language(row, person)
        if row is None or (row.name, row.locale) != (person.name, person.locale):
            try:
                await self.store.change(
                    lambda tx: tx.people.remember(person.id, person.name, person.locale), held=NO_TABLE
                )
            except StoreError as error:
                log.warning("somebody's name could not be written down: %s", error)
                return language
        self._people.put(person.id, (person, language))
        return language

    async def _known(self, user: int) -> PersonRow | None:
        return await self.store.read(lambda tx: tx.people.get(user))

    def look_up_again(self, user: int) -> None:
        """A person has chosen another language, or wants to be forgotten: nothing of them stays in mind."""
        self._people.drop(lambda known: known == user)
        self.forms.drop(lambda key: key[0] == user)

    async def words_for(self, user: int) -> Words:
        """The words of a person's language: the one that was chosen, else the one of their client."""
        known = self._people.get(user)
        if known is not None:
            return words(known[1])
        return self.words_of(await self._known(user))

    def words_of(self, person: PersonRow | None) -> Words:
        """The same for a person as we know them."""
        return words(language_of(person) or self.settings.locale)

    async def locale_of(self, guild: int | None, sent: str | None) -> str:
        """The language of public posts: a server's setting, else what Discord says of it, else ours."""
        if guild is not None:
            sent = (await self.tables.servers.settings(guild)).language or sent
        return words(sent or self.settings.locale).locale

    async def _tell_commands(self, after: float = 0.0) -> None:
        """Syncs; what Discord has trouble with is tried again while the bot already plays. What it refuses is
        not: people have the commands that were told before."""
        if after:
            await self.wait(asyncio.sleep(after), reason="commands")
        try:
            await self._sync()
        except (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            log.warning("the commands could not be told: %s", type(error).__name__)
            again = asyncio.create_task(self._tell_commands(after=COMMANDS_AGAIN), name="commands")
            self._open.callback(again.cancel)
        except discord.HTTPException as error:
            log.error("Discord refuses the commands (%d/%d): %s", error.status, error.code, error.text)

    async def _sync(self) -> None:
        """Tells Discord the commands, only if they are not the ones told last time."""
        present = self._fingerprint()
        known = await self.store.read(lambda stored: stored.meta.get("commands"))
        if known == present and not self._always_sync:
            return
        await self.tree.sync()
        await self.store.change(lambda stored: stored.meta.put("commands", present))
        log.info("told Discord %d commands", len(self.tree.get_commands()))

    def _fingerprint(self) -> str:
        """Of the commands, and of the catalogues that name them in other languages."""
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, commands, digest()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def _metrics(app: App) -> Metrics:
    """Loaded only where somebody wants to see them."""
    from bot.metrics import Metrics

    return Metrics(app)


def _language(row: PersonRow | None, person: Person) -> str:
    """The language that somebody has chosen, else that of their client as it is now."""
    return language_of(replace(row, locale=person.locale) if row else None) or person.locale


async def _finish(tasks: set[asyncio.Task[Any]], patience: float) -> None:
    """Waits for all of these, also for those that begin meanwhile; what takes too long is broken off."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience
    while tasks and loop.time() < end:
        await asyncio.wait(set(tasks), timeout=end - loop.time())
    late = set(tasks)
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late, timeout=PARTING)


def build(settings: Settings, **options: Any) -> App:
    """The bot, not yet connected: for `run`, the playground and the tests."""
    return App(settings, **options)
