"""Rules as examples: the name of each, a position, and moves with what comes of them.

    3 A card goes to an end of the row
        play; route basel freiburg; hand zuerich ulm
        left zuerich -> route zuerich basel freiburg
        left ulm or right ulm !! no_road

Behind `->` stands what is so after the moves, behind `!!` why the last one, or each of several, is refused. A
line that is indented further goes on with the one before.
"""

import re
from collections.abc import Iterator
from textwrap import dedent

import pytest
from _pytest.mark import ParameterSet


def follows(text: str) -> list[ParameterSet]:
    """The position, the moves, and what is so after them."""
    return [pytest.param(*case, id=name) for name, *case in _lines(text, "->")]


def refusals(text: str) -> list[ParameterSet]:
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
        moves, found, what = re.split("(->|!!)", line) if re.search("->|!!", line) else (line, "", "")
        if not line.startswith(" "):
            name = line
        elif not found:
            position = line.strip()
        elif found == sign:
            yield name, position, moves.strip(), what.strip()
