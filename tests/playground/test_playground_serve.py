"""`python -m bot play` itself: the whole bot, a page, and a clean end."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from pathlib import Path

import aiohttp


async def test_play_opens_the_whole_bot_and_ends_on_a_signal(tmp_path: Path) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *(
            "-W",
            "ignore",
            "-m",
            "bot",
            "play",
            "--port",
            "0",
            "--people",
            "2",
            "--locale",
            "ja",
            "--no-browser",
        ),
        stderr=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env={"STAMMTISCH_DATABASE": str(tmp_path / "mine.sqlite3"), "STAMMTISCH_LOG": "warning"},
    )
    assert child.stderr is not None
    told = (await child.stderr.readline()).decode()
    address = re.search(r"http://127\.0\.0\.1:\d+/", told)
    assert address, told
    async with aiohttp.ClientSession(address[0]) as session:
        look = await (await session.get("/api/look?as=haru")).json()
        assert [person["name"] for person in look["people"]] == ["ハル", "ユイ"]
        where = {"as": "haru", "channel": look["channel"]}
        commands = (await (await session.get("/api/commands", params=where)).json())["commands"]
        assert "ニムト 開始" in {command["name"] for command in commands}
        child.send_signal(signal.SIGTERM)
        assert await child.wait() == 0
    assert await child.stderr.read() == b""
    assert not (tmp_path / "mine.sqlite3").exists()
