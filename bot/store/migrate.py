"""Brings a database to the newest schema: numbered SQL files, each applied whole or not at all."""

from __future__ import annotations

import sqlite3
from functools import cache
from importlib.resources import files
from pathlib import Path

from bot.store.errors import NewerDatabaseError, NotADatabaseError

APPLICATION = int.from_bytes(b"Stam", "big")
"""SQLite's `application_id` of our files."""


@cache
def scripts() -> tuple[str, ...]:
    """The migrations in order: the first one makes schema 1 from an empty file."""
    folder = files("bot.store").joinpath("migrations")
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name
    )
    return tuple(entry.read_text(encoding="utf-8") for entry in found)


def newest() -> int:
    """The schema number this version of the bot writes."""
    return len(scripts())


def schema_of(connection: sqlite3.Connection) -> int:
    """The schema number of a file, 0 for an empty one; `NotADatabaseError` if others have made it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (things or schema):
        raise NotADatabaseError("the file was made by another program")
    return schema


def migrate(connection: sqlite3.Connection, path: Path, upto: int | None = None) -> None:
    """Applies what is missing, up to schema `upto` or the newest; a newer file is left as it is."""
    schema = usable_schema(connection, path)
    for number, script in enumerate(scripts()[:upto], start=1):
        if number > schema:
            try:
                connection.executescript(
                    f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
                )
            except sqlite3.Error:
                connection.rollback()
                raise


def usable_schema(connection: sqlite3.Connection, path: Path) -> int:
    """The schema number of a file that this version can use; a `StoreError` says why it can't."""
    try:
        schema = schema_of(connection)
    except NotADatabaseError as error:
        raise NotADatabaseError(f"{path}: {error}") from error
    if schema > newest():
        raise NewerDatabaseError(
            f"{path}: written by a newer version of the bot (schema {schema}; this one knows {newest()})"
        )
    return schema
