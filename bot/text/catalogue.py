"""Catalogues in gettext's .po form, read at first use: a folder a language, and `words/<language>.po` of each
game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from babel.core import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.messages.pofile import read_po

LOCALES = ("en", "ja")
"""The languages spoken; the first one is for everybody else."""

Message = str | tuple[str, ...]
_LEAP_YEAR = 2000
"""A year with all days that there are."""
_SHARED = files("bot.text").joinpath("catalogues")
_ADDED: list[Traversable] = []


def locale_of(tag: str | None) -> str:
    """The language spoken to someone whose client says `tag` ("ja", "en-GB", "de", None)."""
    short = (tag or "").replace("_", "-").partition("-")[0]
    return short if short in LOCALES else LOCALES[0]


class Words:
    """One language: call it with a key and the values of its placeholders."""

    __slots__ = ("_messages", "locale")

    def __init__(self, locale: str, messages: dict[str, Message]) -> None:
        self.locale = locale
        self._messages = messages

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def __reduce__(self) -> tuple[Callable[[str], Words], tuple[str]]:
        """Another process reads its own catalogues: the language is all that travels."""
        return words, (self.locale,)

    def __call__(self, key: str, /, **data: object) -> str:
        """The sentence for `key`; a plural one is chosen by the value `n`. `KeyError` if there is none."""
        message = self._messages[key]
        if not isinstance(message, str):
            message = message[0 if len(message) == 1 or data.get("n") == 1 else 1]
        return message.format_map(data) if data else message

    def all_of(self, items: Iterable[str]) -> str:
        """The items as a list in words: "A, B and C" or 「A、B、C」."""
        return format_list(list(items), locale=Locale.parse(self.locale))

    def day(self, month: int, day: int) -> str:
        """A day of any year in words: "May 19" or 「5月19日」."""
        return format_skeleton("MMMd", date(_LEAP_YEAR, month, day), locale=Locale.parse(self.locale))


@cache
def words(locale: str | None) -> Words:
    """The words of a language, by any tag that Discord may send."""
    short = locale_of(locale)
    return Words(short, _read(short))


def add_catalogues(folder: Traversable) -> None:
    """Reads the `<locale>.po` in the folder of a game that lives elsewhere, too."""
    if folder not in _ADDED:
        _ADDED.append(folder)
        words.cache_clear()


def guest_catalogues() -> tuple[Traversable, ...]:
    """The folders that were added."""
    return tuple(_ADDED)


def _read(locale: str) -> dict[str, Message]:
    messages: dict[str, Message] = {}
    for file in catalogues(locale):
        messages |= entries(file, locale)
    return messages


def catalogues(locale: str) -> list[Traversable]:
    """All files of a language: what all games share, then each game's own."""
    shared = sorted(_SHARED.joinpath(locale).iterdir(), key=lambda entry: entry.name)
    games = sorted(files("bot.games").iterdir(), key=lambda entry: entry.name)
    own = [folder.joinpath("words", f"{locale}.po") for folder in games if folder.is_dir()]
    installed = [files(point.value).joinpath("words") for point in entry_points(group="stammtisch.games")]
    added = [folder.joinpath(f"{locale}.po") for folder in (*installed, *_ADDED)]
    return [*shared, *(file for file in own if file.is_file()), *added]


def entries(file: Traversable, locale: str) -> dict[str, Message]:
    """The messages of one .po file by key, plural ones as a tuple of their forms."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=locale, abort_invalid=True)
    return {_first(message.id): _forms(message.string) for message in catalogue if message.id}


def _first(key: str | Sequence[str]) -> str:
    return key if isinstance(key, str) else key[0]


def _forms(text: str | Sequence[str] | None) -> Message:
    return text if isinstance(text, str) else tuple(text or ())
