"""What a message holds, described without Discord's classes: texts, pictures, rows of controls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from render.drawing import Drawing
from render.film import Film

T = TypeVar("T")
IN_A_ROW = 5
"""Buttons that Discord puts side by side."""
MENU = 25
"""Entries of a menu, at most."""
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its custom_id is completed with table and turn when the message is built."""

    action: str
    label: str
    rest: str = ""
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu: label at most 100 characters, value without spaces."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A select of 1 to 25 entries; from `fewest` to `most` of them can be chosen."""

    action: str
    placeholder: str
    entries: tuple[Entry, ...]
    rest: str = ""
    fewest: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Channels:
    """A select of channels of the server, up to 25 of them or none."""

    action: str
    placeholder: str
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class People:
    """A select of one person of the server."""

    action: str
    placeholder: str


Row = tuple[Button | Link, ...] | Menu | Channels | People


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Any number of buttons, as many side by side as Discord allows."""
    return tuple(tuple(buttons[at : at + IN_A_ROW]) for at in range(0, len(buttons), IN_A_ROW))


def window(at: int, count: int, size: int = MENU) -> range:
    """The numbers of up to `size` pages round page `at` of `count`."""
    first = min(max(at - size // 2, 0), max(count - size, 0))
    return range(first, min(first + size, count))


def page_of(items: Sequence[T], at: int, size: int) -> tuple[Sequence[T], int, int]:
    """What stands on page `at`, or on the last one before it; its number, and how many there are."""
    pages = max(-(-len(items) // size), 1)
    at = min(at, pages - 1)
    return items[at * size : (at + 1) * size], at, pages


def turning(
    action: str, labels: tuple[str, str], at: int, count: int, head: str = ""
) -> tuple[Button, Button]:
    """Buttons to the page before page `at` and to the one after it; they carry its number behind `head`."""
    before = Button(action, labels[0], f"{head}{at - 1}", disabled=at == 0)
    return before, Button(action, labels[1], f"{head}{at + 1}", disabled=at == count - 1)


@dataclass(frozen=True, slots=True)
class Attached:
    """A file to download, shown by its name."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """A whole message: texts, pictures, what only few will read, controls. `mentions` are the only people
    it pings; their mention stands in a text."""

    texts: tuple[str, ...]
    drawings: tuple[Drawing | Film, ...] = ()
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()
    table: int = 0
    turn: int = 0
    files: tuple[Attached, ...] = ()
    foot: tuple[str, ...] = ()


def note(text: str, *buttons: Button | Link, table: int = 0) -> Content:
    """A message of one text, with a row of buttons if there are any."""
    return Content((text,), rows=(buttons,) if buttons else (), table=table)


def chosen(entries: Iterable[Entry], *values: object) -> tuple[Entry, ...]:
    """The lines of a menu, with those marked that are chosen."""
    texts = [*map(str, values)]
    return tuple(replace(entry, chosen=entry.value in texts) for entry in entries)


@dataclass(frozen=True, slots=True)
class Field:
    """A line of text to be filled in, or several; its answer comes back as `Call.fields[key]`."""

    key: str
    label: str
    value: str = ""
    placeholder: str = ""
    longest: int = 100
    several_lines: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A modal: a title of at most 45 characters and one to five fields."""

    action: str
    title: str
    fields: tuple[Field, ...]
    rest: str = ""
    table: int = 0
    turn: int = 0
