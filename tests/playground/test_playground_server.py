"""The page's server: who may ask, what it answers, how it ends."""

import asyncio
import json
import re
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from stand_in import StandIn
from windows import Client, serving, world_of

from bot.playground.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")

STATIC = files("bot.playground").joinpath("static")


async def look(client: Client, person: str = "alice", **more: str) -> dict[str, Any]:
    return await (await client.get("/api/look", params={"as": person, **more})).json()


async def do(client: Client, who: str = "alice", **what: Any) -> dict[str, Any]:
    return await (await client.post("/api/do", json={"who": who, **what})).json()


async def square(client: Client) -> str:
    return (await look(client))["channels"][0]["id"]


async def test_nothing_comes_from_elsewhere_and_nothing_is_inline(client: Client) -> None:
    for entry in STATIC.iterdir():
        text = entry.read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[\w.]+", text)) - {"http://www.w3.org"}
        assert addresses == set(), entry.name
    page = STATIC.joinpath("index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page)
    policy = (await client.get("/")).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "unsafe" not in policy


async def test_a_foreign_name_is_refused_and_this_machines_own_ones_are_welcome(client: Client) -> None:
    foreign = "evil.example", f"evil.example:{client.port}", f"localhost.evil:{client.port}"
    for host in (*foreign, "127.0.0.1", "127.0.0.1:1"):
        assert (await client.get("/", headers={"Host": host})).status == 421, host
    for name in ("127.0.0.1", "localhost"):
        headers = {"Host": f"{name}:{client.port}", "Origin": f"http://{name}:{client.port}"}
        assert (await client.get("/api/look?as=alice", headers=headers)).status == 200


async def test_a_foreign_page_can_do_nothing(client: Client) -> None:
    channel = await square(client)
    said = {"who": "alice", "do": "say", "channel": channel, "text": "hello"}
    for origin in ("http://evil.example", "null", f"http://localhost:{client.port}"):
        answer = await client.post("/api/do", json=said, headers={"Origin": origin})
        assert answer.status == 403
    plain = await client.post("/api/do", data=json.dumps(said), headers={"Content-Type": "text/plain"})
    assert plain.status == 415
    assert (await look(client))["messages"] == []


async def test_unknown_people_are_told_who_is_there(client: Client) -> None:
    assert await look(client, "mallory") == {"ok": False, "code": "nobody", "detail": "alice"}
    assert (await do(client, "mallory", do="restart"))["code"] == "nobody"
    question = {"who": "mallory", "channel": "1", "path": "x", "option": "x", "typed": "", "filled": {}}
    assert (await (await client.post("/api/complete", json=question)).json())["code"] == "nobody"


async def test_what_can_not_be_read_changes_nothing(client: Client) -> None:
    for body in (
        b"",
        b"[]",
        b"{",
        b'{"who": "alice", "do": "fly"}',
        b'{"who": "alice", "do": "say", "channel": "x", "text": "hello"}',
        b'{"who": "alice", "do": "say", "channel": "1", "text": ""}',
        b'{"who": "alice", "do": "advance", "seconds": 1e9}',
        b'{"who": "alice", "do": "restart", "more": 1}',
        b'{"who": "alice", "do": "submit", "modal": "1", "values": {"x": '
        + b"[" * 9999
        + b"]" * 9999
        + b"}}",
        b"[" * 9999,
    ):
        answer = await client.post("/api/do", data=body, headers={"Content-Type": "application/json"})
        assert answer.status == 400, body[:80]
        assert (await answer.json())["code"] == "malformed"


async def test_values_in_values_are_answered(client: Client) -> None:
    acts = b'"submit", "modal": "1", "values": ', b'"command", "channel": "1", "path": "x", "options": '
    for depth, act in product((100, 300, 900), acts):
        body = b'{"who": "alice", "do": ' + act + b'{"x": ' + b"[" * depth + b"]" * depth + b"}}"
        answer = await client.post("/api/do", data=body, headers={"Content-Type": "application/json"})
        assert answer.status in (200, 400)
        assert not (await answer.json())["ok"]


async def test_what_is_not_there_or_somebody_elses_is_refused(client: Client) -> None:
    here, foreign = await square(client), str(world_of(client).dm_of("bob"))
    assert not (await do(client, do="say", channel="99", text="hello"))["ok"]
    assert not (await do(client, do="command", channel="99", path="show", options={}))["ok"]
    assert not (await do(client, do="command", channel=here, path="fly", options={}))["ok"]
    assert not (await do(client, do="speak", locale="xx"))["ok"]
    for channel in ("99", foreign):
        answer = await client.get("/api/commands", params={"as": "alice", "channel": channel})
        assert not (await answer.json())["ok"]
        assert (await look(client, channel=channel))["channel"] == here


async def test_pictures_are_pictures_and_other_files_are_no_pages(client: Client) -> None:
    channel = await square(client)
    assert (await do(client, do="command", channel=channel, path="show", options={}))["ok"]
    message = (await look(client))["messages"][-1]
    media = message["parts"][0]["components"][2]["items"][0]["media"]
    assert (media["width"], media["height"]) == (320, 180)
    assert (await client.get(media["src"])).content_type == "image/png"
    notes = await client.get(message["parts"][1]["file"]["src"])
    assert notes.content_type == "application/octet-stream"
    assert notes.headers["X-Content-Type-Options"] == "nosniff"
    assert (await client.get("/file/1/2/board.png")).status == 404
    assert (await client.get("/static/..%2Fworld.py")).status == 404


async def test_long_channels_come_in_pieces(client: Client) -> None:
    channel = await square(client)
    for number in range(4):
        await do(client, do="say", channel=channel, text=f"message {number}")
    shown = await look(client, count="3")
    assert [message["text"] for message in shown["messages"]] == ["message 1", "message 2", "message 3"]
    assert shown["earlier"]
    assert not (await look(client, count="4"))["earlier"]


async def test_there_is_an_end_to_newcomers(client: Client) -> None:
    for number in range(17):
        assert (await do(client, do="welcome", name=f"guest {number}"))["ok"]
    assert (await do(client, do="welcome", name="one more"))["code"] == "full"


@pytest.mark.logs_errors
async def test_a_clock_that_stops_is_told_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_: World) -> None:
        raise LookupError("no time")

    monkeypatch.setattr(World, "tick", broken)
    monkeypatch.setattr("bot.playground.server.TICK", 0.01)
    async with serving(StandIn) as client:
        await asyncio.sleep(0.2)
        assert (await look(client))["ok"]
    assert "clock has stopped" in caplog.text
