"""The commands that need the bot or its database: run, play, backup."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bot import logs
from bot.config import ConfigError, Settings, token_problem
from bot.exits import DONE, Refused

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

PATIENCE = (1, 2, 5, 10, 30, 60)
"""Seconds between the attempts to log in while Discord or the network has an outage."""
PARTING = 1
"""Seconds that the connection has to end once the bot is closed."""
PORTAL = "https://discord.com/developers/applications"


def run(settings: Settings) -> int:
    """Serves Discord until SIGTERM or SIGINT, then finishes what is under way."""
    problem = token_problem(settings.token)
    if problem is not None:
        raise ConfigError(
            f"{problem} Get one at {PORTAL} (Bot, Reset Token) and put it into .env; "
            "`python -m bot play` needs none."
        )
    from bot import fontfiles

    fontfiles.use(settings)
    logs.start(settings)
    asyncio.run(_serve(settings))
    return DONE


async def _serve(settings: Settings) -> None:
    from discord import VoiceClient

    from bot.app import build
    from bot.store import open_store

    # Before Discord is asked: trouble with the file is told at once, also without a network.
    await (await open_store(settings.database, synchronous=settings.synchronous)).close()
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # nobody will speak
    app = build(settings, limited=True)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    serving = asyncio.create_task(_connect(app, settings))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await app.close()
        # Closed, it leaves by itself; unless it waits for the next attempt to log in or to reconnect.
        await asyncio.wait({serving}, timeout=PARTING)
        serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def _connect(app: App, settings: Settings) -> None:
    import aiohttp
    import discord

    try:
        await _log_in(app, settings.token or "")
        app.studio.warm()
        settle()
        await app.connect()
    except discord.LoginFailure as error:
        raise Refused(
            f"Discord does not accept DISCORD_TOKEN. Make a new one at {PORTAL} (Bot, Reset Token)."
        ) from error
    except discord.ConnectionClosed as error:
        raise Refused(f"Discord has closed the connection for good (code {error.code}).") from error
    except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        raise Refused(f"Discord can't be reached: {_first_line(error)}") from error


def settle() -> None:
    """Lets the garbage collector pass over what the start has made, which lives as long as the bot: to look
    through all of it again would hold everybody up for 50 ms."""
    gc.collect()
    gc.freeze()


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
    missing = [name for name in ("simcord", "aiohttp") if find_spec(name) is None]
    if missing:
        raise Refused("The playground is not installed: run .venv/bin/pip install -e '.[playground]' first.")
    from bot import fontfiles, playground

    fontfiles.use(settings)
    logs.start(settings)
    return asyncio.run(
        playground.serve(
            settings, port=port, people=people, locale=locale or settings.locale, open_browser=open_browser
        )
    )


def backup(settings: Settings, target: Path) -> int:
    """Writes a consistent copy of the database, also while the bot runs."""
    from bot.store import files

    if not settings.database.exists():
        raise Refused(f"There is no database at {settings.database}.")
    files.backup(settings.database, target)
    sys.stdout.write(f"{target}: {target.stat().st_size:,} bytes\n")
    return DONE
