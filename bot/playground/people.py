"""The people of a new world, with short names and the language of each one's client."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

LOCALES = ("en-US", "ja")
"""What the page can say that a person's client speaks, as Discord writes it."""

MOST = 10
"""As many as the largest game takes."""

_ENGLISH = ("Alice", "Bob", "Carol", "David", "Emma", "Finn", "Grace", "Henry", "Ida", "Jack")
_JAPANESE = {
    "haru": "ハル",
    "yui": "ユイ",
    "sora": "ソラ",
    "rin": "リン",
    "ken": "ケン",
    "mei": "メイ",
    "ren": "レン",
    "aoi": "アオイ",
    "nao": "ナオ",
    "leo": "レオ",
}


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody to be: `key` stands in the address (`?as=alice`), `name` on the page."""

    key: str
    name: str
    locale: str


def crowd(count: int, locale: str) -> tuple[Persona, ...]:
    """The first `count` people of a world in a language ("en" or "ja"), at least one and at most ten."""
    if locale == "ja":
        everybody = [Persona(key, name, "ja") for key, name in _JAPANESE.items()]
    else:
        everybody = [Persona(name.lower(), name, "en-US") for name in _ENGLISH]
    return tuple(everybody[: min(max(count, 1), MOST)])


def newcomer(name: str, locale: str, taken: frozenset[str]) -> Persona:
    """A person of any name with a key that nobody has yet; `ValueError` for an empty name."""
    shown = " ".join(name.split())[:32]
    if not shown:
        raise ValueError("a person needs a name")
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "", plain) or "guest"
    keys = (stem if number == 1 else f"{stem}{number}" for number in range(1, len(taken) + 2))
    return Persona(next(key for key in keys if key not in taken), shown, locale)
