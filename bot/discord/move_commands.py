"""The subcommands of a game that make moves, as data: a presenter says what the contract can't know."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord.router import Call
from bot.discord.steps import To
from bot.games.contract import Move
from bot.view_model import ViewModel

Given = Mapping[str, Any]
"""What was typed, by parameter, as values of the fields of moves; None where nothing was."""


def fixed(value: str, key: str) -> tuple[str, str]:
    """One of a few choices of a parameter, with its catalogue key."""
    return value, key


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a subcommand; without more, it is the field of the move that has its name.

    It is suggested from the legal moves, unless it is one of a few `choices`, each with its catalogue key."""

    name: str
    kind: Any = str
    """The annotation that discord.py is given: `str`, `int`, a range of numbers, `bool`, or `bool | None`
    where nothing said is something else than no."""
    required: bool = True
    choices: tuple[tuple[str, str], ...] = ()
    read: Callable[[Any], Any] = lambda typed: typed
    """From what was typed to the value of the field; refuses what can't be understood."""
    of: Callable[[Any, Any], Any] | None = None
    """From a view and a legal move to the value; None: the field of that name, None where there is none."""
    written: Callable[[Any], str | int | None] | None = None
    """The value as Discord carries it, None for one that is not suggested; without it as it is."""
    label: Callable[[ViewModel[Any], Any], str] | None = None
    """A legal move as a line to choose from; None: as the presenter names it."""
    narrows: bool = True
    """Whether what was typed for it leaves only those values of the others that go with it."""
    offers: Callable[[Call], Awaitable[Sequence[tuple[str, str]]]] | None = None
    """For a parameter of `start`: lines and values to choose from."""
    spellings: Callable[[Any], Iterable[str]] = lambda value: ()
    """Further names of a value, by which it is found."""
    prefix: Callable[[str], str] | None = None
    """What was typed so far as the beginning of a value; None: it may also be that of a word of the line or
    of a spelling, in any width and case."""
    after: str = ""
    """The parameter that has to be given before anything is suggested for this one."""

    def value(self, view: Any, move: Any) -> Any:
        """The value of a legal move."""
        return self.of(view, move) if self.of else getattr(move, self.name, None)


@dataclass(frozen=True, slots=True)
class Shown:
    """The panel is shown at a step, with a sentence in front of it."""

    to: To = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoveCommand:
    """A subcommand: the moves of these kinds that agree with what was typed. One is made or shown, as the
    presenter says; of several what they have in common is shown; where there is none the rules say why."""

    kinds: tuple[type[Any], ...]
    params: tuple[Param, ...] = ()
    attempt: Callable[[ViewModel[Any] | None, Given], Move | None] | None = None
    """The move that is meant although it is not legal, from the game as the person sees it (None: it is not
    under way) and what was typed; None: of the first kind, with these fields."""
    meant: Callable[[ViewModel[Any], Sequence[Any], Given], To | Shown | None] | None = None
    """What is meant of the moves that agree, where the rule above does not say it; None: as above."""
    suggest: Mapping[str, Callable[[ViewModel[Any], str, Given], list[tuple[str, str]]]] | None = None
    """By parameter, lines and values to choose from where they are not those of the legal moves."""
