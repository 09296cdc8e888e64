"""The command line with a pretended Discord behind it."""

import asyncio
import os
import signal
import sys
from itertools import count
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot import config, running
from bot.__main__ import main
from bot.tables.computers import Computers
from bot.tables.outbox import Outbox

_TRIES = count(1)
SLOW_STEPS = {
    "login": (discord.Client, "login"),
    "sync": (app_commands.CommandTree, "sync"),
    "dispatcher": (Outbox, "with_notices"),
    "computers": (Computers, "thinking"),
}
"""Steps of the start in which it can be made to stay."""


async def _refuse(*_: Any) -> None:
    raise discord.LoginFailure("Improper token has been passed.")


async def _unreachable(*_: Any) -> None:
    raise aiohttp.ClientConnectionError("Cannot connect to host discord.com:443")


async def _outage(*_: Any) -> None:
    """Over after the second try, when another trouble shows that there was a third."""
    await (_unreachable() if next(_TRIES) < 3 else _refuse())


async def _welcome(self: discord.Client, token: str) -> None:
    await self.setup_hook()


async def _begin_and_stay(*_: Any) -> None:
    """A step of the start that takes long."""
    sys.stdout.write("starting\n")
    sys.stdout.flush()
    await asyncio.sleep(600)


def _stopped_early(*_: Any) -> None:
    """SIGTERM before anything could listen for it."""
    os.kill(os.getpid(), signal.SIGTERM)


async def _nothing(*_: Any, **__: Any) -> list[Any]:
    return []


async def _stay_until_closed(self: discord.Client, **_: Any) -> None:
    closed, close = asyncio.Event(), self.http.close

    async def close_and_tell() -> None:
        await close()
        closed.set()

    self.http.close = close_and_tell
    sys.stdout.write("connected\n")
    sys.stdout.flush()
    await closed.wait()


def pretend(how: str) -> None:
    """Puts the pretended behaviour in place."""
    running.LOOK = 0.05
    if how in ("welcome", "early", *SLOW_STEPS):
        discord.Client.login = _welcome
        discord.Client.connect = _stay_until_closed
        app_commands.CommandTree.sync = _nothing
        if how in SLOW_STEPS:
            setattr(*SLOW_STEPS[how], _begin_and_stay)
        elif how == "early":
            config.use_fonts = _stopped_early
    else:
        discord.http.HTTPClient.static_login = {
            "refuse": _refuse,
            "unreachable": _unreachable,
            "outage": _outage,
            "endless": _unreachable,
        }[how]
        running.PATIENCE = {"unreachable": (), "outage": (0, 0, 0), "endless": (0, 600)}.get(how, ())


def run(pretended: str, *arguments: str) -> int:
    """The exit code of a command; nothing is pretended if that is empty."""
    if pretended:
        pretend(pretended)
    return main([*arguments])
