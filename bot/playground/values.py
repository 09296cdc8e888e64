"""Turns what a page sends into what simcord's actors take: numbers, files, people, roles, channels."""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Entity = Callable[[str], Any]
"""Finds a person, a role or a channel by its id."""

STRING, INTEGER, BOOLEAN, NUMBER, FILE = 3, 4, 5, 10, 11
ENTITIES = (6, 7, 8, 9)
"""Kinds of options of a command; those of components have numbers of their own, below."""
STRING_MENU, FILE_FIELD = 3, 19
ENTITY_MENUS = (5, 6, 7, 8)


class WorldError(Exception):
    """Why an action was not done: a code for the page's words and a line for the curious."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def leaf(commands: Sequence[Mapping[str, Any]], path: str) -> list[dict[str, Any]]:
    """The options of a command or subcommand by its path ("nimmt start"); none if it is not there."""
    found: list[dict[str, Any]] = [dict(command) for command in commands]
    for name in path.split():
        node = next((option for option in found if option["name"] == name), None)
        if node is None:
            return []
        found = nodes(node, "options")
    return found


def options(
    declared: Sequence[Mapping[str, Any]],
    sent: Mapping[str, Any],
    entity: Entity,
    *,
    partial: bool = False,
) -> dict[str, Any]:
    """The options of a command; `partial` leaves out what does not fit (yet)."""
    kinds = {option["name"]: option["type"] for option in declared}
    given: dict[str, Any] = {}
    for name, value in sent.items():
        try:
            given[name] = _option(kinds.get(name, STRING), value, entity)
        except (ValueError, TypeError, KeyError, WorldError) as error:
            if not partial:
                raise WorldError("option", name) from error
    return given


def menu(
    components: Sequence[Mapping[str, Any]], custom_id: str, picked: Sequence[str], entity: Entity
) -> list[Any]:
    """What was chosen in the menu with this custom_id."""
    everything = (found for component in components for found in walk(component))
    kind = next((found["type"] for found in everything if found.get("custom_id") == custom_id), STRING_MENU)
    return list(picked) if kind == STRING_MENU else [entity(value) for value in picked]


def form(modal: Mapping[str, Any], filled: Mapping[str, Any], entity: Entity) -> dict[str, Any]:
    """The fields of a form."""
    fields = (found for component in modal["components"] for found in walk(component))
    kinds = {found["custom_id"]: found["type"] for found in fields if "custom_id" in found}
    try:
        return {name: _field(kinds.get(name, 0), value, entity) for name, value in filled.items()}
    except (ValueError, TypeError, KeyError) as error:
        raise WorldError("option", str(error)) from error


def walk(component: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A component and everything in it."""
    inner = nodes(component, "components")
    inner += [component[key] for key in ("component", "accessory") if component.get(key)]
    return [dict(component), *(found for child in inner for found in walk(child))]


def nodes(node: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """What a node of a payload holds under a key; nothing where the key is missing or null."""
    found: list[dict[str, Any]] | None = node.get(key)
    return list(found or ())


def _option(kind: int, value: Any, entity: Entity) -> Any:
    if kind in ENTITIES:
        return entity(str(value))
    return _READERS.get(kind, str)(value)


def _field(kind: int, value: Any, entity: Entity) -> Any:
    if kind in ENTITY_MENUS:
        return [entity(item) for item in value]
    return [_upload(item) for item in value] if kind == FILE_FIELD else value


def _truth(value: Any) -> bool:
    return value in (True, "true")


def _upload(value: Mapping[str, str]) -> tuple[str, bytes]:
    try:
        return value["name"], base64.b64decode(value["data"], validate=True)
    except binascii.Error as error:
        raise ValueError("a file must be base64") from error


_READERS: dict[int, Callable[[Any], Any]] = {INTEGER: int, BOOLEAN: _truth, NUMBER: float, FILE: _upload}
