"""What a picture or a text is made from: a view, the names at the table, the words of the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from bot.games.contract import Event, Outcome, Seat, View
from bot.text import Words, cut, one_line

MOST = 1000
"""Characters of an alt text."""
_NAME_LENGTHS = (40, 20, 14, 10, 8)
_READABLE = 14
"""No name is cut to less for the sake of what is only useful."""
V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class ViewModel(Generic[V]):
    """One moment of a table as one reader may know it."""

    table: int
    version: int
    view: V
    names: tuple[str, ...]
    """By seat, as people call themselves: any length, any script."""
    words: Words
    seat: Seat | None = None
    """Whose eyes; None is a spectator, and every public post."""
    events: tuple[Event, ...] = ()
    """What the step that led here made happen, as far as this reader may know."""
    outcome: Outcome | None = None
    earlier: V | None = None
    """What everybody might know when the reader last looked: where a board can show it, all that has changed
    since is lit. None: what the newest step has changed."""


def alt_text(
    model: ViewModel[V], text: Callable[[ViewModel[V]], str], *longer: Callable[[ViewModel[V]], str]
) -> str:
    """An alt text: long names are cut before any fact is. Of `longer` texts, the longest first, the first one
    that fits as a whole is taken instead, unless names would have to be cut to less than a few letters."""
    tries = [(describe, length) for describe in longer for length in _NAME_LENGTHS if length >= _READABLE]
    tries += [(text, length) for length in _NAME_LENGTHS]
    found, before = "", None
    for describe, length in tries:
        names = tuple(cut(one_line(name), length) for name in model.names)
        if before == (before := (describe, names)):
            continue  # the names were as short before
        found = describe(replace(model, names=names))
        if len(found) <= MOST:
            return found
    return cut(found, MOST)


def sentences(model: ViewModel[V], lines: Iterable[str]) -> str:
    """Lines of a text one after the other, each with a full stop where it has none."""
    stop = model.words("picture.stop")
    return " ".join(line if line.endswith((stop, "\uff1a", ":")) else line + stop for line in lines if line)
