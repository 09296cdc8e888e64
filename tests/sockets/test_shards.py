"""One process with several shards: how they connect, how one of them is lost and comes back, how all end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from threading import Thread, enumerate as enumerate_threads
from typing import Any

import pytest
from aiohttp import web
from discord.gateway import KeepAliveHandler
from evenings import evening, press

from bot.app import App, build
from bot.bench.bot_process import turn_to
from bot.bench.crowd import Crowd, Press, Seat
from bot.bench.discord_server import TOKEN, DiscordServer, answered, until
from bot.bench.postgres_server import Databases
from bot.bench.processes import PATIENCE, connected
from bot.config import Settings
from bot.discord import gateway
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtMove, TakeRow
from bot.health import connections, ready
from bot.leases import Ownership
from bot.store import Server
from bot.store.shards import Shards
from tests.games.six_nimmt.positions import table

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHARDS = 4


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "bot.sqlite3"


@pytest.mark.parametrize(("apart", "heard", "turned_away"), [(0.3, 0.2, False), (0.0, 2.0, True)])
async def test_shards_introduce_themselves_as_fast_as_discord_hears_them(
    database: Path, monkeypatch: pytest.MonkeyPatch, apart: float, heard: float, turned_away: bool
) -> None:
    """Who comes too early is sent away, and gets there nevertheless."""
    monkeypatch.setattr(gateway, "APART", apart)
    monkeypatch.setattr(gateway, "LATE", 0.05)
    server = DiscordServer(("alice",), shards=SHARDS, at_once=2, apart=heard)
    async with connected(server, database) as app:
        assert (server.turned_away > 0) == turned_away
        assert connections(app).keys() == set(range(SHARDS))
        assert await until(app.is_ready, seconds=PATIENCE)
        assert (await ready(app))["gateway"]
        assert {guild.id for guild in app.guilds} == {guild.id for guild in server.guilds}


async def test_a_part_of_the_shards_hears_of_its_servers_alone(database: Path) -> None:
    server = DiscordServer(("alice",), shards=SHARDS)
    async with connected(server, database, shards=Shards(1, 2, SHARDS)) as app:
        assert await until(app.is_ready, seconds=PATIENCE)
        assert server.connected_shards == connections(app).keys() == {1, 2}
        assert [guild.id for guild in app.guilds] == [guild.id for guild in server.guilds[1:3]]


@asynccontextmanager
async def two(server: DiscordServer, place: Server) -> AsyncGenerator[tuple[App, App]]:
    """Two bots within this process that share the shards of a Discord; all are connecting."""
    await server.start()
    turn_to(server.port)
    half = server.shards // 2
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.close)
        apps = list[App]()
        for part in (Shards(0, half - 1, server.shards), Shards(half, server.shards - 1, server.shards)):
            ownership = Ownership(place, part)
            await ownership.take(patience=None)
            apps.append(build(Settings(database=place, shards=part), ownership=ownership))
            stack.push_async_callback(apps[-1].close)
            await apps[-1].login(TOKEN)
        for app in apps:
            stack.push_async_callback(asyncio.wait, {asyncio.create_task(app.connect())})
            stack.push_async_callback(app.close)
        yield apps[0], apps[1]


async def test_processes_introduce_their_shards_one_after_the_other(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord hears one at a time, whichever process it belongs to."""
    monkeypatch.setattr(gateway, "APART", 0.6)
    monkeypatch.setattr(gateway, "LATE", 0.2)
    server = DiscordServer(("alice",), shards=SHARDS, at_once=1, apart=0.2)
    async with two(server, databases.new()):
        assert await until(lambda: server.connected, seconds=PATIENCE)
        assert server.turned_away == 0


