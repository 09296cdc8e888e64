"""Opening and closing the house: ports, signals, what is left behind."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from pathlib import Path

import aiohttp
import pytest
from stand_in import StandIn
from windows import child

from bot.playground import house

HERE = Path(__file__).parent
CHILD = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from stand_in import StandIn
from bot.playground.house import keep_house
sys.exit(asyncio.run(keep_house(lambda _: StandIn(), port=0, people=2, locale="en", open_browser=False)))
"""


async def test_a_taken_port_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code = await house.keep_house(
            lambda _: StandIn(), port=port, people=2, locale="en", open_browser=False
        )
    assert code == house.TAKEN
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"Port {port}" in told


async def test_each_world_has_a_database_of_its_own_which_is_gone_in_the_end() -> None:
    threads, stop = threading.active_count(), asyncio.Event()
    places: list[Path] = []
    lines: asyncio.Queue[str] = asyncio.Queue()

    def make_bot(database: Path) -> StandIn:
        places.append(database)
        database.write_text("kept")
        return StandIn()

    keeping = asyncio.create_task(
        house.keep_house(
            make_bot,
            port=0,
            people=2,
            locale="en",
            open_browser=False,
            stop=stop,
            tell=lines.put_nowait,
        )
    )
    address = (await lines.get()).split()[4]
    async with aiohttp.ClientSession() as session:
        await session.post(f"{address}api/do", json={"who": "alice", "do": "restart"})
        await session.post(f"{address}api/do", json={"who": "alice", "do": "renew"})
    assert places[0].read_text() == "kept"
    stop.set()
    assert await keeping == 0
    assert places[0] == places[1] != places[2]
    assert not any(place.parent.exists() for place in places)
    assert threading.active_count() == threads


@pytest.mark.parametrize(("display", "opened"), [("", 0), (":0", 1)])
async def test_a_browser_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, display: str, opened: int
) -> None:
    addresses: list[str] = []
    stop = asyncio.Event()
    monkeypatch.setattr(house.webbrowser, "open", addresses.append)
    monkeypatch.setattr(house.sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    def told(line: str) -> None:
        asyncio.get_running_loop().call_later(0.2, stop.set)

    await house.keep_house(
        lambda _: StandIn(), port=0, people=1, locale="en", open_browser=True, stop=stop, tell=told
    )
    assert len(addresses) == opened
    assert all(address.startswith("http://127.0.0.1:") for address in addresses)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_signals_end_the_house_in_order(number: signal.Signals) -> None:
    async with child("-c", CHILD, str(HERE)) as (process, address), aiohttp.ClientSession(address) as session:
        stream = await session.get("/api/events")
        await stream.content.readline()
        process.send_signal(number)
        assert await process.wait() == 0
