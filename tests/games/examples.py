"""Rules as examples: the name of each, a position, and moves with what comes of them.

    3 A card goes to an end of the row
        play; route basel freiburg; hand zuerich ulm
        left zuerich -> route zuerich basel freiburg
        left ulm or right ulm !! no_road
        play; hand ulm | begin ulm -> route ulm

Behind `->` stands what is so after the moves, behind `!!` why the last one, or each of several, is refused. A
line that is indented further goes on with the one before.
"""

import re
from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import Any

import msgspec
import pytest


def follows(text: str) -> list[Any]:
    """The position, the moves, and what is so after them."""
    return [pytest.param(*case, id=name) for name, *case in _lines(text, "->")]


def refusals(text: str) -> list[Any]:
    """The position, the moves made before, the one that is refused, and why."""
    return [
        pytest.param(position, before, move, reason, id=name)
        for name, position, moves, reason in _lines(text, "!!")
        for before, _, last in [moves.rpartition(", ")]
        for move in last.split(" or ")
    ]


def _lines(text: str, sign: str) -> Iterator[tuple[str, str, str, str]]:
    name = position = ""
    for line in re.sub(r"\n {8,}", " ", dedent(text).strip()).splitlines():
        start, *rest = re.split("(->|!!)", line)
        before, bar, moves = start.rpartition("|")
        if not line.startswith(" "):
            name = line
        elif bar or not rest:
            position = (before or start).strip()
        if rest[:1] == [sign]:
            assert rest[1].strip(), f"{name}: nothing is said of {position}"
            yield name, position, moves.strip(), rest[1].strip()


def only(found: Mapping[str, Any], names: str) -> str:
    """Of what is so, that which is named: `"route ulm; phase play"`."""
    return "; ".join([f"{name} {written(found[name])}" for name in re.findall(r"(?:^|; )(\w+)", names)])


def written(value: Any) -> str:
    """`"ulm basel"`, `"1 2 / 3"`, `"baden 3, length_5 2"`, `"took A ulm 1 postmaster"`."""
    match value:
        case None | () | []:
            return "none"
        case msgspec.Struct():
            return said(value)
        case [tuple(), *_]:
            return " / ".join(map(written, value))
        case [msgspec.Struct(), *_]:
            return ", ".join(map(written, value))
        case tuple():
            return " ".join(map(written, value))
        case _:
            return str(value)


def said(thing: msgspec.Struct) -> str:
    """The kind of a move or an event and what it tells; seats by letter, last who alone may know it."""
    given = msgspec.structs.asdict(thing)
    knowers, seat = given.pop("seen_by", None), given.pop("seat", None)
    words = [thing.__struct_config__.tag, *["ABCD"[who] for who in (seat,) if who is not None]]
    words += [name if value is True else written(value) for name, value in given.items() if value]
    return " ".join([*filter(None, words), *[f"for {'ABCD'[who]}" for who in knowers or ()]])
