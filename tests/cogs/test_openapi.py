"""Every request of a whole game keeps to Discord's own description of its interface.

The file is not ours and not stored here: STAMMTISCH_OPENAPI names it, without it these tests are skipped.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from troubled import CALM, LOW, Evening, Request, Wire

DESCRIPTION = os.environ.get("STAMMTISCH_OPENAPI", "")
pytestmark = pytest.mark.skipif(not DESCRIPTION, reason="STAMMTISCH_OPENAPI names no file")


class Interface:
    """Discord's description, asked for the schema of a request."""

    def __init__(self, path: Path) -> None:
        self._described: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        # Discord takes the ids of uploads as numbers too, and its libraries send them so.
        self._described["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._patterns = {
            re.compile(re.sub(r"\\\{[^/]*?\\\}", "[^/]+", re.escape(template))): template
            for template in sorted(self._described["paths"], key=lambda name: name.count("{"))
        }

    def schema_of(self, request: Request) -> dict[str, Any] | None:
        """The schema of the body, None for a request that the description doesn't have."""
        operation = self._operation(request)
        if operation is None or "requestBody" not in operation:
            return None
        kinds = operation["requestBody"]["content"]
        schema = (kinds.get("application/json") or kinds["multipart/form-data"])["schema"]
        return {**schema, "components": self._described["components"]}

    def _operation(self, request: Request) -> dict[str, Any] | None:
        for pattern, template in self._patterns.items():
            if pattern.fullmatch(request.path):
                found = self._described["paths"][template].get(request.method.lower())
                if found is not None:
                    return found
        return None


def complaints(interface: Interface, request: Request) -> list[str]:
    """What the description has against a request."""
    schema = interface.schema_of(request)
    assert schema is not None, f"{request.method} {request.path} is not described"
    validator = jsonschema.Draft202012Validator(schema)
    return [
        f"{request.method} {request.path}: {error.message}" for error in validator.iter_errors(request.body)
    ]


@pytest.mark.parametrize("secret", [CALM, LOW], ids=["calm", "low card"])
async def test_a_whole_game_speaks_as_discord_describes_it(tmp_path: Path, secret: bytes) -> None:
    interface = Interface(Path(DESCRIPTION))
    with Wire() as wire:
        async with Evening.begin(tmp_path, secret=secret) as evening:
            await evening.start(rounds=1)
            for command in ("show", "hand", "text", "history"):
                await evening.people[0].slash(evening.channel, f"table {command}")
            await evening.people[0].autocomplete(evening.channel, "nimmt play", "card", "")
            await evening.press(evening.people[0], evening.posts_with("table.more")[-1], "table.more")
            while (await evening.table()).status == "playing":
                await evening.trick()
    bodies = [request for request in wire.requests if isinstance(request.body, (dict, list))]
    assert len(bodies) > 60
    assert [line for request in bodies for line in complaints(interface, request)] == []


def test_the_description_does_object_to_a_wrong_request() -> None:
    interface = Interface(Path(DESCRIPTION))
    assert complaints(interface, Request("POST", "/channels/1/messages", {"components": "none"}))
    assert complaints(interface, Request("POST", "/interactions/1/token/callback", {"type": "four"}))
