"""A look at everything the bot needs, in one line each; and the short question whether it is alive."""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Literal

import discord

from bot import COMMAND, config
from bot.config import LOOPBACK, Address, Settings
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.data import unsourced
from bot.store import Place, Server, StoreError, files, guard, outside
from bot.store.errors import DamagedRowError
from bot.store.files import newest
from bot.store.guard import held_elsewhere
from bot.tables.clock import BEAT
from bot.tables.policy import HEARTBEAT

MIB = 1 << 20
DISK_TIGHT, DISK_FULL = 500 * MIB, 50 * MIB
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows less."""
SILENCE = 2 * HEARTBEAT + timedelta(minutes=1)
"""A bot that has not noted its heartbeat for so long hangs."""
ANY, ANY_6, LOOPBACK_6 = "0.0.0.0", "::", "::1"
PATIENCE = 5.0
"""Seconds that the listener may take to answer."""
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot asks a server for: exactly what it needs."""
RENAMED = {"read_messages": "View channels"}
"""Where discord.py and Discord's own dialogue use different words."""
SCOPES = ("bot", "applications.commands")
RESTART = "stop it, put the file that shall count in its place, and start it again."


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    mark: Literal["ok", "note", "FAIL"]
    name: str
    line: str


def main(settings: Settings) -> int:
    """Prints every check; fails if one of them would keep the bot from running."""
    failed = False
    for check in checks(settings):
        failed = failed or check.mark == "FAIL"
        sys.stdout.write(f"{check.mark:<5} {check.name:<9} {check.line}\n")
    return CHECK_FAILED if failed else DONE


def health(settings: Settings) -> int:
    """Whether the bot that uses this database is alive: its heartbeat is young, or where several share it the
    lease on its shards holds; and its listener answers if the settings name one. Reads only."""
    if settings.shards is not None and isinstance(settings.database, Server):
        alive = outside.driver().read_served(settings.database, settings.shards)
        sys.stdout.write(f"shards {settings.shards}: {'served' if alive else 'nobody serves them'}\n")
    else:
        beat = _heartbeat(settings.database)
        alive = beat is not None and datetime.now(UTC) - beat < SILENCE
        sys.stdout.write(f"last heartbeat: {beat.isoformat(timespec='seconds') if beat else 'none'}\n")
    if settings.metrics is not None:
        answers = _answers(settings.metrics)
        alive = alive and answers
        sys.stdout.write(f"listener at {settings.metrics}: {'answers' if answers else 'does not answer'}\n")
    return DONE if alive else CHECK_FAILED


