"""The date that gives the churches their numbers (section 5)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Refusal
from bot.games.noerdlingen.moves import NoerdlingenOptions

_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DATES = tuple([f"{month:02}{day:02}" for month, days in enumerate(_LENGTHS, 1) for day in range(1, days + 1)])
"""All days of a calendar, 29 February among them, as MMDD."""
LONGEST_DAY = 12
"""Characters with which a day can be typed."""
_TAKEN = "*"
_DAY = re.compile(r"(?P<month>[0-9]{1,2})[^0-9]+(?P<day>[0-9]{1,2})[^0-9]*")


def date_of(options: NoerdlingenOptions, chance: Chance) -> str:
    """The date of a game; where nobody has said the day, it is drawn. Refusals: no_such_date {date}."""
    if not options.date:
        return chance.stream("date", 0).choice(DATES)
    date = options.date.removesuffix(_TAKEN)
    if date not in DATES:
        raise Refusal("no_such_date", date=date)
    return date


def day_meant(text: str) -> str:
    """The day that somebody means, as MMDD: `0519`, `5/19`, `5月19日`. Refusal: no_such_date {date}."""
    parts = _DAY.fullmatch(text)
    date = f"{int(parts['month']):02}{int(parts['day']):02}" if parts else text
    if date not in DATES:
        raise Refusal("no_such_date", date=text)
    return date


def opened_on(options: NoerdlingenOptions, today: str) -> NoerdlingenOptions:
    """The options with the day on which the game begins (YYYY-MM-DD), unless somebody has typed one."""
    if again(options).date:
        return options
    _, month, day = today.split("-")
    return replace(options, date=f"{month}{day}{_TAKEN}")


def again(options: NoerdlingenOptions) -> NoerdlingenOptions:
    """The options without a date that was taken from the calendar."""
    return replace(options, date="") if options.date.endswith(_TAKEN) else options