@pytest.mark.slow
async def test_a_panel_goes_on_that_another_process_has_shown(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody looks at their hand in a server of one process, while the table stands in one of the other:
    what follows comes there, as if there were but one process."""
    dealt = table("20 / 30 / 40 / 50", "25 60 70 80 90 / 3 33 71 81 91")
    monkeypatch.setattr(GAME, "setup", lambda *_: dealt)
    server = DiscordServer(("alice", "bob", "carol", "dave"), ("here", "there"), shards=2)
    async with two(server, databases.new()) as (home, owner):
        assert await until(lambda: server.connected, seconds=PATIENCE)
        crowd = Crowd(server)
        await crowd.answered(await crowd.sit_down(["nimmt"]))
        here, (far, near) = crowd.tables[0], crowd.tables[1].seats
        (number,) = [found.id for found in await owner.tables.queries.tables_of(far.user)]
        await crowd.calm(0.2, patience=PATIENCE)
        panels, key = owner.live_panels._open, (number, far.user)

        async def shown(press: Press, turn: int, *, asks: bool = True) -> None:
            """The owner of the table lets the panel of this press go on, which is up to date."""
            found = await until(
                lambda: (
                    panels[key].interaction.token == press.record.token
                    and (panels[key].turn, panels[key].asks) == (turn, asks)
                ),
                seconds=PATIENCE,
            )
            assert found, (panels[key], turn)

        async def choose(*moves: tuple[Seat, NimmtMove]) -> int:
            moment = await owner.tables.queries.now_at(number)
            for seat, move in moves:
                acted = await owner.tables.play.act(
                    number, seat.user, move, turn=moment.turn, key=f"{seat.user} {move}", by_message=False
                )
                moment = acted.moment
                while await owner.tables.outbox.with_notices():  # noqa: ASYNC110 - it has no event
                    await asyncio.sleep(0.01)
            return moment.turn

        control = {"custom_id": f"s1:table.move:{number}:0:", "type": 2}
        hand = crowd.press(far, server.backend.messages[here.channel][here.board], control)
        await shown(hand, 0)
        await shown(hand, await choose((far, Choose(25)), (near, Choose(33))))
        assert len(hand.record.followup_ids) == 1, "a fresh one"
        waiting = await choose((far, Choose(60)), (near, Choose(3)))
        await shown(hand, waiting - 1, asks=False)
        await shown(hand, await choose((near, TakeRow(1))))
        assert len(hand.record.followup_ids) == 2, "behind the board that asks them again"

        # The answer to a press shows what follows, and whoever looks after the table keeps out of the way.
        lend, answered = home.live_panels.lend, asyncio.Event()

        async def later(*given: Any, **more: Any) -> None:
            await answered.wait()
            await lend(*given, **more)

        monkeypatch.setattr(home.live_panels, "lend", later)
        turn = panels[key].turn
        press = crowd.press(far, *found) if (found := crowd.leading_on(far)) else None
        assert press is not None
        await shown(hand, turn, asks=False)
        answered.set()
        await shown(press, turn)
        assert far.user not in server.backend.dm_channels, "nobody writes to them"


@pytest.mark.logs_errors
@pytest.mark.parametrize("left", [1, 3])
async def test_shards_wait_until_discord_hears_all_of_them(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, left: int
) -> None:
    """Who goes on all the same where a day's budget is used up loses the token."""
    monkeypatch.setattr(gateway, "AGAIN", 0)
    limits = [{"total": 1000, "remaining": left, "reset_after": 1000, "max_concurrency": 16}]

    class Scarce(DiscordServer):
        async def answer(self, request: web.Request, path: str) -> web.StreamResponse:
            if path == "/gateway/bot" and limits:
                assert not self.sessions
                return answered({"url": "", "shards": SHARDS, "session_start_limit": limits.pop()})
            return await super().answer(request, path)

    async with connected(Scarce(("alice",), shards=SHARDS), database, shards=Shards(0, 1, SHARDS)):
        assert f"Discord takes {left} more connections of shards in the next 1 s" in caplog.text
        assert ("and 2 are to be made: the bot waits" in caplog.text) == (left < 2)


def beating() -> list[Thread]:
    """The heartbeats of connections."""
    return [each for each in enumerate_threads() if isinstance(each, KeepAliveHandler)]


async def test_who_stops_while_shards_connect_waits_for_none_of_them(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("APART", "EARLY"):  # it has connected, and waits to introduce itself
        monkeypatch.setattr(gateway, name, 3600)
    server = DiscordServer(("alice",), shards=2, at_once=1)
    await server.start()
    turn_to(server.port)
    app = build(Settings(database=database))
    await app.login(TOKEN)
    serving = asyncio.create_task(app.connect())
    assert await until(lambda: server.connected_shards == {0}, seconds=PATIENCE)
    assert connections(app)[1] is None
    await app.close()
    await asyncio.wait_for(serving, PATIENCE)
    assert await until(lambda: not beating(), seconds=PATIENCE)
    await server.close()


async def test_an_outage_before_the_shards_are_known_is_waited_out(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "AGAIN", 0)
    asked = list[str]()

    class Down(DiscordServer):
        async def answer(self, request: web.Request, path: str) -> web.StreamResponse:
            if path == "/gateway/bot" and not asked:
                asked.append(path)
                return answered({"message": "Service Unavailable", "code": 0}, status=503)
            return await super().answer(request, path)

    async with connected(Down(("alice",), shards=2), database):
        assert asked


@pytest.mark.slow
async def test_one_shard_is_lost_in_every_way_while_the_others_play(database: Path) -> None:
    async with evening(database, seed=1, shards=SHARDS) as one:
        server, first = one.server, dict(one.server.sessions)
        ways: tuple[Any, ...] = (
            server.drop_connections,
            server.ask_to_reconnect,
            lambda shard: server.invalidate(shard, resumable=True),
            lambda shard: server.invalidate(shard, resumable=False),
        )
        for lost in ways:
            before = {shard: sockets(server)[shard] for shard in range(SHARDS)}
            await lost(2)
            await press(server, server.people[0].id, "table.move", 1)
            assert await until(
                lambda before=before: server.connected and sockets(server)[2] is not before[2],
                seconds=PATIENCE,
            )
            assert {shard for shard in before if sockets(server)[shard] is not before[shard]} == {2}
        (again,) = server.sessions.keys() - first.keys()
        assert server.sessions[again].shard == 2, "resumed but for the last time"
        assert await one.bot.stop() == 0
        assert "Traceback" not in (text := one.bot.log.read_text()), text[-4000:]


def sockets(server: DiscordServer) -> dict[int, Any]:
    return {session.shard: session.socket for session in server.sessions.values()}
