"""Moves in the few characters that a control carries: `activate/M1/1/-`, `invest/REF/e2m1`.

The first part is the tag of the move, the others are its fields; a choice with fewer parts is a move of which
the rest is still to be chosen, such as `politics/REF`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast, get_args

import msgspec

from bot.games.noria.box import KINDS
from bot.games.noria.bundle import Bundle
from bot.games.noria.moves import NoriaMove
from bot.games.noria.wheel import PLACE

NOTHING = "-"
"""Stands for an empty field: no island (the next one face down), no second chamber, no targets."""
_KINDS: dict[str, type[Any]] = {str(kind.__struct_config__.tag): kind for kind in get_args(NoriaMove)}
_SIGNS = dict(zip("emoscpil", KINDS, strict=True))
_HEAP = re.compile(r"([emoscpil])(\d{1,3})")


def text_of(move: NoriaMove) -> str:
    """A move as a control carries it."""
    fields = (getattr(move, name) for name in move.__struct_fields__)
    return "/".join([str(move.__struct_config__.tag), *map(_written, fields)])


def move_of(text: str) -> NoriaMove | None:
    """The move that a control carries; None for less than a move, and for anything else."""
    name, *parts = text.split("/")
    kind = _KINDS.get(name)
    if kind is None:
        return None
    try:
        fields = dict(zip(kind.__struct_fields__, parts, strict=True))
        read = {field: _read(field, part) for field, part in fields.items()}
        return msgspec.convert(read, kind, strict=False)
    except (ValueError, msgspec.ValidationError):
        return None


def parts_of(text: str, name: str) -> list[str] | None:
    """What has been chosen so far of a move with this tag; None for other moves."""
    found, *parts = text.split("/")
    return parts if found == name else None


def packed(heap: Bundle) -> str:
    """A heap in a few characters: `e2m1`."""
    signs = {kind: sign for sign, kind in _SIGNS.items()}
    return "".join(f"{signs[kind]}{count}" for kind, count in heap.items()) or NOTHING


def heap_of(text: str) -> Bundle | None:
    """The heap that `packed` has written; None for anything else."""
    if text == NOTHING:
        return Bundle()
    found = {_SIGNS[sign]: int(count) for sign, count in _HEAP.findall(text)}
    return Bundle(**found) if found and not _HEAP.sub("", text).strip() else None


def in_order(slots: Iterable[str]) -> list[str]:
    """Slots as moves name them: in the order of the wheel."""
    return sorted(slots, key=lambda slot: PLACE.get(slot, -1))


def _written(value: object) -> str:
    match value:
        case Bundle():
            return packed(value)
        case bool():
            return str(int(value))
        case tuple():
            return ".".join(map(str, cast("tuple[object, ...]", value))) or NOTHING
        case None:
            return NOTHING
        case _:
            return str(value)


def _read(field: str, part: str) -> Any:
    match field:
        case "pay":
            return msgspec.to_builtins(heap_of(part))
        case "targets":
            return [] if part == NOTHING else part.split(".")
        case _:
            return None if part == NOTHING else part
