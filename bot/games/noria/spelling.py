"""Slots, islands and payments as people type them, in any width and case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.games.contract import Refusal
from bot.games.noria.box import KINDS, NOTHING, Bundle, Kind
from bot.games.noria.wheel import PLACE

_BETWEEN = re.compile(r"[\s,、，+;；]+")
_SIGNS: dict[str, Kind] = dict(zip("emoscpil", KINDS, strict=True))
_COUNTED = re.compile(r"([emoscpil])(\d{1,3})")
_NO_PAYMENT = "-"


def read_slot(text: str) -> str:
    """The slot that somebody means. Refusal: no_such_slot {slot}."""
    found = _narrow(text).upper()
    if found not in PLACE:
        raise Refusal("no_such_slot", slot=text)
    return found


def read_slots(text: str) -> tuple[str, ...]:
    """All slots of a list, in the order of the wheel. Refusal: no_such_slot {slot}."""
    return in_order(read_slot(part) for part in _BETWEEN.split(text.strip()) if part)


def in_order(slots: Iterable[str]) -> tuple[str, ...]:
    """Slots as moves name them: in the order of the wheel."""
    return tuple(sorted(slots, key=lambda slot: PLACE.get(slot, -1)))


def read_island(text: str) -> int:
    """The number of an island. Refusal: noria_island {text}."""
    typed = _narrow(text)
    if not typed.isdecimal() or len(typed) > 3:
        raise Refusal("noria_island", text=text)
    return int(typed)


def read_payment(text: str) -> Bundle:
    """A payment: `e2m1`. Refusal: noria_payment {text}."""
    found = payment_from(_narrow(text)) if text.strip() else NOTHING
    if found is None:
        raise Refusal("noria_payment", text=text)
    return found


def payment_from(text: str) -> Bundle | None:
    """The payment that `write_payment` has written; None for anything else."""
    if text == _NO_PAYMENT:
        return NOTHING
    found = {_SIGNS[sign]: int(count) for sign, count in _COUNTED.findall(text)}
    return Bundle(**found) if found and not _COUNTED.sub("", text).strip() else None


def write_payment(pay: Bundle) -> str:
    """A payment in a few characters: `e2m1`."""
    signs = {kind: sign for sign, kind in _SIGNS.items()}
    return "".join(f"{signs[kind]}{count}" for kind, count in pay.items()) or _NO_PAYMENT


def _narrow(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()
