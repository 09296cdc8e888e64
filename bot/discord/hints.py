"""Hints: the button that asks for one, and the words in which it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.discord.content import Button, Row
from bot.discord.presenter import presenter_of
from bot.discord.view_models import owing, rules, view_model
from bot.games.contract import Advice, Seat
from bot.tables.hints import LEVEL, gives_hints
from bot.tables.model import Moment
from bot.text import Words


def hint_row(moment: Moment, seat: Seat, speak: Words) -> tuple[Row, ...]:
    """**Hint** for whoever has to decide, where the table allows it."""
    table = moment.table
    allowed = table.settings.hints and gives_hints(table.game) and seat in owing(moment)
    return ((Button("table.hint", speak("table.hint")),),) if allowed else ()


def told(moment: Moment, seat: Seat, advice: Sequence[Advice[Any]], speak: Words) -> str:
    """What a computer would do and why, and what it likes next best."""
    best, *others = advice
    level, reason = speak(f"lobby.level.{LEVEL}"), _reason(moment, seat, speak)
    why = reason or f"{moment.table.game}.hint.why"
    lines = [
        speak("table.hint.best", move=_named(moment, seat, best, speak)),
        speak(why, level=level, points=_points(best.expected)),
    ]
    if others:
        name = _named if reason else _compared
        moves = speak.all_of(name(moment, seat, one, speak) for one in others)
        lines.append(speak("table.hint.next", moves=moves))
    return "\n".join(lines)


def _reason(moment: Moment, seat: Seat, speak: Words) -> str:
    """The key of the sentence that a game has for a kind of decision whose points tell people nothing."""
    decision = rules(moment.table).decisions(moment.state).get(seat)
    key = f"{moment.table.game}.hint.{decision.kind}" if decision else ""
    return key if key in speak else ""


def _compared(moment: Moment, seat: Seat, one: Advice[Any], speak: Words) -> str:
    move = _named(moment, seat, one, speak)
    return speak("table.hint.compared", move=move, points=_points(one.expected))


def _named(moment: Moment, seat: Seat, one: Advice[Any], speak: Words) -> str:
    return presenter_of(moment.table.game).named(view_model(moment, seat, speak), one.move)


def _points(expected: float) -> str:
    """One decimal says enough; nobody is told of minus nothing."""
    return f"{round(expected, 1) + 0.0:.1f}"
