"""What people type: the day that gives the churches their numbers (section 5), crossings and ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Refusal
from bot.games.noerdlingen.moves import NoerdlingenOptions
from bot.games.noerdlingen.town import STEPS, Crossing, crossing_named

_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DATES = tuple([f"{month:02}{day:02}" for month, days in enumerate(_LENGTHS, 1) for day in range(1, days + 1)])
"""All days of a calendar, 29 February among them, as MMDD."""
LONGEST_DAY = 24
"""Characters with which a day can be typed."""
_TAKEN = "*"
_MONTHS = (
    ("january", "januar"),
    ("february", "februar"),
    ("march", "märz"),
    ("april",),
    ("may", "mai"),
    ("june", "juni"),
    ("july", "juli"),
    ("august",),
    ("september",),
    ("october", "oktober"),
    ("november",),
    ("december", "dezember"),
)
_LEAST = 3
"""So many letters of a name are enough."""
_MONTH, _DAY, _YEAR = r"(?P<month>[0-9]{1,2})", r"(?P<day>[0-9]{1,2})", r"[0-9]{4}"
_NAME = r"(?P<name>[^\W\d_]+)\.?"
_SPELLINGS = tuple(
    re.compile(spelling)
    for spelling in (
        r"(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
        rf"(?:{_YEAR} ?年 ?)?{_MONTH} ?月 ?{_DAY} ?日?",
        rf"{_YEAR}(?P<sign>[-/.]) ?{_MONTH}(?P=sign) ?{_DAY}\.?",
        rf"{_MONTH} ?(?P<sign>[-/ ]) ?{_DAY}(?: ?(?P=sign) ?{_YEAR})?",
        rf"{_DAY}\. ?{_MONTH}(?:\.|\. ?{_YEAR})?",
        rf"{_DAY}(?:st|nd|rd|th|\.)? ?(?:of )?{_NAME},?(?: ?{_YEAR})?",
        rf"{_NAME} ?{_DAY}(?:st|nd|rd|th)?(?:,? {_YEAR})?",
    )
)
"""In figures the month stands first, but between dots the day. A year counts for nothing."""


def date_of(options: NoerdlingenOptions, chance: Chance) -> str:
    """The date of a game; where nobody has said the day, it is drawn. Refusals: no_such_date {date}."""
    if not options.date:
        return chance.stream("date", 0).choice(DATES)
    date = options.date.removesuffix(_TAKEN)
    if date not in DATES:
        raise Refusal("no_such_date", date=date)
    return date


def day_meant(text: str) -> str:
    """The day that somebody means, as MMDD: `0519`, `5/19`, `19.5.`, `5月19日`, `May 19`, `2026-05-19`.
    Refusal: no_such_date {date}."""
    plain = unicodedata.normalize("NFKC", text).strip()
    found = [match for spelling in _SPELLINGS if (match := spelling.fullmatch(plain.lower()))]
    date = _date(found[0].groupdict()) if found else ""
    if date not in DATES:
        raise Refusal("no_such_date", date=plain)
    return date


def _date(parts: Mapping[str, str | None]) -> str:
    name, day = parts.get("name"), int(parts["day"] or 0)
    month = _month_called(name) if name else int(parts["month"] or 0)
    return f"{month:02}{day:02}"


def _month_called(name: str) -> int:
    """The number of the month, 0 if there is none of this name."""
    enough = len(name) >= _LEAST
    named = (n for n, names in enumerate(_MONTHS, 1) if any(full.startswith(name) for full in names))
    return next(named, 0) if enough else 0


def opened_on(options: NoerdlingenOptions, today: str) -> NoerdlingenOptions:
    """The options with the day on which the game begins (YYYY-MM-DD), unless somebody has typed one."""
    if again(options).date:
        return options
    _, month, day = today.split("-")
    return replace(options, date=f"{month}{day}{_TAKEN}")


def again(options: NoerdlingenOptions) -> NoerdlingenOptions:
    """The options without a date that was taken from the calendar."""
    return replace(options, date="") if options.date.endswith(_TAKEN) else options


_END = re.compile(r"(→|TO|\()\s*[A-Z]\s*[0-9]+\s*(まで\))?$")
"""Where a way ends, as it stands behind the steps that are suggested in either language."""
_SEPARATORS = re.compile(r"[\s,、，.・/-]+")
_STEPS = str.maketrans("→←↓↑右左下上", "RLDURLDU")


def crossing_meant(text: str) -> Crossing:
    """The crossing of a name in any spelling: `E4`, `e4`, `Ｅ４`. Refusal: no_such_crossing."""
    found = crossing_named(folded(text))
    if found is None:
        raise Refusal("no_such_crossing")
    return found


def way_meant(text: str) -> str | None:
    """The steps of a way in any spelling: `UUL`, `↑↑←`, `上上左`, `↑↑← to D6`; None of blanks alone.
    Refusal: no_such_way {way}."""
    if not text.strip():
        return None
    steps = steps_in(text)
    if not steps or set(steps) - set(STEPS):
        raise Refusal("no_such_way", way=text.strip())
    return steps


def steps_in(text: str) -> str:
    """The steps of a way as far as it has been typed, whatever it is."""
    wide = unicodedata.normalize("NFKC", text).strip().upper()
    return _SEPARATORS.sub("", _END.sub("", wide).translate(_STEPS))


def folded(text: str) -> str:
    """Narrow capital letters and digits without anything between them."""
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", text)).upper()
