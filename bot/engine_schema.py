"""JSON Schemas of a game's values, each field with the sentence that stands below it in the code."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, get_args

import msgspec

from bot.games.contract import Outcome
from bot.games.registry import AnyGame


def schemas(game: AnyGame) -> dict[str, Any]:
    """The schemas of everything that goes in and out of an engine, by name."""
    types = {
        "options": game.options_type,
        "state": game.state_type,
        "position": game.position_type or game.state_type,
        "move": game.move_type,
        "view": game.view_type,
        "event": game.event_type,
        "outcome": Outcome,
    }
    result = {name: _schema(of) for name, of in types.items()}
    _tell_alike(result["state"], result["position"])
    return result


def _tell_alike(state: dict[str, Any], position: dict[str, Any]) -> None:
    """A position's field without a sentence of its own means what the state's field of that name means."""
    known = _definition(state)["properties"]
    for field, given in _definition(position)["properties"].items():
        if "description" not in given and "description" in known.get(field, {}):
            _describe(_definition(position)["properties"], field, known[field]["description"])


def _definition(schema: dict[str, Any]) -> dict[str, Any]:
    """What a schema is about; the rest of its definitions are parts of it."""
    return schema["$defs"][schema["$ref"].rpartition("/")[2]]


def _schema(of: Any) -> dict[str, Any]:
    schema = msgspec.json.schema(of)
    described = {struct.__name__: _field_docs(struct) for struct in _structs(of, set())}
    for name, definition in schema.get("$defs", {}).items():
        for field, text in described.get(name, {}).items():
            _describe(definition["properties"], field, text)
    return schema


def _describe(properties: dict[str, Any], field: str, text: str) -> None:
    """A plain $ref takes no neighbours in older drafts, so it is wrapped."""
    given = properties.get(field)
    if given is not None:
        properties[field] = {"description": text, **({"allOf": [given]} if "$ref" in given else given)}


def _structs(of: Any, seen: set[type]) -> Iterator[type[msgspec.Struct]]:
    """All structs that are part of a type, each once."""
    if isinstance(of, type) and issubclass(of, msgspec.Struct) and of not in seen:
        seen.add(of)
        yield of
        for field in msgspec.structs.fields(of):
            yield from _structs(field.type, seen)
    for inner in get_args(of):
        yield from _structs(inner, seen)


def _field_docs(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The strings below the fields of a class and its bases, by field."""
    docs: dict[str, str] = {}
    for owner in reversed(struct.__mro__):
        if issubclass(owner, msgspec.Struct) and owner is not msgspec.Struct:
            docs |= _own_docs(owner)
    return docs


def _own_docs(owner: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    docs: dict[str, str] = {}
    for field, below in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
        ):
            text = ast.literal_eval(below.value)
            docs[field.target.id] = inspect.cleandoc(text)
    return docs
