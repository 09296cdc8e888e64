"""What a picture or a text is made from: a view, the names at the table, the words of the reader."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from msgspec import Struct

from bot.games.chronicle import Chronicle
from bot.games.contract import Choice, Event, Options, Outcome, Seat, SeatEvent, View, counts
from bot.games.registry import game
from bot.text import Words, cut, one_line, signed

MOST = 1000
"""Characters of an alt text."""
_NAME_LENGTHS = (40, 20, 14, 10, 8)
_READABLE = 14
"""No name is cut to less for the sake of what is only useful."""
_LEVEL = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*[)\uff09]$")
V = TypeVar("V", bound=View)


class ComputerName(str):
    """The name of a computer: a picture leaves its level out before it cuts anything. What stands in brackets
    in the name of a person is a part of it like any other."""

    __slots__ = ()

    @property
    def short(self) -> str:
        """The name without the level."""
        return _LEVEL.sub("", self)


@dataclass(frozen=True, slots=True)
class ViewModel(Generic[V]):
    """One moment of a table as one reader may know it."""

    table: int
    version: int
    view: V
    names: tuple[str, ...]
    """By seat, as people call themselves: any length, any script."""
    words: Words
    seat: Seat | None = None
    """Whose eyes; None is a spectator, and every public post."""
    events: tuple[Event, ...] = ()
    """What the step that led here made happen, as far as this reader may know."""
    outcome: Outcome | None = None
    earlier: V | None = None
    """What everybody might know when the reader last looked: where a board can show it, all that has changed
    since is lit. None: what the newest step has changed."""
    chronicle: Chronicle | None = None
    """How a finished game went, for the pictures of its end."""
    icons: tuple[str, ...] = ()
    """By seat the icons that people have chosen, "" for the symbol of the seat; none where nobody has."""

    @property
    def people(self) -> tuple[Hashable, ...]:
        """For the key of a picture: names, which of them are computers', icons, the language."""
        return self.names, tuple(map(type, self.names)), self.icons, self.words.locale


def alt_text(
    model: ViewModel[V], text: Callable[[ViewModel[V]], str], *longer: Callable[[ViewModel[V]], str]
) -> str:
    """An alt text: long names are cut before any fact is. Of `longer` texts, the longest first, the first one
    that fits as a whole is taken instead, unless names would have to be cut to less than a few letters."""
    tries = [(describe, length) for describe in longer for length in _NAME_LENGTHS if length >= _READABLE]
    tries += [(text, length) for length in _NAME_LENGTHS]
    found, before = "", None
    for describe, length in tries:
        names = tuple(cut(one_line(name), length) for name in model.names)
        if before == (before := (describe, names)):
            continue  # the names were as short before
        found = describe(replace(model, names=names))
        if len(found) <= MOST:
            return found
    return cut(found, MOST)


def sentences(model: ViewModel[V], lines: Iterable[str]) -> str:
    """Lines of a text one after the other, each with a full stop where it has none."""
    stop = model.words("picture.stop")
    return " ".join(line if line.endswith((stop, "\uff1a", ":")) else line + stop for line in lines if line)


def sentence(model: ViewModel[V], text: str) -> str:
    """A text as a sentence of its own: with a capital letter in front and a full stop behind."""
    return sentences(model, [capital(text)])


def ties(model: ViewModel[Any]) -> list[tuple[int, list[Seat]]]:
    """Each tie that a rule has broken: the points, and the seats with them, best first."""
    found: list[tuple[int, list[Seat]]] = []
    if model.outcome is not None:
        places, scores = model.outcome.places, model.outcome.scores
        for points in sorted({*scores}, reverse=True):
            seats = [Seat(seat) for seat, score in enumerate(scores) if score == points]
            if len({places[seat] for seat in seats}) > 1:
                found.append((points, sorted(seats, key=lambda seat: places[seat])))
    return found


def tie_note(model: ViewModel[Any], key: str, points: int, seats: Sequence[Seat], what: Sequence[int]) -> str:
    """The sentence `key` of the rule by which a tie was broken, with what each of its seats has of it."""
    words = model.words
    order = [words("picture.tie_value", name=model.names[seat], n=what[seat]) for seat in seats]
    return words(key, points=signed(points), order=words.listed(order))


Parts = Callable[[ViewModel[V]], Iterable[str]]


def described(
    model: ViewModel[V], key: str, state: Callable[[ViewModel[V]], str], parts: Parts[V], *more: Parts[V]
) -> str:
    """The alt text of a picture: the game with its state, the parts, and `more` that fits as a whole."""

    def told(extra: Parts[V]) -> Callable[[ViewModel[V]], str]:
        return lambda shown: sentences(
            shown, [headed(shown, key, state(shown)), *parts(shown), *extra(shown)]
        )

    return alt_text(model, told(lambda shown: ()), *map(told, more))


def headed(model: ViewModel[V], key: str, state: str) -> str:
    """The begin of an alt text: the game with its state."""
    return model.words(f"{key}.alt.head", game=model.words.title(game(key).info), state=state)


def option_rows(
    key: str, options: Options, words: Words, said: Mapping[str, Callable[[Any], str]] = {}
) -> tuple[tuple[str, str], ...]:
    """The options of a game that count, as rows of label and value; some values are `said` in another way
    than by the catalogue."""
    rows: list[tuple[str, str]] = []
    for option in game(key).info.options:
        if counts(option, options):
            label, value = f"{key}.option.{option.key}", getattr(options, option.key)
            if option.key in said:
                told = said[option.key](value)
            elif isinstance(option, Choice) or value == "":
                told = words(f"{label}.{value or 'none'}")
            else:
                told = str(value)
            rows.append((words(label), told))
    return tuple(rows)


def capital(text: str) -> str:
    """The text as it begins a line: with a capital letter in front."""
    return text[:1].upper() + text[1:]


def tag(thing: Struct) -> str:
    """Which move or event this is: the last part of the keys that tell it."""
    return str(thing.__struct_config__.tag)


def in_units(words: Words, game: str, points: int) -> str:
    """Points of a game with their unit, also below zero."""
    own, number = f"{game}.unit", str(abs(points))
    return words(own if own in words else "ending.unit", n=abs(points)).replace(number, signed(points), 1)


Said = Mapping[str, Callable[[Any, Words], object]]
"""By the names of fields, how they are said."""


def in_words(thing: Struct, said: Said, words: Words) -> dict[str, Any]:
    """The fields of a move or an event as values of its sentence: in words what is among `said`."""
    found = {name: getattr(thing, name) for name in thing.__struct_fields__}
    return {
        name: said[name](one, words) if name in said and one is not None else one
        for name, one in found.items()
    }


def by_name(model: ViewModel[V], event: Event, said: Said) -> dict[str, Any]:
    """The same of an event, and the `name` of the seat that it is of."""
    found = in_words(event, said, model.words)
    return found | {"name": model.names[event.seat]} if isinstance(event, SeatEvent) else found
