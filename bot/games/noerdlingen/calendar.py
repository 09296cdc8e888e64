"""What people type: the day that gives the churches their numbers (section 5), crossings and ways."""

import re
import unicodedata

from bot.games.contract import Refusal
from bot.games.noerdlingen.town import STEPS, Crossing, crossing_named

_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DATES = tuple([f"{month:02}{day:02}" for month, days in enumerate(_LENGTHS, 1) for day in range(1, days + 1)])
"""All days of a calendar, 29 February among them, as MMDD."""
LONGEST_DAY = 24
"""Characters with which a day can be typed."""
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
        r"(?:(?:19|20)[0-9]{2})?(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
        rf"(?:{_YEAR} ?年 ?)?{_MONTH} ?月 ?{_DAY} ?日?",
        rf"{_YEAR}(?P<sign>[-/.]) ?{_MONTH}(?P=sign) ?{_DAY}\.?",
        rf"(?P<one>[0-9]{{1,2}}) ?(?P<sign>[-/. ]) ?(?P<other>[0-9]{{1,2}})(?:\.| ?(?P=sign) ?{_YEAR})?",
        rf"{_DAY}(?:st|nd|rd|th|\.)?(?: ?|[-/])(?:of )?{_NAME}(?:(?:,? ?|[-/]){_YEAR})?",
        rf"(?:{_YEAR}[-/ ])?{_NAME}(?: ?|[-/]){_DAY}(?:st|nd|rd|th)?(?:(?:,? |[-/]){_YEAR})?",
    )
)
"""Of two numbers alone, `one` and `other`, either may be the month. A year counts for nothing."""


def day_meant(text: str) -> str:
    """The day that somebody means, as MMDD: `0519`, `5/19`, `19.5.`, `5月19日`, `May 19`, `2026-05-19`.
    Refusals: no_such_date {date}, two_dates {date, month_first, day_first} of `6/5` and the like."""
    plain = unicodedata.normalize("NFKC", text).strip()
    found = next((match for spelling in _SPELLINGS if (match := spelling.fullmatch(plain.lower()))), None)
    parts = found.groupdict("0") if found else {}
    month, day, name = int(parts.get("month", 0)), int(parts.get("day", 0)), parts.get("name", "")
    if other := int(parts.get("other", 0)):
        one = int(parts["one"])
        return _only((f"{one:02}{other:02}", f"{other:02}{one:02}"), plain)
    if len(name) >= _LEAST:
        named = (n for n, names in enumerate(_MONTHS, 1) if any(full.startswith(name) for full in names))
        month = next(named, 0)
    return _only((f"{month:02}{day:02}",), plain)


def _only(meant: tuple[str, ...], typed: str) -> str:
    """The one day among what `typed` may mean, by month first and by day first."""
    days = [date for date in dict.fromkeys(meant) if date in DATES]
    if len(days) > 1:
        raise Refusal("two_dates", date=typed, month_first=days[0], day_first=days[1])
    if not days:
        raise Refusal("no_such_date", date=typed)
    return days[0]


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
