"""Settings: environment variables, or a file `.env` in the working folder; the environment wins."""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from dotenv import dotenv_values

from bot.store.place import Place, Server, place
from bot.store.shards import Shards, shards
from bot.tables.policy import ABANDONED_DAYS
from bot.text import fallback, locales

if TYPE_CHECKING:
    from render.fonts import Faces

T = TypeVar("T")
PREFIX = "STAMMTISCH_"
LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS: dict[str, Literal["text", "json"]] = {"text": "text", "json": "json"}
SYNCHRONOUS: dict[str, Literal["full", "normal"]] = {"full": "full", "normal": "normal"}
MOST_DAYS = 36_500
MOST_PROCESSES = 64
MOST_PORT = 65_535
LOOPBACK = "127.0.0.1"
HOST = re.compile(r"(?:[\w.-]+|\[[0-9a-fA-F:]+\])?", re.ASCII)
"""A name, a number of IPv4, or one of IPv6 in brackets."""
TOKEN_SHAPE = re.compile(r"(?P<id>[\w-]{18,40})\.[\w-]{5,10}\.[\w-]{20,60}", re.ASCII)

DSN_SHAPE = re.compile(
    r"https?://[^\s/@?#]+@(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?(?:/[^\s/@?#]+)*/[0-9]+", re.ASCII
)


class ConfigError(Exception):
    """Settings that can't be used: one line for each problem, never with a secret in it."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _means(text: str) -> Mapping[str, str]:
    """The meaning of a setting, from which `python -m bot docs` makes docs/settings.md."""
    return {"meaning": text}


class Address(NamedTuple):
    """Where to listen."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person who runs the bot has decided."""

    token: str | None = field(
        default=None, repr=False, metadata=_means("The bot's token at Discord. Only `run` needs it.")
    )
    database: Place = field(
        default=Path("data/stammtisch.sqlite3"),
        metadata=_means(
            "The file that holds all tables; its folder is made if need be. Or the address of a PostgreSQL "
            "database, such as `postgresql://user:password@host/stammtisch`."
        ),
    )
    shards: Shards | None = field(
        default=None,
        metadata=_means(
            "Which of Discord's shards this process serves, and how many there are, such as `0-1/4`, where "
            "several processes share one bot on PostgreSQL; [hosting.md](hosting.md#several-processes) tells "
            "more. Without it one process serves all."
        ),
    )
    locale: str = field(
        default=fallback(),
        metadata=_means(
            "Language of public posts where a server has not set its own: "
            f"{' or '.join(f'`{locale}`' for locale in locales())}."
        ),
    )
    log: str = field(
        default="info", metadata=_means("Detail of the log on stderr: `debug`, `info`, `warning` or `error`.")
    )
    log_format: Literal["text", "json"] = field(
        default="text",
        metadata=_means("Lines of the log: `text` for people, or `json` for programs, an object a line."),
    )
    metrics: Address | None = field(
        default=None,
        metadata=_means(
            "Port, or `address:port`, at which `run` shows `/metrics`, `/healthz` and `/readyz`; a port "
            "alone is one of `127.0.0.1`. [hosting.md](hosting.md#watching-the-bot) tells more."
        ),
    )
    errors_dsn: str | None = field(
        default=None,
        repr=False,
        metadata=_means(
            "Where `run` reports errors: the DSN of a project at Sentry or a service like it; needs the "
            "extra `errors`. [hosting.md](hosting.md#watching-the-bot) says what a report holds."
        ),
    )
    synchronous: Literal["full", "normal"] = field(
        default="full",
        metadata=_means(
            "`normal` is faster on slow disks, but a power cut may lose the last accepted moves."
        ),
    )
    keep_abandoned: int = field(
        default=ABANDONED_DAYS,
        metadata=_means("Days for which tables are kept that ended without a result; `0` is for ever."),
    )
    keep_finished: int = field(default=0, metadata=_means("The same for games that were played to the end."))
    drawing: str = field(
        default="auto",
        metadata=_means(
            "How many processes draw pictures, or `thread` for none beside the bot. `auto`: one less than "
            "the machine has processors, and `thread` where that is none or memory is below 1 GB."
        ),
    )
    font: Path | None = field(
        default=None, metadata=_means("Another font file for the pictures than the one that comes along.")
    )
    font_bold: Path | None = field(
        default=None, metadata=_means("Its bold face; without it the regular one serves for both.")
    )


def variable(name: str) -> str:
    """The environment variable of a field of `Settings`."""
    return "DISCORD_TOKEN" if name == "token" else f"{PREFIX}{name.upper()}"


