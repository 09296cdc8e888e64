"""Moves and unfinished choices as the short texts that custom_ids and menu values carry.

A path is the tag of a move and its fields: `activate/M1/1/-`. One with fewer parts is an unfinished choice of
which the rest is still to be chosen, such as `politics/REF`. A move that can't be written so, or not shortly
enough, is named by a digest, `close#0f3a9c…`, and found again among the legal moves.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeVar, cast, get_args

import msgspec
from msgspec.inspect import BoolType, Field, NoneType, StructType, TupleType, Type, UnionType, VarTupleType

from bot.games.contract import Move
from bot.games.registry import AnyGame

S = TypeVar("S", bound=msgspec.Struct)
NOTHING = "-"
"""Stands for None and for an empty tuple."""
LONGEST = 56
"""Characters of a path."""


def path_of(rule: AnyGame, move: Move) -> str:
    """The path of a move, at most `LONGEST` characters without spaces."""
    path = step_path(move)
    if len(path) <= LONGEST and not any(map(str.isspace, path)) and _decoded(rule, path) == move:
        return path
    return f"{_tag(type(move))}#{hashlib.blake2s(rule.encode_move(move), digest_size=8).hexdigest()}"


def move_at(rule: AnyGame, path: str, legal: Iterable[Move] = ()) -> Move | None:
    """The move that a path names, by a digest among the `legal` ones; None for anything else."""
    tag, digest, _ = path.partition("#")
    if not digest:
        return _decoded(rule, path)
    return next((move for move in legal if _tag(type(move)) == tag and path_of(rule, move) == path), None)


def is_digest(path: str) -> bool:
    """Whether the legal moves are needed to find the move of this path."""
    return "#" in path


def prefix_of(rule: AnyGame, moves: Iterable[Move]) -> str:
    """The unfinished choice that several moves have in common; empty if they begin differently."""
    first, *others = (path_of(rule, move).split("/") for move in moves)
    for count in range(len(first) - 1, 0, -1):
        if all(other[:count] == first[:count] for other in others):
            return "/".join(first[:count])
    return ""


def step_path(step: msgspec.Struct) -> str:
    """The path of an unfinished choice that is a tagged struct of its own, written as moves are."""
    return "/".join([_tag(type(step)), *(_written(getattr(step, name)) for name in step.__struct_fields__)])


def step_at(kind: type[S], parts: Sequence[str]) -> S | None:
    """The unfinished choice of this kind that the parts of a path are; None for anything else."""
    return _converted(kind, parts[1:]) if parts and parts[0] == _tag(kind) else None


def _decoded(rule: AnyGame, path: str) -> Move | None:
    tag, *parts = path.split("/")
    kind = _kinds(rule.move_type).get(tag)
    return _converted(kind, parts) if kind else None


def _converted(kind: type[S], parts: Sequence[str]) -> S | None:
    try:
        fields = zip(_fields(kind), parts, strict=True)
        return msgspec.convert(
            {field.name: _read(part, field.type) for field, part in fields}, kind, strict=False
        )
    except (ValueError, msgspec.ValidationError):
        return None


@cache
def _kinds(move_type: Any) -> dict[str, type[Move]]:
    return {_tag(kind): kind for kind in get_args(move_type) or (move_type,)}


@cache
def _fields(kind: type[Any]) -> tuple[Field, ...]:
    found = msgspec.inspect.type_info(kind)
    return found.fields if isinstance(found, StructType) else ()


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _written(value: Any) -> str:
    match value:
        case None | ():
            return NOTHING
        case bool():
            return str(int(value))
        case tuple():
            return ".".join(map(_written, cast(tuple[Any, ...], value)))
        case msgspec.Struct():
            return ".".join(_written(getattr(value, name)) for name in value.__struct_fields__)
        case _:
            return str(value)


def _read(text: str, kind: Type) -> Any:
    """Plain data of a field, to be converted and checked with the others."""
    match kind:
        case UnionType(types=types):
            optional = any(isinstance(each, NoneType) for each in types)
            if optional and text == NOTHING:
                return None
            return _read(text, next(each for each in types if not isinstance(each, NoneType)))
        case VarTupleType(item_type=item):
            return [] if text == NOTHING else [_read(part, item) for part in text.split(".")]
        case TupleType(item_types=items):
            return [_read(part, item) for part, item in zip(text.split("."), items, strict=True)]
        case StructType(fields=fields):
            parts = zip(fields, text.split("."), strict=True)
            return {field.name: _read(part, field.type) for field, part in parts}
        case BoolType():
            return text == "1"
        case _:
            return text
