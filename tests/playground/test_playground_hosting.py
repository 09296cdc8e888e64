"""`python -m bot play`: a port, a world with the whole bot, its clock, and a clean end."""

import asyncio
import os
import signal
import socket
import sys
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from stand_in import StandIn
from windows import env_of

from bot.app import App, build
from bot.config import Settings
from bot.games.registry import game
from bot.opponents.runner import Brain
from bot.playground import hosting
from bot.playground.people import crowd
from bot.playground.screen import Desk
from bot.playground.world import World
from bot.tables.clock import Clock
from bot.text import words
from tests.cli_runner import ROOT


async def test_a_taken_port_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code = await hosting.serve(lambda _: StandIn(), port=port, people=2, locale="en", open_browser=False)
    assert code == hosting.TAKEN
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"Port {port}" in told


async def test_each_world_has_a_database_of_its_own_which_is_gone_in_the_end() -> None:
    threads, stop = set(threading.enumerate()), asyncio.Event()
    places: list[Path] = []
    lines: asyncio.Queue[str] = asyncio.Queue()

    def make_bot(database: Path) -> StandIn:
        places.append(database)
        database.write_text("kept")
        return StandIn()

    keeping = asyncio.create_task(
        hosting.serve(
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
    assert not set(threading.enumerate()) - threads


@pytest.mark.parametrize(("display", "opened"), [("", 0), (":0", 1)])
async def test_a_browser_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, display: str, opened: int
) -> None:
    addresses: list[str] = []
    stop = asyncio.Event()
    monkeypatch.setattr(hosting.webbrowser, "open", addresses.append)
    monkeypatch.setattr(hosting.sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    def told(line: str) -> None:
        asyncio.get_running_loop().call_later(0.2, stop.set)

    await hosting.serve(
        lambda _: StandIn(), port=0, people=1, locale="en", open_browser=True, stop=stop, tell=told
    )
    assert len(addresses) == opened
    assert all(address.startswith("http://127.0.0.1:") for address in addresses)


PLAY = ("-m", "bot", "play", "--port", "0", "--people", "2", "--locale", "ja", "--no-browser")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_play_opens_the_whole_bot_and_ends_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    """In order, although somebody looks on."""
    database = tmp_path / "mine.sqlite3"
    settings = {"STAMMTISCH_DATABASE": str(database), "STAMMTISCH_LOG": "warning"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore", *PLAY),
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, **settings},
    )
    assert process.stderr is not None
    try:
        told = (await process.stderr.readline()).decode()
        async with aiohttp.ClientSession(told.split()[4]) as session:
            look = await (await session.get("/api/look?as=haru")).json()
            assert [person["name"] for person in look["people"]] == ["ハル", "ユイ"]
            assert look["database"] == str(database), "named as the one that is left alone"
            where = {"as": "haru", "channel": look["channel"]}
            commands = (await (await session.get("/api/commands", params=where)).json())["commands"]
            assert "ニムト 開始" in {command["name"] for command in commands}
            await (await session.get("/api/events")).content.readline()
            process.send_signal(number)
            assert (await process.wait(), await process.stderr.read()) == (0, b"")
    finally:
        if process.returncode is None:
            process.kill()
    assert not database.exists()


DAYS = 31


async def test_in_a_month_the_bot_wakes_up_for_itself_about_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats, beat = list[object](), Clock._beat

    async def counted(clock: Clock) -> None:
        beats.append(clock)
        await beat(clock)

    monkeypatch.setattr(Clock, "_beat", counted)
    settings = Settings(database=tmp_path / "stammtisch.sqlite3")
    world = World(lambda: hosting.bot_on(settings), crowd(2, "en"), locale="en")
    await world.open()
    try:
        await world.advance(timedelta(days=DAYS).total_seconds())
    finally:
        await world.close()
    assert DAYS - 1 <= len(beats) <= DAYS + 1


RULES = game("six_nimmt")


async def owing(app: App) -> list[int]:
    return list(RULES.decisions((await app.tables.queries.now_at(1)).state))


async def test_people_act_while_a_computer_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free, think = threading.Event(), Brain.do

    def patient(brain: Brain, job: Any) -> Any:
        free.wait()
        return think(brain, job)

    monkeypatch.setattr(Brain, "do", patient)
    settings = Settings(database=tmp_path / "x.sqlite3")
    world = World(lambda: build(settings, always_sync=True), crowd(1, "en"), locale="en")
    await world.open()
    try:
        app = env_of(world).bot
        assert isinstance(app, App)
        channel = world.channels("alice")[0]["id"]
        await world.command("alice", channel, "nimmt start", {})
        lobby = world.message_ids("alice", channel)[-1]
        await world.press("alice", channel, lobby, "s1:lobby.computers:1:0:")
        panel = world.message_ids("alice", channel)[-1]
        await world.choose("alice", channel, panel, "s1:lobby.computer:1:0:1", ["easy"])
        await world.press("alice", channel, lobby, "s1:lobby.start:1:0:")
        await world.advance(5)
        assert await owing(app) == [0, 1]
        assert (await world.command("alice", channel, "table hand", {})).answered
        free.set()
        while await owing(app) != [0]:
            await world.tick()
    finally:
        free.set()
        await world.close()


async def test_where_the_bot_is_no_member_it_is_an_app_of_ones_own(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "x.sqlite3")
    world = World(lambda: build(settings, always_sync=True), crowd(1, "ja"), locale="ja")
    await world.open()
    try:
        here, there = (
            next(each["id"] for each in world.channels("haru") if each["kind"] == kind)
            for kind in ("channel", "elsewhere")
        )
        assert {each["name"] for each in world.commands("haru", there)} == {"games"}
        assert {"table", "nimmt"} < {each["name"] for each in world.commands("haru", here)}
        assert world.menus("haru", here)["person"]
        assert not world.menus("haru", there)["person"]
        for path, said in (("games tables", "refusal.not_a_member"), ("games solo", "solo.title")):
            await world.command("haru", there, path, {})
            assert words("ja")(said) in str(Desk(world).look("haru", there)["messages"][-1])
    finally:
        await world.close()
