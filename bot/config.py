"""Settings: environment variables, or a file `.env` in the working folder; the environment wins."""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

from bot.text import LOCALES

PREFIX = "STAMMTISCH_"
LEVELS = ("debug", "info", "warning", "error")
SYNCHRONOUS = ("full", "normal")
TOKEN_SHAPE = re.compile(r"(?P<id>[\w-]{18,40})\.[\w-]{5,10}\.[\w-]{20,60}", re.ASCII)


class ConfigError(Exception):
    """Settings that can't be used: one line for each problem, never with a secret in it."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person who runs the bot has decided."""

    token: str | None = field(default=None, repr=False)
    """DISCORD_TOKEN: the bot's password at Discord; only `run` needs it."""
    database: Path = Path("data/stammtisch.sqlite3")
    """STAMMTISCH_DATABASE: the file that holds everything; its folder is made if need be."""
    locale: str = LOCALES[0]
    """STAMMTISCH_LOCALE: the language of public posts where a server has not said its own."""
    log: str = "info"
    """STAMMTISCH_LOG: how much is told on stderr."""
    synchronous: str = "full"
    """STAMMTISCH_SYNCHRONOUS: "normal" is faster on slow disks; a power cut may then lose the last moves."""


def variable(name: str) -> str:
    """The environment variable of a field of `Settings`."""
    return "DISCORD_TOKEN" if name == "token" else f"{PREFIX}{name.upper()}"


def load(environment: Mapping[str, str] | None = None, *, dotenv: Path = Path(".env")) -> Settings:
    """The settings, checked; raises `ConfigError` with every problem at once."""
    values = {**_file(dotenv), **(os.environ if environment is None else environment)}
    problems: list[str] = []

    def one_of(name: str, allowed: tuple[str, ...], default: str) -> str:
        value = values.get(variable(name), "").strip().lower() or default
        if value not in allowed:
            problems.append(f"{variable(name)} is {value!r}; it can be {_either(allowed)}.")
        return value

    settings = Settings(
        token=values.get("DISCORD_TOKEN", "").strip() or None,
        database=_path(values.get(variable("database"), ""), problems),
        locale=one_of("locale", LOCALES, Settings().locale),
        log=one_of("log", LEVELS, Settings().log),
        synchronous=one_of("synchronous", SYNCHRONOUS, Settings().synchronous),
    )
    if problems:
        raise ConfigError(*problems)
    return settings


def token_problem(token: str | None) -> str | None:
    """What is wrong with the look of a token, in one line without the token itself; None if nothing."""
    if token is None:
        return "DISCORD_TOKEN is not set."
    if token.lower().startswith("bot "):
        return 'DISCORD_TOKEN begins with the word "Bot"; give the token alone.'
    if application_id(token) is None:
        return "DISCORD_TOKEN does not look like a bot token (three parts joined by dots)."
    return None


def application_id(token: str) -> int | None:
    """The id of the application that a token belongs to: its first part holds it; None if malformed."""
    match = TOKEN_SHAPE.fullmatch(token)
    if match is None:
        return None
    try:
        digits = base64.urlsafe_b64decode(match["id"] + "=" * (-len(match["id"]) % 4))
    except binascii.Error:
        return None
    return int(digits) if digits.isdigit() else None


def unknown(environment: Mapping[str, str] | None = None, *, dotenv: Path = Path(".env")) -> tuple[str, ...]:
    """Names with our prefix that mean nothing: most likely a slip of the pen."""
    names = {**_file(dotenv), **(os.environ if environment is None else environment)}
    known = {variable(name) for name in Settings.__slots__} | TEST_VARIABLES
    return tuple(sorted(name for name in names if name.startswith(PREFIX) and name not in known))


TEST_VARIABLES = frozenset({"STAMMTISCH_CHROMIUM", "STAMMTISCH_OPENAPI"})
"""Read by the tests alone: which browser to drive, Discord's own description of its interface."""


def _file(path: Path) -> dict[str, str]:
    try:
        found = dotenv_values(path, interpolate=False, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The settings file {path} can't be read: {_reason(error)}.") from error
    return {name: value for name, value in found.items() if value is not None}


def _path(text: str, problems: list[str]) -> Path:
    if "\0" in text:
        problems.append(f"{variable('database')} is not the name of a file.")
        return Settings().database
    return Path(text.strip()).expanduser() if text.strip() else Settings().database


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (
        "it is not UTF-8 text"
        if isinstance(error, UnicodeDecodeError)
        else error.strerror or "no reason given"
    )


def _either(allowed: tuple[str, ...]) -> str:
    return " or ".join((", ".join(allowed[:-1]), allowed[-1]))
