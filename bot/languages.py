"""The languages spoken, each found by its folder with a `language.toml`: its settings are read here, its
words in `bot.text`. A tag is the folder's name: "pl", or "pt-BR" where a region speaks differently."""

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

SETTINGS = "language.toml"
"""The file that makes a folder a language."""
ROOTS: tuple[Traversable, ...] = (files("bot").joinpath("text", "catalogues"),)
"""Where languages are looked for."""


class Sandbox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the world of the playground is made of in a language."""

    server: str
    channels: tuple[str, ...]
    elsewhere: str
    """A channel of another server, where people have the bot as an app of their own and it is no member."""
    people: tuple[str, ...]
    """Names, the first one owns the server."""
    keys: tuple[str, ...] = ()
    """What stands for each of them in an address; their names in small letters, where nothing is said."""


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a language, as its `language.toml` holds them."""

    client: str
    """How Discord's clients name it: "en-US", "ja", "sv-SE"."""
    time_zone: str = "UTC"
    """Where servers of this language are, unless they say another time zone."""
    fallback: bool = False
    """Spoken to everybody whose language is not there; one language is."""
    playground: Sandbox | None = None


def folders(tag: str) -> list[Traversable]:
    """The folders of a language."""
    found = [root.joinpath(tag) for root in ROOTS]
    return [folder for folder in found if folder.is_dir()]


@cache
def languages() -> dict[str, Language]:
    """The languages by tag: the fallback first, then by name."""
    places = [place for root in ROOTS for place in root.iterdir()]
    found = {
        place.name: msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Language)
        for place in places
        if (file := place.joinpath(SETTINGS)).is_file()
    }
    return dict(sorted(found.items(), key=lambda each: (not each[1].fallback, each[0])))


def locales() -> tuple[str, ...]:
    """The tags of the languages, the fallback first."""
    return tuple(languages())


def fallback() -> str:
    """The language of everybody whose own one is not there."""
    return locales()[0]


@lru_cache(1_000)
def spoken(tag: str | None) -> str | None:
    """The language for a tag of any spelling ("ja", "en-GB", "pt_BR"); None if it is not there."""
    whole = (tag or "").replace("_", "-")
    known = {each.casefold(): each for each in locales()}
    return known.get(whole.casefold()) or known.get(whole.partition("-")[0].casefold())


def time_zone_of(locale: str) -> str:
    """The time zone of a server with this language."""
    tag = spoken(locale)
    return languages()[tag].time_zone if tag else "UTC"
