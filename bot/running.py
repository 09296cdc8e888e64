"""The commands that need the bot or its database: run, play, backup."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bot import COMMAND, config, logs
from bot.config import ConfigError, Settings, token_problem
from bot.exits import DONE, Refused
from bot.store import Server
from bot.store.errors import StoreError

if TYPE_CHECKING:
    from bot.app import App
    from bot.leases import Ownership

log = logging.getLogger(__name__)
T = TypeVar("T")

STOPS = (signal.SIGTERM, signal.SIGINT)
PATIENCE = (1, 2, 5, 10, 30, 60)
"""Seconds between the attempts to log in while Discord or the network has an outage."""
PARTING = 1
"""Seconds that the connection has to end once the bot is closed."""
DEAD = timedelta(seconds=35)
"""After so long without a sign of life another process has given up its lease."""
SETTLED = 1
"""Seconds after the login before what can wait is done."""
LOOK = 10
"""Seconds between two looks whether the database is still the file that was opened."""
PORTAL = "https://discord.com/developers/applications"


@contextmanager
def held_back() -> Generator[None]:
    """Lets SIGTERM and SIGINT wait until the bot listens for them; until then they would end it rudely."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run(settings: Settings, *, standby: bool = False) -> int:
    """Serves Discord until SIGTERM or SIGINT, then finishes what is under way; on `standby` once nobody else
    does."""
    problem = token_problem(settings.token)
    if problem is not None:
        raise ConfigError(
            f"{problem} Get one at {PORTAL} (Bot, Reset Token) and put it into .env; "
            f"`{COMMAND} play` needs none."
        )
    config.use_fonts(settings)
    logs.start(settings)
    with _error_reports(settings.errors_dsn):
        asyncio.run(_serve(settings, standby=standby))
    return DONE


@contextmanager
def _error_reports(dsn: str | None) -> Generator[None]:
    """Reports what the log tells of errors, if that is wanted."""
    if dsn is None:
        yield
        return
    if find_spec("sentry_sdk") is None:
        raise Refused(
            "STAMMTISCH_ERRORS_DSN needs the extra errors: run .venv/bin/pip install -e '.[errors]' first."
        )
    from bot.error_reports import ErrorReports

    try:
        reports = ErrorReports(dsn)
    except ValueError:  # which quotes a part of it
        raise ConfigError("STAMMTISCH_ERRORS_DSN is no DSN, such as https://key@errors.example/1.") from None
    logging.getLogger().addHandler(reports)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(reports)
        reports.close()


async def _serve(settings: Settings, *, standby: bool = False) -> None:
    stopping = asyncio.create_task(_stop_wished().wait())
    app = await _unless(stopping, _start(settings, standby=standby))
    if app is not None:
        await _stay(app, stopping)
    stopping.cancel()


