"""Hints: the button that asks for one, and the words in which it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.contract import Advice, Seat
from bot.tables.hints import LEVEL, gives_hints
from bot.tables.model import Moment
from bot.text import Words
from cogs.kit.content import Button, Row
from cogs.kit.desk import desk
from cogs.kit.scenes import owing, scene


def hint_row(moment: Moment, seat: Seat, speak: Words) -> tuple[Row, ...]:
    """**Hint** for whoever has to decide, where the table allows it."""
    table = moment.table
    allowed = table.settings.hints and gives_hints(table.game) and seat in owing(moment)
    return ((Button("table.hint", speak("table.hint")),),) if allowed else ()


def told(moment: Moment, seat: Seat, advice: Sequence[Advice[Any]], speak: Words) -> str:
    """What a computer would do and why, and what it likes next best."""
    best, *others = advice
    game, level = moment.table.game, speak(f"lobby.level.{LEVEL}")
    lines = [speak("table.hint.best", move=_named(moment, seat, best, speak))]
    if best.expected is None:
        lines.append(speak(f"{game}.hint.unjudged", level=level))
    else:
        lines.append(speak(f"{game}.hint.why", level=level, points=_points(best.expected)))
    if others:
        moves = speak.all_of(_compared(moment, seat, one, speak) for one in others)
        lines.append(speak("table.hint.next", moves=moves))
    return "\n".join(lines)


def _compared(moment: Moment, seat: Seat, one: Advice[Any], speak: Words) -> str:
    move = _named(moment, seat, one, speak)
    if one.expected is None:
        return move
    return speak("table.hint.compared", move=move, points=_points(one.expected))


def _named(moment: Moment, seat: Seat, one: Advice[Any], speak: Words) -> str:
    return desk(moment.table.game).named(scene(moment, seat, speak), one.move)


def _points(expected: float) -> str:
    """One decimal says enough; nobody is told of minus nothing."""
    return f"{round(expected, 1) + 0.0:.1f}"
