"""What a city, a region, an official, a stack of tiles is called in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.thurn_and_taxis.moves import Official, Tile
from bot.text import Words


def city(key: str, words: Words) -> str:
    """The name of a city."""
    return words(f"thurn_and_taxis.city.{key}")


def cities(keys: Iterable[str], words: Words) -> str:
    """Cities one after the other, as in a list."""
    return words("thurn_and_taxis.text.comma").join(city(key, words) for key in keys)


def path(keys: Iterable[str], words: Words) -> str:
    """Cities in the order of a route, from its left to its right end."""
    return words("thurn_and_taxis.text.road").join(city(key, words) for key in keys)


def region(key: str, words: Words) -> str:
    """The name of a region."""
    return words(f"thurn_and_taxis.region.{key}")


def official(key: Official, words: Words) -> str:
    """The name of an official."""
    return words(f"thurn_and_taxis.official.{key}")


def stack(key: str, words: Words) -> str:
    """What the tiles of a stack are for."""
    return words(f"thurn_and_taxis.stack.{key}")


def tile(one: Tile, words: Words) -> str:
    """A tile with its points."""
    return words("thurn_and_taxis.text.tile", stack=stack(one.stack, words), n=one.value)
