"""A look at a database that others may be using, whatever its engine is; it changes nothing."""

import os
from importlib.util import find_spec
from types import ModuleType

from bot.store import files
from bot.store.errors import StoreError
from bot.store.place import Place, Server


def driver() -> ModuleType:
    """The engine of servers; a `StoreError` where its driver is not installed."""
    if find_spec("psycopg") is None:
        raise StoreError("PostgreSQL needs its driver: .venv/bin/pip install -e '.[postgres]'")
    from bot.store import postgres

    return postgres


def leases() -> ModuleType:
    """The leases on the shards of a bot, which only a server keeps."""
    driver()
    from bot.store import leases

    return leases


def exists(place: Place) -> bool:
    """Whether a bot has made a database there."""
    return read_schema(place) > 0


def read_schema(place: Place) -> int:
    """The schema number of a database that this version can use, 0 where there is none."""
    if isinstance(place, Server):
        return driver().read_schema(place)
    return files.read_schema(place) if os.path.exists(place) else 0


def read_meta(place: Place, key: str) -> str | None:
    """A single value of the bot; None where there is none."""
    if isinstance(place, Server):
        return driver().read_meta(place, key)
    return files.read_meta(place, key) if os.path.exists(place) else None
