"""Discord is away for a minute: what waited comes within seconds of its end, and nobody hammers meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient
from simulated import controls
from troubled import Evening, has

OUTAGE = 60.0
SOON = 5.0


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with Evening.begin(tmp_path) as evening:
        yield evening


def break_down(evening: Evening, how: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Discord is away; the requests that were made in vain."""
    tried: list[str] = []
    request = FakeHTTPClient.request

    async def refused(client: FakeHTTPClient, route: Any, **rest: Any) -> Any:
        tried.append(route.method)
        if how == "refused":
            raise ConnectionRefusedError
        return await request(client, route, **rest)

    if how != "refused":
        evening.fail("POST" if how == "posts alone" else "*", "/channels/*", 503, times=None)
    monkeypatch.setattr(FakeHTTPClient, "request", refused)
    return tried


@pytest.mark.parametrize("how", ["503", "posts alone", "refused"])
async def test_after_an_outage_all_is_told_within_seconds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    await evening.start()
    posts, letters = len(evening.posts()), [len(evening.letters(each)) for each in evening.people]
    with monkeypatch.context() as patched:
        tried = break_down(evening, how, patched)
        await evening.trick()
        await evening.wait(OUTAGE)
    evening.mend()
    assert len(evening.posts()) == posts
    await evening.wait(SOON)
    assert len(evening.posts()) == posts + 1
    for person, before in zip(evening.people, letters, strict=True):
        assert len(evening.letters(person)) == before + 1
        assert has(evening.letters(person)[-1], "nimmt.menu")
    assert [each.id for each in evening.posts() if controls(each)] == [evening.posts()[-1].id]
    assert OUTAGE / 5 < len(tried) < OUTAGE * 2.5
    await evening.wait(SOON)
    assert await evening.app.tables.outbox.with_notices() == ()


async def test_a_channel_alone_in_trouble_is_not_taken_for_an_outage(evening: Evening) -> None:
    """It is tried less and less often, whatever succeeds elsewhere."""
    await evening.start()
    path = f"/channels/{evening.channel.id}/messages"
    evening.fail("POST", path, 503, times=None)
    await evening.trick()
    await evening.wait(600)
    tries = sum((each.method, each.path) == ("POST", path) for each in evening.env.http_requests)
    assert tries < 120
    evening.mend()
    await evening.wait(20)
    assert has(evening.posts()[-1], "table.move")
