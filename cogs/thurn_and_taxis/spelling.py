"""Cities as people type them: by id, name or another spelling, in any of our languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.land import CITIES
from bot.text import cut

_BETWEEN = re.compile(r"[\s,、，;；・+]+")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


def meant(text: str) -> str:
    """The city that somebody means. Refusal: no_such_city {name}."""
    wanted = _folded(text)
    found = next((city for city in CITIES if wanted in map(_folded, _spellings(city))), None)
    if found is None:
        raise Refusal("no_such_city", name=cut(text, _LONGEST))
    return found


def all_meant(text: str) -> tuple[str, ...]:
    """The cities of a list, in its order. Refusal: no_such_city {name}."""
    return tuple(meant(part) for part in parts(text))


def parts(text: str) -> list[str]:
    """A list of names, split: no city has a space in its name."""
    return [part for part in _BETWEEN.split(text) if part]


def matching(text: str, cities: Iterable[str]) -> tuple[str, ...]:
    """Of these cities, each once, those of which a spelling begins with what was typed so far."""
    typed = _folded(text)
    return tuple(
        city
        for city in dict.fromkeys(cities)
        if any(_folded(spelling).startswith(typed) for spelling in _spellings(city))
    )


def _spellings(city: str) -> tuple[str, ...]:
    one = CITIES[city]
    return one.id, one.name, one.name_ja, *one.aliases


def _folded(text: str) -> str:
    """Without case and accents, wide letters as narrow ones; the marks of kana stay."""
    apart = unicodedata.normalize("NFKD", text.strip().casefold())
    letters = "".join(sign for sign in apart if not "\u0300" <= sign <= "\u036f")
    return unicodedata.normalize("NFC", letters)
