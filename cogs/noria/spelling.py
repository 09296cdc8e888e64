"""Setups, slots, islands and payments as people type them."""

from __future__ import annotations

import re
import unicodedata

from bot.games.contract import Refusal
from bot.games.noria.bundle import NOTHING as NO_PAYMENT
from bot.games.noria.bundle import Bundle
from bot.games.noria.wheel import PLACE
from bot.text import LOCALES, cut, words
from cogs.noria.choice import heap_of, in_order

SETUPS = ("basic", "expert")
"""The setups that have a name."""
NEW = "new"
"""Stands for the next island face down."""
_BETWEEN = re.compile(r"[\s,、，+;；]+")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


def setup_named(text: str) -> str | None:
    """The setup of this name, `expert` or 「上級」; None for anything else, such as a start position."""
    found = _folded(text)
    for setup in SETUPS:
        names = {words(locale)(f"noria.option.setup.{setup}").casefold() for locale in LOCALES}
        if found in {setup, *names}:
            return setup
    return None


def slot(text: str) -> str:
    """The slot that somebody means. Refusal: no_such_slot {slot}."""
    found = _folded(text).upper()
    if found not in PLACE:
        raise Refusal("no_such_slot", slot=_repeated(text))
    return found


def slots(text: str) -> list[str]:
    """All slots of a list, in the order of the wheel. Refusal: no_such_slot {slot}."""
    return in_order([slot(part) for part in _BETWEEN.split(text.strip()) if part])


def island(text: str) -> int | None:
    """The island that somebody means; None for the next one face down. Refusal: noria_island {text}."""
    typed = _folded(text)
    if typed in {NEW, *(words(locale)("noria.command.new").casefold() for locale in LOCALES)}:
        return None
    if not typed.isdecimal() or len(typed) > 3:
        raise Refusal("noria_island", text=_repeated(text))
    return int(typed)


def payment(text: str) -> Bundle:
    """A payment: `e2m1`. Refusal: noria_payment {text}."""
    found = heap_of(_folded(text)) if text.strip() else NO_PAYMENT
    if found is None:
        raise Refusal("noria_payment", text=_repeated(text))
    return found


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()


def _repeated(text: str) -> str:
    return cut(text, _LONGEST)
