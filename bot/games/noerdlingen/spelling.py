"""Crossings and ways as people type them: in any width and case, as letters, arrows or in words."""

from __future__ import annotations

import re
import unicodedata

from bot.games.contract import Refusal
from bot.games.noerdlingen.town import STEPS, Crossing, crossing_named

_END = re.compile(r"(→|TO|\()\s*[A-Z]\s*[0-9]+\s*(まで\))?$")
"""Where a way ends, as it stands behind the steps that are suggested in either language."""
_BETWEEN = re.compile(r"[\s,、，.・/-]+")
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
    return _BETWEEN.sub("", _END.sub("", wide).translate(_STEPS))


def folded(text: str) -> str:
    """Narrow capital letters and digits without anything between them."""
    return _BETWEEN.sub("", unicodedata.normalize("NFKC", text)).upper()
