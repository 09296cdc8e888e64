"""What a message holds, described without Discord's classes: texts, pictures, rows of controls; and the one
form of every custom_id of the bot, s1:action:table:turn:rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from bot.text import Words
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
    """A select of channels of the server, up to so many of them or none."""

    action: str
    placeholder: str
    chosen: tuple[int, ...] = ()
    most: int = 25


@dataclass(frozen=True, slots=True)
class People:
    """A select of one person of the server."""

    action: str
    placeholder: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Roles:
    """A select of one role of the server, or of none."""

    action: str
    placeholder: str
    chosen: int = 0


Row = tuple[Button | Link, ...] | Menu | Channels | People | Roles


def in_rows(buttons: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Any number of buttons, or of what becomes one, as many side by side as Discord allows."""
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
    action: str, labels: tuple[str, str], at: int, count: int, head: str = "", tail: str = ""
) -> tuple[Button, Button]:
    """Buttons to the page before page `at` and to the one after it; they carry its number behind `head`."""
    before = Button(action, labels[0], f"{head}{at - 1}{tail}", disabled=at == 0)
    return before, Button(action, labels[1], f"{head}{at + 1}{tail}", disabled=at == count - 1)


def pager(action: str, speak: Words, at: int, count: int, head: str = "") -> tuple[Button, ...]:
    """The same where there are several pages of a list, and nothing else."""
    labels = speak("games.rules.previous"), speak("games.rules.next")
    return turning(action, labels, at, count, head) if count > 1 else ()


@dataclass(frozen=True, slots=True)
class Attached:
    """A file to download, shown by its name."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """A whole message: texts, pictures, what only few will read, controls. `mentions` are the only people
    it pings, and `role` the only role; their mention stands in a text."""

    texts: tuple[str, ...]
    drawings: tuple[Drawing | Film, ...] = ()
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()
    table: int = 0
    turn: int = 0
    files: tuple[Attached, ...] = ()
    foot: tuple[str, ...] = ()
    role: int = 0
    apart: bool = False
    """Whether the first picture stands above the others, as wide as the message, and not beside them."""


def note(text: str, *buttons: Button | Link, table: int = 0) -> Content:
    """A message of one text, with a row of buttons if there are any."""
    return Content((text,), rows=(buttons,) if buttons else (), table=table)


def noted(content: Content, text: str) -> Content:
    """With a line, such as a refusal, right above the controls, where whoever pressed one still looks."""
    return replace(content, foot=(*content.foot, text))


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
    about: str = ""
    """What stands in small letters at the label."""


@dataclass(frozen=True, slots=True)
class Form:
    """A modal: a title of at most 45 characters and one to five fields."""

    action: str
    title: str
    fields: tuple[Field, ...]
    rest: str = ""
    table: int = 0
    turn: int = 0


PATTERN = re.compile(
    r"s1:(?P<action>[a-z][a-z0-9_.]{0,30}):(?P<table>\d{1,12}):(?P<turn>\d{1,9}):(?P<rest>[^\s]{0,60})"
)

LONGEST = 100
"""Characters of a custom_id, by Discord's limit."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a button, a select or a modal means."""

    action: str
    """`<topic>.<verb>`: "table.move", "nimmt.choose", "lobby.join"."""
    table: int = 0
    turn: int = 0
    rest: str = ""

    def __str__(self) -> str:
        text = f"s1:{self.action}:{self.table}:{self.turn}:{self.rest}"
        if len(text) > LONGEST or not PATTERN.fullmatch(text):
            raise ValueError(f"not a custom_id: {text!r}")
        return text

    @classmethod
    def parse(cls, text: str) -> CustomId | None:
        """The meaning of a custom_id, None if it is none of ours."""
        match = PATTERN.fullmatch(text)
        if match is None:
            return None
        return cls(match["action"], int(match["table"]), int(match["turn"]), match["rest"])


MOST = 2**63 - 1
"""The greatest number that the store takes; no id of Discord is greater."""


def number(text: str) -> int:
    """A number out of a control; 0, which stands for nothing in any menu of ours, for anything else."""
    found = int(text) if text.isdecimal() and len(text) <= len(str(MOST)) else 0
    return found if found <= MOST else 0


def beside(rows: tuple[Row, ...], button: Button) -> tuple[Row, ...]:
    """The rows with a button more: in the last one where there is room and none of it makes a move."""
    last = rows[-1] if rows and isinstance(rows[-1], tuple) and len(rows[-1]) < IN_A_ROW else ()
    if any(isinstance(each, Button) and not each.action.startswith("table.") for each in last):
        last = ()
    return (*(rows[:-1] if last else rows), (*last, button))
