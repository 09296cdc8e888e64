"""The people of a new world, with short names and the language of each one's client."""

import re
import unicodedata
from dataclasses import dataclass

from bot.languages import Sandbox, fallback, languages

MOST = 10
"""As many as the largest game takes."""


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody to be: `key` stands in the address (`?as=alice`), `name` on the page."""

    key: str
    name: str
    locale: str


def clients() -> tuple[str, ...]:
    """What the page can say that a person's client speaks, as Discord writes it."""
    return tuple(each.client for each in languages().values())


def sandbox(locale: str) -> Sandbox:
    """Server, channels and people of a world in a language; those of the fallback, if it has none."""
    own = languages()[locale].playground or languages()[fallback()].playground
    assert own is not None, "the fallback has a world"
    return own


def crowd(count: int, locale: str) -> tuple[Persona, ...]:
    """The first `count` people of a world in a language, at least one and at most ten."""
    own, client = sandbox(locale), languages()[locale].client
    keys = own.keys or tuple(map(str.lower, own.people))
    everybody = [Persona(key, name, client) for key, name in zip(keys, own.people, strict=True)]
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
