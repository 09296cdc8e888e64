"""Catalogues in gettext's .po form, read at first use: a folder a language (`bot.languages`), and
`words/<language>.po` of each game. What a language lacks is said in the fallback language, key by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from gettext import c2py
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Protocol

from babel.core import Locale
from babel.dates import format_skeleton, get_day_names
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.languages import fallback, folders, locales, spoken
from bot.text.markup import folded

_LEAP_YEAR = 2000
"""A year with all days that there are."""
_ADDED: list[Traversable] = []


class Plural(tuple[str, ...]):
    """The forms of a plural message, with the rule of its catalogue that chooses between them."""

    rule: Callable[[int], int]

    def form(self, n: object) -> str:
        """The form for a number; the last one for anything else."""
        return self[self.rule(n)] if isinstance(n, int) else self[-1]


Message = str | Plural


def locale_of(tag: str | None) -> str:
    """The language spoken to someone whose client says `tag` ("ja", "en-GB", "de", None)."""
    return spoken(tag) or fallback()


class Titled(Protocol):
    """A game as far as its name needs it."""

    @property
    def key(self) -> str:
        """Before all keys of its words."""
        ...

    @property
    def title(self) -> str:
        """As it is printed on the box."""
        ...

    @property
    def designers(self) -> tuple[str, ...]:
        """Who has made it."""
        ...


class Words:
    """One language: call it with a key and the values of its placeholders."""

    __slots__ = ("_messages", "_own", "locale")

    def __init__(self, locale: str, own: dict[str, Message], other: Words | None) -> None:
        self.locale = locale
        self._own = own
        self._messages = other._messages | own if other else own

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def __reduce__(self) -> tuple[Callable[[str], Words], tuple[str]]:
        """Another process reads its own catalogues: the language is all that travels."""
        return words, (self.locale,)

    def __call__(self, key: str, /, **data: object) -> str:
        """The sentence for `key`; a plural one is chosen by the value `n`. `KeyError` if there is none."""
        message = self._messages[key]
        text = message if isinstance(message, str) else message.form(data.get("n"))
        return text.format_map(data) if data else text

    def title(self, game: Titled) -> str:
        """What a game is called: as its box says, unless the language has a name of its own for it."""
        return self(key) if (key := f"{game.key}.name") in self else game.title

    def designers(self, game: Titled) -> str:
        """Who has made a game, in the letters of the language where it names them itself."""
        return self(key) if (key := f"{game.key}.designers") in self else self.all_of(game.designers)

    def has_own(self, key: str) -> bool:
        """Whether the language has the sentence itself, so that it is not one of the fallback."""
        return key in self._own

    def all_of(self, items: Iterable[str]) -> str:
        """The items as a list in the manner of the language: "A, B, and C"."""
        return format_list(list(items), locale=_babel(self.locale))

    def any_of(self, items: Iterable[str]) -> str:
        """The items as a choice in the manner of the language: "A, B, or C"."""
        return format_list(list(items), style="or", locale=_babel(self.locale))

    def listed(self, items: Iterable[str]) -> str:
        """The items one after the other, without an "and"; empty where there are none."""
        return self("picture.comma").join(items)

    def number(self, number: int) -> str:
        """A number in the manner of the language: "1,430"."""
        return format_decimal(number, locale=_babel(self.locale))

    def day(self, month: int, day: int) -> str:
        """A day of any year in the manner of the language: "May 19"."""
        return format_skeleton("MMMd", date(_LEAP_YEAR, month, day), locale=_babel(self.locale))

    def date(self, when: date) -> str:
        """A day of one year in the manner of the language: "May 19, 2026"."""
        return format_skeleton("yMMMMd", when, locale=_babel(self.locale))

    def weekday(self, day: int) -> str:
        """What a day of the week is called; 0 is Monday."""
        return get_day_names(context="stand-alone", locale=_babel(self.locale))[day]

    def language(self, locale: str) -> str:
        """What a language is called in this one."""
        return _babel(locale).get_display_name(_babel(self.locale)) or locale


def _babel(locale: str) -> Locale:
    return Locale.parse(locale, sep="-")


@cache
def words(locale: str | None) -> Words:
    """The words of a language, by any tag that Discord may send; each language is read once."""
    own, other = locale_of(locale), fallback()
    if locale != own:
        return words(own)
    return Words(own, _read(own), words(other) if own != other else None)


def called(value: str, *keys: str) -> bool:
    """Whether a text is what a sentence of the catalogue says in any language."""
    said = {folded(words(locale)(key)) for key in keys for locale in locales()}
    return folded(value) in said


def add_catalogues(folder: Traversable) -> None:
    """Reads the `<locale>.po` in the folder of a game that lives elsewhere, too."""
    if folder not in _ADDED:
        _ADDED.append(folder)
        words.cache_clear()
        digest.cache_clear()


def _read(locale: str) -> dict[str, Message]:
    messages: dict[str, Message] = {}
    for file in catalogues(locale):
        messages |= entries(file, locale)
    return messages


def catalogues(locale: str) -> list[Traversable]:
    """All files of a language: what all games share, then each game's own."""
    shared = sorted(
        (file for folder in folders(locale) for file in folder.iterdir() if file.name.endswith(".po")),
        key=lambda file: file.name,
    )
    games = sorted(files("bot.games").iterdir(), key=lambda entry: entry.name)
    own = [folder.joinpath("words") for folder in games if folder.is_dir()]
    installed = [files(point.value).joinpath("words") for point in entry_points(group="stammtisch.games")]
    found = [folder.joinpath(f"{locale}.po") for folder in (*own, *installed, *_ADDED)]
    return [*shared, *(file for file in found if file.is_file())]


@cache
def digest() -> str:
    """Another one whenever anything in the catalogues of any language is; like them it is read once."""
    found = sha256()
    for file in (file for locale in locales() for file in catalogues(locale)):
        found.update(file.read_bytes())
    return found.hexdigest()


def entries(file: Traversable, locale: str) -> dict[str, Message]:
    """The messages of one .po file by key, plural ones with the rule of its header `Plural-Forms`."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=locale.replace("-", "_"), abort_invalid=True)
    rule = _rule(catalogue.plural_expr)
    return {
        message.id if isinstance(message.id, str) else message.id[0]: _forms(message.string, rule)
        for message in catalogue
        if message.id
    }


@cache
def _rule(expression: str) -> Callable[[int], int]:
    return c2py(expression)


def _forms(text: str | Sequence[str] | None, rule: Callable[[int], int]) -> Message:
    if isinstance(text, str):
        return text
    forms = Plural(text or ())
    forms.rule = rule
    return forms
