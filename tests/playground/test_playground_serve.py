"""`python -m bot play` itself: the whole bot, a page, and a clean end."""

from __future__ import annotations

import signal
from pathlib import Path

import aiohttp
from windows import child

PLAY = ("-m", "bot", "play", "--port", "0", "--people", "2", "--locale", "ja", "--no-browser")


async def test_play_opens_the_whole_bot_and_ends_on_a_signal(tmp_path: Path) -> None:
    database = tmp_path / "mine.sqlite3"
    settings = {"STAMMTISCH_DATABASE": str(database), "STAMMTISCH_LOG": "warning"}
    async with child(*PLAY, **settings) as (process, address), aiohttp.ClientSession(address) as session:
        look = await (await session.get("/api/look?as=haru")).json()
        assert [person["name"] for person in look["people"]] == ["ハル", "ユイ"]
        where = {"as": "haru", "channel": look["channel"]}
        commands = (await (await session.get("/api/commands", params=where)).json())["commands"]
        assert "ニムト 開始" in {command["name"] for command in commands}
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert process.stderr is not None
        assert await process.stderr.read() == b""
    assert not database.exists()
