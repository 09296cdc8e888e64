"""Values put into Discord's Markdown: names that can't format or ping, times, addresses, cut texts."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import Literal

TimeStyle = Literal["R", "f", "F", "d", "D", "t", "T"]

_SPECIAL = re.compile(r"([\\`*_~|<>\[\]()#+\-:.!])")
_BREAKING = {"Cc", "Zl", "Zp"}
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ELLIPSIS = "…"
_MINUS = "\u2212"


def one_line(name: str) -> str:
    """The text on one line, without characters that break it or turn its direction round."""
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


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return f"{_MINUS}{-number}" if number < 0 else str(number)


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
