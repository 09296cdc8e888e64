"""From a moment of a table to what one reader may see of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from bot.games.contract import Event, Seat, View
from bot.games.registry import AnyGame, game
from bot.tables.model import Moment, Table
from bot.text import Words, plain
from render.scene import Scene

V = TypeVar("V", bound=View)


def rules(table: Table) -> AnyGame:
    """The rules of a table's game."""
    return game(table.game)


def turn_of(moment: Moment) -> int:
    """What the buttons made at this moment carry."""
    return moment.turn


def post_of(moment: Moment) -> int:
    """The public post that shows this moment."""
    return rules(moment.table).post(moment.state)


def owing(moment: Moment) -> tuple[Seat, ...]:
    """The seats that owe a decision; nobody where the next move makes itself."""
    rule = rules(moment.table)
    return () if rule.forced(moment.state) else tuple(rule.decisions(moment.state))


def in_turn(moment: Moment) -> bool:
    """Whether whoever owes a decision is called in public."""
    return rules(moment.table).in_turn(moment.state)


def names_at(moment: Moment) -> tuple[str, ...]:
    """The names by seat of those who sat there at that moment."""
    return moment.names or names_of(moment.table)


def names_of(table: Table) -> tuple[str, ...]:
    """The names at a table by seat, as people call themselves."""
    return tuple(sitter.name for sitter in sorted(table.sitters, key=lambda sitter: sitter.seat))


def scene(
    moment: Moment, seat: Seat | None, speak: Words, *, events: tuple[Event, ...] | None = None
) -> Scene[Any]:
    """What `seat` (None: everybody) may know of a moment; `events` are those of the step that led there,
    or of an earlier one that is still the news."""
    rule = rules(moment.table)
    news = moment.events if events is None else events
    return Scene(
        table=moment.table.id,
        version=moment.version,
        view=rule.view(moment.state, seat),
        names=names_at(moment),
        words=speak,
        seat=seat,
        events=tuple(event for event in news if event.seen_by is None or seat in event.seen_by),
        outcome=rule.outcome(moment.state),
    )


def spoken(scene: Scene[V]) -> Scene[V]:
    """The same scene for a text with Markdown: no name can format, link or ping."""
    return replace(scene, names=tuple(plain(name) for name in scene.names))