def load(environment: Mapping[str, str] | None = None, *, dotenv: Path = Path(".env")) -> Settings:
    """The settings, checked; raises `ConfigError` with every problem at once."""
    read = _Reader({**_file(dotenv), **(os.environ if environment is None else environment)})
    default = Settings()
    settings = Settings(
        token=read.text("token") or None,
        database=place(read.text("database")) if read.text("database") else default.database,
        shards=read.shards("shards"),
        locale=read.one_of("locale", {locale: locale for locale in locales()}, default.locale),
        log=read.one_of("log", {level: level for level in LEVELS}, default.log),
        log_format=read.one_of("log_format", LOG_FORMATS, default.log_format),
        metrics=read.address("metrics"),
        errors_dsn=read.dsn("errors_dsn"),
        synchronous=read.one_of("synchronous", SYNCHRONOUS, default.synchronous),
        keep_abandoned=read.days("keep_abandoned", default.keep_abandoned),
        keep_finished=read.days("keep_finished", default.keep_finished),
        drawing=read.drawing(default.drawing),
        font=read.path("font"),
        font_bold=read.path("font_bold"),
    )
    if settings.shards and not settings.shards.whole and not isinstance(settings.database, Server):
        read.problems.append(
            f"{variable('shards')} is {settings.shards}, a part of the bot, but {settings.database} is a "
            "file that one process holds: several processes need PostgreSQL."
        )
    if read.problems:
        raise ConfigError(*read.problems)
    return settings


class _Reader:
    """Takes fields out of the environment and collects what is wrong with them."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.problems: list[str] = []

    def text(self, name: str) -> str:
        return self._values.get(variable(name), "").strip()

    def path(self, name: str) -> Path | None:
        text = self.text(name)
        return Path(text).expanduser() if text else None

    def address(self, name: str) -> Address | None:
        """Where to listen: a port of this machine alone, or of an address."""
        text = self.text(name)
        host, _, port = text.rpartition(":")
        fits = port.isascii() and port.isdecimal() and 1 <= int(port) <= MOST_PORT and HOST.fullmatch(host)
        if text and not fits:
            self.problems.append(
                f"{variable(name)} is {text!r}; it can be a port from 1 to {MOST_PORT}, alone or behind an "
                "address and a colon."
            )
        return Address(host.strip("[]") or LOOPBACK, int(port)) if text and fits else None

    def shards(self, name: str) -> Shards | None:
        """A range of shards and their number."""
        text = self.text(name)
        found = shards(text)
        if text and found is None:
            self.problems.append(
                f"{variable(name)} is {text!r}; it can be a range of shards and their number, such as 0-1/4."
            )
        return found

    def dsn(self, name: str) -> str | None:
        """An address with a key in it, which no problem repeats."""
        text = self.text(name)
        if text and not DSN_SHAPE.fullmatch(text):
            self.problems.append(f"{variable(name)} is no DSN, such as https://key@errors.example/1.")
        return text or None

    def days(self, name: str, default: int) -> int:
        text = self.text(name)
        fits = text.isascii() and text.isdecimal() and int(text) <= MOST_DAYS
        if text and not fits:
            self.problems.append(
                f"{variable(name)} is {text!r}; it can be a number of days up to {MOST_DAYS}, or 0 for ever."
            )
        return int(text) if fits else default

    def drawing(self, default: str) -> str:
        text = self.text("drawing").lower()
        count = text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_PROCESSES
        if text and not count and text not in ("auto", "thread"):
            self.problems.append(
                f"{variable('drawing')} is {text!r}; it can be auto, thread, or a number of processes "
                f"from 1 to {MOST_PROCESSES}."
            )
        return text if text in ("auto", "thread") or count else default

    def one_of(self, name: str, allowed: Mapping[str, T], default: T) -> T:
        text = self.text(name).lower()
        if text and text not in allowed:
            self.problems.append(f"{variable(name)} is {text!r}; it can be {_either(tuple(allowed))}.")
        return allowed.get(text, default)


def use_fonts(settings: Settings) -> Faces:
    """The faces that pictures will be written with; `FontError` if there are none.

    The pictures look into the environment: what stands in `.env` is put there for them.
    """
    from render import fonts

    for name in ("font", "font_bold"):
        path = getattr(settings, name)
        if path is not None:
            os.environ[variable(name)] = str(path)
    return fonts.resolve()


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


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (
        "it is not UTF-8 text"
        if isinstance(error, UnicodeDecodeError)
        else error.strerror or "no reason given"
    )


def _either(allowed: tuple[str, ...]) -> str:
    return " or ".join((", ".join(allowed[:-1]), allowed[-1]))
