"""What people type: the day that gives the churches their numbers (section 5), crossings and ways."""

import re
import unicodedata
from collections.abc import Mapping
from itertools import chain

from bot.games.contract import Refusal
from bot.games.noerdlingen.town import STEPS, Crossing, crossing_named

_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DATES = tuple([f"{month:02}{day:02}" for month, days in enumerate(_LENGTHS, 1) for day in range(1, days + 1)])
"""All days of a calendar, 29 February among them, as MMDD."""
LONGEST_DAY = 40
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
_MONTH, _DAY, _YEAR = r"(?P<month>[0-9]{1,2})", r"(?P<day>[0-9]{1,2})", r"(?:[0-9]{4}|['’]?[0-9]{2})"
_NAME = r"(?P<name>[^\W\d_]+)\.?"
_ERA_YEAR = r"(?:明治|大正|昭和|平成|令和|[mtshr]) ?(?:[0-9]{1,2}|元)"
_SPELLINGS = tuple(
    re.compile(spelling)
    for spelling in (
        r"(?:(?:19|20)[0-9]{2})?(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
        rf"(?:(?:{_YEAR}|{_ERA_YEAR}) ?年 ?)?{_MONTH} ?月 ?{_DAY} ?日?",
        rf"(?:{_YEAR}|{_ERA_YEAR})(?P<sign>[-/. ]) ?{_MONTH}(?P=sign) ?{_DAY}\.?",
        rf"(?P<one>[0-9]{{1,2}}) ?(?P<sign>[-/. ]) ?(?P<other>[0-9]{{1,2}})(?:\.| ?(?P=sign) ?{_YEAR})?",
        rf"(?:the )?{_DAY}(?:st|nd|rd|th|\.)?(?: ?|[-/])(?:of )?{_NAME}(?:(?:,? ?|[-/]){_YEAR})?",
        rf"(?:{_YEAR}[-/ ])?{_NAME}(?: ?|[-/])(?:the )?{_DAY}(?:st|nd|rd|th)?(?:(?:,? |[-/]){_YEAR})?",
    )
)
"""Of two numbers alone, `one` and `other`, either may be the month. A year counts for nothing, but one of two
digits may be the day instead."""
_NAMED = (
    r"\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|mo|di|mi|do|fr|sa|so)\b\.?"
)
_WEEKDAY = rf"(?:{_NAMED}|[月火水木金土日]曜日?|\((?:{_NAMED}|[月火水木金土日](?:曜日?)?(?:・?祝)?)\))"
_WEEKDAYS = re.compile(rf"^{_WEEKDAY}[,、]? ?|,? ?{_WEEKDAY}$")
_KANJI = "〇一二三四五六七八九十"
_KANJI_NUMBER = re.compile(rf"(?<![0-9{_KANJI}])[{_KANJI}]+(?![0-9{_KANJI}])")


def day_meant(text: str) -> str:
    """The day that somebody means, as MMDD: `0519`, `5/19`, `19.5.`, `5月19日(火)`, `五月十九日`, `May 19`,
    `Tue, the 19th of May`, `2026-05-19`, `5/19/26`. Refusals: no_such_date {date}, two_dates {date,
    month_first, day_first} of `6/5` and the like, several_dates {date, days} of `26/5/19`, where either end
    may be the year."""
    plain = unicodedata.normalize("NFKC", text).strip()
    bare = _KANJI_NUMBER.sub(_in_digits, _WEEKDAYS.sub("", plain.lower(), count=1))
    found = [match for spelling in _SPELLINGS if (match := spelling.fullmatch(bare))]
    read = [[day for day in _read(match.groupdict("0")) if day in DATES] for match in found]
    days = tuple(dict.fromkeys(chain.from_iterable(read)))
    if not days:
        raise Refusal("no_such_date", date=plain)
    if len(days) == 1:
        return days[0]
    if len(days) == len(read[-1]):
        raise Refusal("two_dates", date=plain, month_first=read[-1][0], day_first=read[-1][1])
    raise Refusal("several_dates", date=plain, days=days)


def _in_digits(number: re.Match[str]) -> str:
    """`十九` and `一九` as 19, `二十` as 20; what is no such number stays."""
    typed = number[0]
    tens, ten, ones = typed.partition("十")
    if ten and (len(tens) > 1 or len(ones) > 1 or "十" in ones or "〇" in typed):
        return typed
    digits = (tens or "1") + (ones or "0") if ten else typed
    return "".join(digit if digit.isascii() else str(_KANJI.index(digit)) for digit in digits)


def _read(parts: Mapping[str, str]) -> tuple[str, ...]:
    """What a spelling says, as MMDD, whether there is such a day or not: by month first and by day first."""
    month, day, name = int(parts.get("month", 0)), int(parts.get("day", 0)), parts.get("name", "")
    if other := int(parts.get("other", 0)):
        one = int(parts["one"])
        return tuple(dict.fromkeys((f"{one:02}{other:02}", f"{other:02}{one:02}")))
    if len(name) >= _LEAST:
        named = (n for n, names in enumerate(_MONTHS, 1) if any(full.startswith(name) for full in names))
        month = next(named, 0)
    return (f"{month:02}{day:02}",)


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