def _stop_wished() -> asyncio.Event:
    """Set by the first SIGTERM or SIGINT, also by one that has come before."""
    wished = asyncio.Event()
    for number in STOPS:
        asyncio.get_running_loop().add_signal_handler(number, wished.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    return wished


async def _unless(stopping: asyncio.Task[Any], work: Coroutine[Any, Any, T]) -> T | None:
    """What the work comes to; None where it was broken off because the bot is to stop."""
    task = asyncio.create_task(work)
    await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
        with suppress(asyncio.CancelledError):
            return await task
        return None
    return task.result()


async def _start(settings: Settings, *, standby: bool = False) -> App:
    """A bot that has logged in; whatever keeps it from that, all that it has opened is closed again."""
    with _all_kept():
        from discord import VoiceClient

        from bot.app import build
        from bot.store import open_store

    # Before Discord is asked: trouble with the file is told at once, also without a network.
    store = await open_store(settings.database, synchronous=settings.synchronous, shards=settings.shards)
    await store.close()
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # nobody will speak
    ownership = _ownership(settings, standby=standby)
    app = build(settings, limited=True, request_budget=True, ownership=ownership)
    try:
        if standby:
            app.open_listener_once_free()
        else:
            await app.open_listener()
        if ownership is not None:
            await ownership.take(patience=None if standby else DEAD)
        await _get_ready(app, settings.token or "")
    except BaseException:
        await app.close()
        if ownership is not None:
            await ownership.give_up()
        raise
    return app


def _ownership(settings: Settings, *, standby: bool) -> Ownership | None:
    """Our part of the bot, where several processes share one. A process that has just died may still hold it:
    for so long it is waited for in any case."""
    if settings.shards is None or not isinstance(settings.database, Server):
        if standby:
            raise Refused("--standby needs STAMMTISCH_SHARDS and a PostgreSQL database.")
        return None
    from bot.app import extensions
    from bot.leases import Ownership

    for name in extensions():  # what would take longest once it is our turn
        import_module(name)
    return Ownership(settings.database, settings.shards)


async def _get_ready(app: App, token: str) -> None:
    with _all_kept(), _in_one_line():
        await _log_in(app, token)
    app.render_pool.warm()


async def _stay(app: App, stopping: asyncio.Task[Any]) -> None:
    """Keeps the connection until the bot is to stop, and while it stops: who presses meanwhile is told so."""
    serving = asyncio.create_task(app.connect())
    watching = asyncio.create_task(_watch(app))
    owning = asyncio.create_task(_own(app))
    settling = asyncio.create_task(_settle_later())
    try:
        await asyncio.wait({serving, watching, owning, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if watching.done() or owning.done():
            (watching if watching.done() else owning).result()
        elif not stopping.done():
            with _in_one_line():
                await serving
    finally:
        watching.cancel()
        owning.cancel()
        settling.cancel()
        await app.close()
        # Closed, it leaves by itself; unless it waits for the next attempt to reconnect.
        await asyncio.wait({serving}, timeout=PARTING)
        serving.cancel()
        await asyncio.gather(serving, watching, owning, settling, return_exceptions=True)


async def _own(app: App) -> None:
    """Refuses to go on once another process looks after our tables."""
    if app.ownership is None:
        await asyncio.Event().wait()
    else:
        await app.ownership.lost()


async def _watch(app: App) -> None:
    """Refuses to go on once the database is not ours any more: moves would be accepted and lost."""
    while True:
        await asyncio.sleep(LOOK)
        with suppress(StoreError):  # a disk in trouble is no other file
            if said := await asyncio.to_thread(app.store.replaced):
                raise Refused(said)


@contextmanager
def _in_one_line() -> Generator[None]:
    """Turns what keeps the bot from Discord into a sentence for whoever runs it."""
    import aiohttp
    import discord

    try:
        yield
    except discord.LoginFailure as error:
        raise Refused(
            f"Discord does not accept DISCORD_TOKEN. Make a new one at {PORTAL} (Bot, Reset Token)."
        ) from error
    except discord.ConnectionClosed as error:
        raise Refused(f"Discord has closed the connection for good (code {error.code}).") from error
    except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        raise Refused(f"Discord can't be reached: {_first_line(error)}") from error


@contextmanager
def _all_kept() -> Generator[None]:
    """Looks for no garbage: what is loaded and made here stays, and `settle` looks through it once."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def settle() -> None:
    """Lets the garbage collector pass over what the start has made, which lives as long as the bot: to look
    through all of it again would hold everybody up for 50 ms."""
    gc.collect()
    gc.freeze()


async def _settle_later() -> None:
    """Once the bot serves, and after the catalogues were read that the login has not needed."""
    from bot.text import locales, words

    await asyncio.sleep(SETTLED)
    for locale in locales():
        await asyncio.to_thread(words, locale)
    settle()


async def _log_in(app: App, token: str) -> None:
    """Logs in, with patience for an outage: only what keeps failing stops the start."""
    import aiohttp
    import discord

    for pause in PATIENCE:
        try:
            await app.login(token)
            return
        except (aiohttp.ClientError, OSError, discord.DiscordServerError) as error:
            log.warning("Discord can't be reached (%s); trying again in %s s", _first_line(error), pause)
            await app.http.close()
            app.http.connector = discord.utils.MISSING  # closed too: the next attempt makes its own
            await asyncio.sleep(pause)
    await app.login(token)


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def play(settings: Settings, *, port: int, people: int, locale: str | None, open_browser: bool) -> int:
    """Opens the playground until SIGTERM or SIGINT."""
    missing = [name for name in ("simcord", "aiohttp", "bot.playground") if find_spec(name) is None]
    if missing:
        raise Refused("The playground is not installed here, as in the image for hosting.")
    config.use_fonts(settings)
    logs.start(settings)
    # Simcord makes a client when it is imported: discord.py warns of its intents and of voice.
    library = logging.getLogger("discord")
    level = library.level
    library.setLevel(logging.ERROR)
    from bot.playground import hosting

    library.setLevel(level)
    settings = replace(settings, locale=locale or settings.locale, shards=None)
    return asyncio.run(
        hosting.serve(
            lambda database: hosting.bot_on(replace(settings, database=database)),
            port=port,
            people=people,
            locale=settings.locale,
            open_browser=open_browser,
            own=str(settings.database),
        )
    )


def backup(settings: Settings, target: Path) -> int:
    """Writes a consistent copy of the database, also while the bot runs."""
    from bot.store import Server, files, guard

    if isinstance(settings.database, Server):
        raise Refused(f"{settings.database} is kept by PostgreSQL: copy it with its own pg_dump.")
    database = guard.resolved(settings.database)
    if not os.path.exists(database):
        raise Refused(f"There is no database at {settings.database}.")
    files.refuse_foreign_wal(database)
    files.backup(database, target)
    sys.stdout.write(f"{target}: {target.stat().st_size:,} bytes\n")
    return DONE


def move_database(source: str, target: str) -> int:
    """Copies all of a database to another place; goes on with what was broken off."""
    from bot.store import move, place

    def tell(name: str, found: move.Sum) -> None:
        sys.stdout.write(f"{name:<15} {found.rows:>12,} rows  sha256 {found.digest[:16]}\n")
        sys.stdout.flush()

    places = place(source), place(target)
    move.move(*places, tell)
    sys.stdout.write(
        f"All of {places[0]} is in {places[1]} now; STAMMTISCH_DATABASE says which one counts.\n"
    )
    return DONE
