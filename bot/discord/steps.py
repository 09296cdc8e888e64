"""Panels as steps: what a presenter describes of a decision, and how it becomes controls.

A step offers picks, each a move or the way to a further step. The unfinished choice lives in the controls
alone, as a path (`move_codec`). What a presenter says of a move decides what a pick does: it makes the move,
or shows it first, to be confirmed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bot.discord.content import Button, Content, Entry, Menu, Row, Style
from bot.discord.move_codec import is_digest, move_at, path_of
from bot.discord.view_models import rules, view_model
from bot.games.contract import Move, Seat
from bot.games.registry import AnyGame
from bot.tables.model import Moment
from bot.text import Words
from render.drawing import Drawing

if TYPE_CHECKING:
    from bot.discord.presenter import Presenter

How = Literal["make", "hold", "change", "show"]
"""What picking a move does: it is made; it is made, but shown to whoever wishes to confirm what can't be
changed afterwards; it is made while it can be changed, else shown to be confirmed; it is shown to be
confirmed. However it is made, the last of several secret choices waits for the grace."""
To = Move | str
"""A move, or the path of a further step."""
_MARKS: dict[str, How] = {"!": "make", "^": "hold", "~": "change"}
"""What stands in front of the path of a move that is not only shown."""
_TWICE = ";"
"""Stands before a number that keeps equal buttons of one message apart."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to pick: a line of a menu, with a few words about it, or a button."""

    label: str
    to: To
    about: str = ""
    chosen: bool = False
    style: Style = "secondary"
    disabled: bool = False
    how: How | None = None
    """None: as the presenter says of the move."""


@dataclass(frozen=True, slots=True)
class Picks:
    """A menu: one line of it is picked, or from `fewest` to `most`, which lead to the step `to`, their paths
    joined by dots behind it (`modify/M1.L3`)."""

    placeholder: str
    picks: tuple[Pick, ...]
    to: str = ""
    fewest: int = 1
    most: int = 1
    here: str = ""
    """The step where the menu stands, if a line that leads back to another step can be picked again: a client
    takes a line as picked as long as the menu's custom_id is the same."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A step: texts, pictures, rows of picks. Where a move is shown to be `sure`, **Confirm** and **Back**
    follow; where a further step is shown, **Back**."""

    texts: tuple[str, ...]
    drawings: tuple[Drawing, ...] = ()
    rows: tuple[Picks | tuple[Pick, ...], ...] = ()
    sure: Move | None = None
    style: Style = "success"
    """Of **Confirm**."""
    back: bool | str | None = None
    """Whether **Back** is offered, or the path of the step to which it leads instead of the first one; None:
    where something has been chosen."""
    beside: tuple[Pick, ...] = ()
    refresh: bool = False
    """Whether **Refresh** is offered, where nothing is owed."""
    foot: tuple[str, ...] = ()
    """What a press has asked to be told, right above the controls."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What has been chosen so far: the parts of its path, and the legal move that they have come to."""

    parts: tuple[str, ...] = ()
    move: Move | None = None
    even: bool = False
    """Nothing is marked as better than the rest: it is a puzzle."""

    def of(self, *names: str) -> tuple[str, ...] | None:
        """What follows these parts; None if the choice does not begin with them, or is a move."""
        begins = self.move is None and self.parts[: len(names)] == names
        return self.parts[len(names) :] if begins else None


def legal_at(rule: AnyGame, moment: Moment, seat: Seat, path: str) -> Move | None:
    """The move of a path, if the seat may make it now."""
    legal = tuple(rule.legal(moment.state, seat)) if is_digest(path) else ()
    move = move_at(rule, path, legal)
    return move if move is not None and move in (legal or rule.legal(moment.state, seat)) else None


def parsed(text: str) -> tuple[How, str]:
    """What a control does and the path that it carries."""
    text = text.partition(_TWICE)[0]
    how = _MARKS.get(text[:1])
    return (how, text[1:]) if how else ("show", text)


def content(
    presenter: Presenter, moment: Moment, seat: Seat, speak: Words, path: str = "", held: Move | None = None
) -> Content:
    """The panel of a seat as a message, with the controls of what can be picked; `held` has been chosen, but
    is not made yet."""
    shown, rule, choice = view_model(moment, seat, speak), rules(moment.table), Choice()
    shown = shown if held is None else presenter.settling(shown, held)
    if path:
        choice = Choice(tuple(path.split("/")), legal_at(rule, moment, seat, path))
    panel = presenter.panel(shown, choice)
    build = _Builder(presenter, shown.view, rule)
    rows = [build.row(row, at) for at, row in enumerate(panel.rows)]
    last: list[Button] = []
    if panel.sure is not None:
        confirm = Pick(speak("kit.confirm"), panel.sure, style=panel.style, how="make")
        last.append(build.button(confirm, "confirm"))
    if panel.back or (panel.back is None and (choice.parts or panel.sure)):
        to = panel.back if isinstance(panel.back, str) else ""
        last.append(Button("table.back", speak("kit.back"), to))
    last += [build.button(pick) for pick in panel.beside]
    if panel.refresh:
        last.append(Button("table.move", speak("kit.refresh")))
    shown_rows = (*filter(None, rows), *((tuple(last),) if last else ()))
    return Content(panel.texts, panel.drawings, shown_rows, foot=panel.foot)


class _Builder:
    """Builds the controls of one panel; each of its buttons has a custom_id of its own."""

    def __init__(self, presenter: Presenter, view: Any, rule: AnyGame) -> None:
        self._presenter, self._view, self._rule = presenter, view, rule
        self._used: dict[str, int] = {}

    def row(self, row: Picks | Sequence[Pick], at: int) -> Row:
        """A row of buttons, or a menu that is known by its place."""
        if not isinstance(row, Picks):
            return tuple(self.button(pick) for pick in row)
        lines = tuple(Entry(pick.label, self._text(pick), pick.about, pick.chosen) for pick in row.picks)
        action, rest = self._action("several" if row.to else "menu"), row.to or row.here or str(at)
        return Menu(action, row.placeholder, lines, rest, row.fewest, row.most)

    def button(self, pick: Pick, verb: str = "step") -> Button:
        """A button; a number keeps it apart from one that does the same."""
        text = self._text(pick)
        self._used[text] = count = self._used.get(text, 0) + 1
        rest = text if count == 1 else f"{text}{_TWICE}{count}"
        style = "success" if pick.chosen else pick.style
        return Button(self._action(verb), pick.label, rest, style, pick.disabled)

    def _action(self, verb: str) -> str:
        return f"{self._presenter.group}.{verb}"

    def _text(self, pick: Pick) -> str:
        if isinstance(pick.to, str):
            return pick.to
        how = pick.how or self._presenter.how(self._view, pick.to)
        mark = next((mark for mark, each in _MARKS.items() if each == how), "")
        return mark + path_of(self._rule, pick.to)
