"""The data files beside a game's rules."""

from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def load(game: str, name: str, kind: type[T]) -> T:
    """The content of `<game>/data/<name>.json`; `msgspec.ValidationError` if it is not of this kind."""
    return msgspec.json.decode(content(game, f"{name}.json"), type=kind)


def content(game: str, file: str) -> bytes:
    """The bytes of `<game>/data/<file>`."""
    return files("bot.games").joinpath(game, "data", file).read_bytes()


def unsourced(game: str) -> tuple[str, ...]:
    """The entries of `<game>/data/unsourced.json`: values without a printed source."""
    path = files("bot.games").joinpath(game, "data", "unsourced.json")
    return (
        tuple(msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw])) if path.is_file() else ()
    )
