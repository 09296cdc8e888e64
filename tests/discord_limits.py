"""What every message has to keep to: Discord's limits, and our own rules for messages."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.discord import router
from bot.discord.content import CustomId

ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12
Part = Mapping[str, Any]


def keep_to_the_limits(transcript: Iterable[tuple[str, str, Any]]) -> None:
    """Asserts it of every message that was posted or edited, by whatever road."""
    for kind, _, body in transcript:
        if kind == "HTTP" and isinstance(body, Mapping):
            message = body["data"] if isinstance(body.get("data"), Mapping) else body
            if message.get("components") and "title" not in message:
                _check(message, list(parts_of(message["components"])))


def parts_of(components: Iterable[Part]) -> Iterator[Part]:
    """Every component, nested ones too."""
    for part in components:
        yield part
        yield from parts_of(part.get("components", ()))


def _check(message: Part, parts: list[Part]) -> None:
    texts = [part["content"] for part in parts if part["type"] == TEXT]
    names = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(parts) <= 40
    assert sum(map(len, texts)) <= 4000
    assert len(names) == len(set(names))
    for name in names:
        meaning = CustomId.parse(name)
        assert len(name) <= 100
        assert meaning is not None, name
        assert meaning.action in router.HANDLERS
    for part in parts:
        kind = part["type"]
        assert kind != ROW or 1 <= len(part["components"]) <= 5
        assert kind != BUTTON or 1 <= len(part["label"]) <= 80
        if kind == SELECT:
            _check_menu(part)
        for item in part["items"] if kind == GALLERY else ():
            assert item["media"]["url"].startswith("attachment://")
            assert 0 < len(item["description"]) <= 1000
    _check_calls(message, "".join(texts))


def _check_menu(menu: Part) -> None:
    options, most = menu["options"], menu.get("max_values", 1)
    assert len(menu.get("placeholder") or "") <= 150
    assert 1 <= len(options) <= 25
    assert menu.get("min_values", 1) <= most <= len(options)
    assert sum(bool(option.get("default")) for option in options) <= most
    assert len({option["value"] for option in options}) == len(options)
    assert all(len(option["label"]) <= 100 for option in options)
    assert all(len(option.get("description") or "") <= 100 for option in options)


def _check_calls(message: Part, words: str) -> None:
    """Only who is named may be called."""
    called = message["allowed_mentions"]
    assert not message.get("content")
    assert called["parse"] == []
    roles = called.get("roles") or ()
    assert len(roles) <= 1
    assert all(f"<@&{role}>" in words for role in roles)
    assert all(f"<@{user}>" in words for user in called.get("users", ()))
