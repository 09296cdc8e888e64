"""What one person sees, as plain values for the page: channels with their marks, messages, commands."""

from collections.abc import Mapping
from itertools import chain
from typing import Any
from urllib.parse import quote, urlsplit

from bot.playground.values import nodes
from bot.playground.world import World

SHOWN = 50
"""So many messages of a channel are on the page; more are fetched by scrolling back."""
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
THREAD_CREATED = 18
_SUBCOMMANDS = (1, 2)


class Desk:
    """What the windows of all people remember of a world: what was read, what was put away."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._read: dict[tuple[str, int], int] = {}
        self._dismissed: set[tuple[str, int]] = set()

    def dismiss(self, person: str, message: int) -> None:
        """Puts a private message away, for this person's eyes only."""
        self._dismissed.add((person, message))
        self.world.touch()

    def look(self, person: str, channel: int, *, count: int = SHOWN, seen: bool = False) -> dict[str, Any]:
        """The whole page of a person in a channel; `seen` marks the channel as read."""
        world = self.world
        ids = self._visible(person, channel)
        if seen and ids and ids[-1] > self._read.get((person, channel), 0):
            self._read[person, channel] = ids[-1]
            world.touch()
        persona = world.people[person]
        return {
            "pulse": world.pulse,
            "now": world.now().timestamp(),
            "server": world.server,
            "me": {
                "key": person,
                "id": str(world.id_of(person)),
                "name": persona.name,
                "locale": persona.locale,
                "closed": world.dms_closed(person),
            },
            "bot": world.bot,
            "database": world.database,
            "people": [
                {"key": key, "name": known.name, "id": str(world.id_of(key))}
                for key, known in world.people.items()
            ],
            "roles": world.roles(),
            "channels": [self._channel(person, entry) for entry in world.channels(person)],
            "menus": {
                kind: [{"name": one["name"], "label": _word(one, "name", persona.locale)} for one in offered]
                for kind, offered in world.menus(person, channel).items()
            },
            "channel": str(channel),
            "earlier": len(ids) > count,
            "messages": [self._message(person, channel, number) for number in ids[-count:]],
        }

    def commands(self, person: str, channel: int) -> list[dict[str, Any]]:
        """Every command that can be given, in the person's language."""
        locale = self.world.people[person].locale
        return [
            found
            for command in self.world.commands(person, channel)
            for found in _leaves(command, locale, command["name"], _word(command, "name", locale))
        ]

    def _visible(self, person: str, channel: int) -> list[int]:
        return [
            number
            for number in self.world.message_ids(person, channel)
            if (person, number) not in self._dismissed
        ]

    def _channel(self, person: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        read = self._read.get((person, entry["id"]), 0)
        fresh = [number for number in self._visible(person, entry["id"]) if number > read]
        rings = sum(self.world.pings(person, entry["id"], number) for number in fresh)
        return {**entry, "id": str(entry["id"]), "unread": len(fresh), "pings": rings}

    def _message(self, person: str, channel: int, number: int) -> dict[str, Any]:
        raw = self.world.message(channel, number)
        flags = raw["flags"]
        files = [] if flags & COMPONENTS_V2 else [self._media(file) for file in raw["attachments"]]
        used: dict[str, Any] = raw.get("interaction_metadata") or {}
        return {
            "id": raw["id"],
            "author": {
                "id": raw["author"]["id"],
                "name": raw["author"]["global_name"] or raw["author"]["username"],
                "bot": bool(raw["author"].get("bot")),
            },
            "at": raw["timestamp"],
            "edited": raw["edited_timestamp"],
            "text": raw["content"] or "",
            "parts": [self._part(part) for part in raw["components"]],
            "files": files,
            "private": bool(flags & EPHEMERAL),
            "thinking": bool(flags & LOADING),
            "thread": raw["thread"] if raw["type"] == THREAD_CREATED else "",
            "rings": self.world.pings(person, channel, number),
            "used": {"who": used["user"]["id"], "name": self._used(person, channel, used)}
            if "name" in used
            else None,
        }

    def _used(self, person: str, channel: int, used: Mapping[str, Any]) -> str:
        """A command as its use is told in the person's language: one of a menu by its entry there, without a
        slash."""
        slash = "/" if used.get("command_type", 1) == 1 else ""
        menus = {} if slash else self.world.menus(person, channel)
        offered = self.world.commands(person, channel) if slash else [*chain(*menus.values())]
        found = next((one for one in offered if one["name"] == used["name"]), used)
        return slash + _word(found, "name", self.world.people[person].locale)

    def _part(self, part: Mapping[str, Any]) -> dict[str, Any]:
        """A component with addresses that the page can open, and ids that it can compare."""
        shown = dict(part)
        for key in ("components", "items"):
            if key in part:
                shown[key] = [self._part(inner) for inner in part[key]]
        if part.get("accessory"):
            shown["accessory"] = self._part(part["accessory"])
        for key in ("media", "file"):
            if key in part:
                shown[key] = self._media(part[key])
        if "default_values" in part:
            shown["default_values"] = [{**each, "id": str(each["id"])} for each in part["default_values"]]
        return shown

    def _media(self, media: Mapping[str, Any]) -> dict[str, Any]:
        """Where the page finds a file, and the size of a picture, so that nothing jumps when it loads."""
        pieces = urlsplit(str(media["url"])).path.strip("/").split("/")
        if len(pieces) != 4 or pieces[0] != "attachments":
            return {"src": "", "url": media["url"]}
        _, channel, number, name = pieces
        blob = self.world.file(channel, number, name) or b""
        width, height = picture_size(blob)
        return {
            "src": f"/file/{channel}/{number}/{quote(name)}",
            "name": name,
            "type": media.get("content_type") or "",
            "bytes": len(blob),
            "alt": media.get("description") or "",
            "width": width,
            "height": height,
        }


def picture_size(blob: bytes) -> tuple[int, int]:
    """Width and height of a PNG or a GIF, zeros for anything else."""
    if blob[:3] == b"GIF" and len(blob) >= 10:
        return int.from_bytes(blob[6:8], "little"), int.from_bytes(blob[8:10], "little")
    if blob[:8] != b"\x89PNG\r\n\x1a\n" or len(blob) < 24:
        return 0, 0
    return int.from_bytes(blob[16:20]), int.from_bytes(blob[20:24])


def _leaves(node: Mapping[str, Any], locale: str, path: str, shown: str) -> list[dict[str, Any]]:
    """The commands below a command, each with its path, its shown name and its options."""
    options = nodes(node, "options")
    inner = [option for option in options if option["type"] in _SUBCOMMANDS]
    if inner:
        return [
            found
            for option in inner
            for found in _leaves(
                option, locale, f"{path} {option['name']}", f"{shown} {_word(option, 'name', locale)}"
            )
        ]
    return [
        {
            "path": path,
            "name": shown,
            "description": _word(node, "description", locale),
            "options": [_option(option, locale) for option in options],
        }
    ]


def _option(option: Mapping[str, Any], locale: str) -> dict[str, Any]:
    return {
        "name": option["name"],
        "label": _word(option, "name", locale),
        "description": _word(option, "description", locale),
        "type": option["type"],
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {"name": _word(choice, "name", locale), "value": choice["value"]}
            for choice in nodes(option, "choices")
        ],
        "min": option.get("min_value"),
        "max": option.get("max_value"),
    }


def _word(node: Mapping[str, Any], field: str, locale: str) -> str:
    translated: Mapping[str, str] = node.get(f"{field}_localizations") or {}
    return translated.get(locale) or str(node.get(field) or "")
