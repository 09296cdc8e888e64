"""Markdown: values put into it, such as names that can't format or ping, times, addresses, cut texts; and a
rules file as pages to be read in Discord: one section for each `## ` heading, cut where it is long."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

TimeStyle = Literal["R", "f", "F", "d", "D", "t", "T"]

_SPECIAL = re.compile(r"([\\`*_~|<>\[\]()#+\-:.!])")
_BREAKING = {"Cc", "Zl", "Zp"}
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ELLIPSIS = "…"
_MINUS = "\u2212"
PAGE_LIMIT = 1200
"""Characters of a page's text: comfortable on a phone, well below Discord's 4000."""
_NOTE = re.compile(r"<!-- (\w+): ([\w ]+) -->\s*")
"""A first line of a section: the `example` that is drawn for it, the `decisions` that it tells of."""


def one_line(name: str) -> str:
    """The text on one line, without characters that break it or turn its direction round."""
    if name.isprintable():
        return " ".join(name.split())  # none of these characters is printable
    signs = (
        " " if unicodedata.category(sign) in _BREAKING else sign for sign in name if sign not in _TURNING
    )
    return " ".join("".join(signs).split())


def folded(text: str) -> str:
    """A text as it is compared: without width, case, accents, spaces and signs; marks of kana stay."""
    apart = unicodedata.normalize("NFKD", one_line(text)).casefold()
    bare = "".join(sign for sign in apart if not "\u0300" <= sign <= "\u036f")
    return "".join(sign for sign in unicodedata.normalize("NFC", bare) if sign.isalnum())


class Marked(str):
    """A text that is ready for Markdown: what it holds of names is escaped, so it is not escaped again."""

    __slots__ = ()


def plain(name: str) -> Marked:
    """A person's name as it is, for a text with Markdown: it can't format, link, mention or ping."""
    if isinstance(name, Marked):
        return name
    return Marked(_SPECIAL.sub(r"\\\1", one_line(name)).replace("@", "@\u200b"))


def cut(text: str, limit: int) -> str:
    """The text, shortened to `limit` characters with an ellipsis if need be."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + _ELLIPSIS


def cut_lines(lines: Sequence[str], limit: int) -> str:
    """The lines as one text; where it would have more than `limit` characters, an ellipsis stands for those
    before the last one that find no room."""
    kept, text = [*lines], "\n".join(lines)
    while len(text) > limit and len(kept) > 2:
        del kept[-2]
        text = "\n".join([*kept[:-1], _ELLIPSIS, kept[-1]])
    return cut(text, limit)


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return f"{_MINUS}{-number}" if number < 0 else str(number)


def plus(change: int) -> str:
    """A change with its sign: +3, −2, ±0."""
    return f"+{change}" if change > 0 else signed(change) if change else "±0"


def stamp(at: datetime, style: TimeStyle = "R") -> Marked:
    """A moment that each reader sees in his own words and time zone; R is "in 2 hours"."""
    return Marked(f"<t:{int(at.timestamp())}:{style}>")


def mention(user: int) -> Marked:
    """A person's mention; whether it pings is decided by the message that holds it."""
    return Marked(f"<@{user}>")


def jump_url(guild: int | None, channel: int, message: int | None = None) -> str:
    """The address of a channel or of a message; without a guild, of a direct message."""
    where = f"https://discord.com/channels/{guild or '@me'}/{channel}"
    return where if message is None else f"{where}/{message}"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: the heading of its section and its text; `part` counts the pages of a long section, the first
    of which has the example that is drawn for it, if any, and the kinds of decisions that it tells of."""

    heading: str
    body: str
    part: int = 1
    parts: int = 1
    example: str = ""
    decisions: tuple[str, ...] = ()


def title(markdown: str) -> str:
    """The `# ` heading of the file, empty if it has none."""
    first = markdown.lstrip().partition("\n")[0]
    return first.removeprefix("# ").strip() if first.startswith("# ") else ""


def pages(markdown: str, limit: int = PAGE_LIMIT) -> tuple[Page, ...]:
    """All pages in order. Text before the first `## ` heading becomes a page under the file's title."""
    result: list[Page] = []
    for heading, text in _sections(markdown):
        notes, body = _noted(text)
        parts = _parts(body, limit)
        first, *more = [Page(heading, body, part, len(parts)) for part, body in enumerate(parts, 1)]
        decisions = tuple(notes.get("decisions", "").split())
        result += [replace(first, example=notes.get("example", ""), decisions=decisions), *more]
    return tuple(result)


def _noted(text: str) -> tuple[dict[str, str], str]:
    notes: dict[str, str] = {}
    while found := _NOTE.match(text):
        notes[found[1]] = found[2]
        text = text[found.end() :]
    return notes, text


def _sections(markdown: str) -> list[tuple[str, str]]:
    sections: list[tuple[str, list[str]]] = [(title(markdown), [])]
    for line in markdown.strip().splitlines():
        if line.startswith("## "):
            sections.append((line.removeprefix("## ").strip(), []))
        elif not line.startswith("# "):
            sections[-1][1].append(line)
    texts = [(heading, "\n".join(lines).strip()) for heading, lines in sections]
    return [(heading, text) for heading, text in texts if text]


def _parts(body: str, limit: int) -> list[str]:
    """The text in pieces of at most `limit` characters, parted between paragraphs, else lines, else words."""
    if len(body) <= limit:
        return [body]
    for gap in ("\n\n", "\n", " ", ""):
        place = body.rfind(gap, 1, limit) if gap else limit
        if place > 0:
            return [body[:place].rstrip(), *_parts(body[place:].strip(), limit)]
    raise AssertionError("the last gap always fits")