def _answers(address: Address) -> bool:
    host = {ANY: LOOPBACK, ANY_6: LOOPBACK_6}.get(address.host, address.host)
    connection = HTTPConnection(host, address.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def checks(settings: Settings) -> Iterator[Check]:
    """Every check, in the order in which one would put things right."""
    yield from _token(settings)
    yield Check("ok", "intents", "Guilds only: no privileged intent has to be switched on.")
    for name in config.unknown():
        yield Check("note", "settings", f"{name} is not a setting of the bot; docs/settings.md lists them.")
    yield _fonts(settings)
    if isinstance(settings.database, Server):
        yield from _server(settings.database)
    else:
        yield from _database(settings.database)
        yield _disk(guard.resolved(settings.database))
    abandoned, finished = (
        f"for {days} days" if days else "for ever"
        for days in (settings.keep_abandoned, settings.keep_finished)
    )
    line = f"Tables that ended without a result {abandoned}, finished games {finished}."
    yield Check("ok", "kept", line)
    yield _clock(settings.database)
    yield from _house()


def _token(settings: Settings) -> Iterator[Check]:
    problem = config.token_problem(settings.token)
    application = config.application_id(settings.token or "")
    if problem is not None or application is None:
        yield Check("FAIL", "token", f"{problem} `{COMMAND} play` works without one.")
        yield Check("note", "invite", f"With a token: the link that asks for {permission_names()}.")
        return
    yield Check(
        "ok", "token", "DISCORD_TOKEN is set and looks like one; only Discord can tell if it is valid."
    )
    yield Check("ok", "invite", invite_link(application))


def _fonts(settings: Settings) -> Check:
    from render.fonts import FontError

    try:
        faces = config.use_fonts(settings)
    except FontError as error:
        return Check("FAIL", "fonts", str(error))
    return Check("ok", "fonts", f"{faces.regular.name} and {faces.bold.name}")


def _database(path: Path) -> Iterator[Check]:
    place = guard.resolved(path)
    try:
        guard.check_place(place)
        if held_elsewhere(place):
            yield Check("FAIL", "database", f"{path} was replaced or deleted under a running bot: {RESTART}")
        elif not os.path.exists(place):
            folder = _existing(place.parent)
            if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
                yield Check("ok", "database", f"{place} does not exist yet; `run` makes it.")
            else:
                trouble = f"{place} can't be made: {folder} is not a folder one may write to."
                yield Check("FAIL", "database", trouble)
        elif not os.access(place, os.R_OK | os.W_OK) or not os.access(place.parent, os.W_OK | os.X_OK):
            yield Check("FAIL", "database", f"{path} or its folder can't be written.")
        else:
            yield from _content(place)
    except StoreError as error:
        yield Check("FAIL", "database", str(error))


def _server(server: Server) -> Iterator[Check]:
    try:
        if outside.exists(server):
            yield _used(server, outside.driver().read_size(server))
        else:
            yield Check("ok", "database", f"{server} is empty; `run` makes its tables.")
    except StoreError as error:
        yield Check("FAIL", "database", str(error))


def _used(place: Place, size: int) -> Check:
    schema, beat = outside.read_schema(place), _heartbeat(place)
    last = (
        f"a bot last noted its heartbeat at {beat:%Y-%m-%d %H:%M} UTC" if beat else "no bot has run on it yet"
    )
    return Check("ok", "database", f"{place}: schema {schema} of {newest()}, {size / MIB:.1f} MiB; {last}.")


def _content(path: Path) -> Iterator[Check]:
    files.refuse_foreign_wal(path)
    files.read_schema(path)
    whole = files.check(path)
    yield _used(path, path.stat().st_size)
    if not whole:
        seconds = f"{files.CHECK_SECONDS:.0f} seconds"
        yield Check("note", "database", f"No damage found in {seconds}; reading all of it takes longer.")


def _existing(folder: Path) -> Path:
    folder = folder.absolute()
    return next(place for place in (folder, *folder.parents) if os.path.exists(place))


def _disk(path: Path) -> Check:
    free = shutil.disk_usage(_existing(path.parent)).free
    line = f"{free / MIB:,.0f} MiB free"
    if free < DISK_FULL:
        return Check("FAIL", "disk", f"{line}: too little, moves could not be kept.")
    return Check("note" if free < DISK_TIGHT else "ok", "disk", line)


def _clock(place: Place) -> Check:
    now = datetime.now(UTC)
    if now < BUILT:
        return Check(
            "FAIL", "clock", f"It shows {now:%Y-%m-%d %H:%M} UTC: set it, or Discord refuses the connection."
        )
    try:
        beat = _heartbeat(place)
    except StoreError:
        beat = None
    if beat is not None and beat > now + SILENCE:
        return Check(
            "FAIL",
            "clock",
            f"It shows {now:%Y-%m-%d %H:%M} UTC, but the bot last ran at {beat:%Y-%m-%d %H:%M}.",
        )
    return Check("ok", "clock", f"{now:%Y-%m-%d %H:%M} UTC")


def _house() -> Iterator[Check]:
    """What no printed source says is decided by the house; nobody should take it for the printed rules."""
    counts = {game.info.title: len(unsourced(game.info.key)) for game in registry.games()}
    found = ", ".join([f"{name} {count}" for name, count in counts.items() if count])
    if found:
        line = f"Decided here for want of a printed source: {found}; CONTRIBUTING.md says how to replace it."
        yield Check("ok", "house", line)


def _heartbeat(place: Place) -> datetime | None:
    text = outside.read_meta(place, BEAT)
    try:
        return datetime.fromisoformat(text).astimezone(UTC) if text else None
    except (ValueError, TypeError, OverflowError) as error:
        raise DamagedRowError(f"{place}: the heartbeat in it can't be read") from error


def invite_link(application: int) -> str:
    """The address under which somebody who manages a server invites the bot."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


def permission_names() -> str:
    """The permissions in words, as Discord's own dialogue lists them."""
    asked = (name for name, wanted in PERMISSIONS if wanted)
    return ", ".join(RENAMED.get(name, name.replace("_", " ").capitalize()) for name in asked)
