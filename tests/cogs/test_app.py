"""The app: what it tells Discord, whom it remembers, how it starts and ends."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import discord
import pytest
from any_game import nimmt
from msgspec.structs import replace
from simcord.results import InteractionResult
from simulated import World, controls, open_world, text_of
from troubled import control
from units import reading, writing

from bot import app
from bot.app import App, build
from bot.config import Settings
from bot.discord.render_pool import RenderPool
from bot.store import Store, StoreError
from bot.store.people import People
from bot.tables.clock import BEAT
from bot.tables.model import Person
from bot.tables.policy import HEARTBEAT
from bot.text import words


def told(world: World) -> int:
    """How often Discord was told the commands."""
    return sum(
        kind == "HTTP" and line.startswith("PUT") and line.endswith("/commands")
        for kind, line, _ in world.env.backend.transcript
    )


async def test_commands_are_told_once_and_again_only_when_they_have_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only a translation has."""
    assert told(world) == 1
    await world.restart()
    assert told(world) == 1
    async with writing(world.app.store) as stored:
        await stored.meta.put("commands", "those of an older version")
    await world.restart()
    assert told(world) == 2
    monkeypatch.setattr(app, "digest", lambda: "another one")
    await world.restart()
    assert told(world) == 3


async def test_a_bot_says_every_five_minutes_that_it_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is built for people: in other worlds it says so once."""
    monkeypatch.setattr(app, "HEARTBEAT", HEARTBEAT)
    async with await open_world(tmp_path) as world, reading(world.app.store) as stored:
        for _ in range(3):
            before = datetime.fromisoformat(await stored.meta.get(BEAT))
            await world.env.advance_time(HEARTBEAT.total_seconds() + 1)
            passed = datetime.fromisoformat(await stored.meta.get(BEAT)) - before
            assert timedelta(0) < passed <= HEARTBEAT + timedelta(seconds=2)


@pytest.mark.logs_errors
@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 20012)])
async def test_commands_that_discord_refuses_keep_nobody_from_playing(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with writing(world.app.store) as stored:
        await stored.meta.put("commands", "those of an older version")
    world.env.inject_error("PUT", "/applications/*/commands", status=status, code=code)
    await world.restart()
    assert f"Discord refuses the commands ({status}/{code})" in caplog.text
    assert (await nimmt(world)).table == 1


async def test_only_the_guilds_intent_is_asked_for_and_nobody_is_pinged_by_default(world: World) -> None:
    assert world.app.intents == discord.Intents(guilds=True)
    allowed = world.app.allowed_mentions
    assert allowed.to_dict() == {"parse": []}


async def test_a_second_bot_on_the_database_is_refused_and_the_first_goes_on(world: World) -> None:
    second = build(world.app.settings)
    with pytest.raises(StoreError):
        await second.setup_hook()
    await second.close()
    assert (await nimmt(world)).table == 1


async def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    world = await open_world(tmp_path)
    await asyncio.gather(world.app.close(), world.app.close())
    await world.app.close()
    assert world.app.is_closed()
    with pytest.raises(StoreError):
        await world.app.store.read(lambda tx: tx.meta.get("commands"))
    await world.env.shutdown()


async def test_the_database_is_let_go_before_a_worker_that_draws_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has just been started takes seconds to end, and another bot may be waiting to take over."""
    closed, ending = list[str](), RenderPool.close

    async def end(pool: RenderPool) -> None:
        closed.append("pictures")
        await ending(pool)

    async def let_go(store: Store) -> None:
        closed.append("database")
        await leaving(store)

    leaving = Store.close
    monkeypatch.setattr(RenderPool, "close", end)
    monkeypatch.setattr(Store, "close", let_go)
    world = await open_world(tmp_path)
    await world.app.close()
    assert closed == ["database", "pictures"]
    await world.env.shutdown()


async def test_a_bot_that_never_started_can_be_closed(tmp_path: Path) -> None:
    app = build(Settings(database=tmp_path / "none.sqlite3"))
    await app.close()
    assert not (tmp_path / "none.sqlite3").exists()


async def test_closing_waits_for_an_answer_that_is_under_way(tmp_path: Path) -> None:
    app = build(Settings(database=tmp_path / "x.sqlite3"))
    done: list[str] = []

    async def answer() -> None:
        await asyncio.sleep(0.01)
        done.append("answered")

    task = app.begin(asyncio.create_task(answer()))
    await app.close()
    assert done == ["answered"]
    assert task.done()


def in_the_last_moment(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """All services have ended, the connection has not: so late something still arrives."""
    hang_up = App.hang_up

    async def after_it_happened(app: App) -> None:
        happens()
        await hang_up(app)

    monkeypatch.setattr(App, "hang_up", after_it_happened)


async def test_a_press_whose_work_has_hardly_begun_is_answered_before_the_bot_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await open_world(tmp_path)
    evening = await nimmt(world)
    ann, board = evening.people[0], evening.board()
    press = world.prepared(ann, board, control(board, "table.move"))
    meet, begun = world.app.meet, asyncio.Event()

    async def slowly(person: Person) -> str:
        begun.set()
        await asyncio.sleep(0.1)
        return await meet(person)

    monkeypatch.setattr(world.app, "meet", slowly)
    world.env.backend.emit("INTERACTION_CREATE", press.payload)
    await begun.wait()
    await world.app.close()
    assert controls(world.private(InteractionResult(world.env, press.record)), "nimmt.step")
    await world.env.shutdown()


async def test_who_presses_in_the_last_moment_is_told_to_come_again_and_servers_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await open_world(tmp_path)
    evening = await nimmt(world)
    ann, board = evening.people[0], evening.board()
    press = world.prepared(ann, board, control(board, "table.move"))
    guild = world.app.get_guild(world.guild.id)

    def happens() -> None:
        world.env.backend.emit("INTERACTION_CREATE", press.payload)
        world.app.dispatch("guild_remove", guild)
        world.app.dispatch("guild_channel_delete", guild.channels[0])

    in_the_last_moment(monkeypatch, happens)
    await world.app.close()
    answer = world.private(InteractionResult(world.env, press.record))
    assert text_of(answer) == words("en")("kit.restarting")
    await world.env.shutdown()


async def test_what_never_ends_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.PATIENCE", 0.01)
    app = build(Settings(database=tmp_path / "x.sqlite3"))
    task = app.begin(asyncio.create_task(asyncio.sleep(3600)))
    await app.close()
    assert task.cancelled()


def written(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that are written down from now on."""
    names: list[str] = []
    remember = People.remember

    async def noted(people: People, user: int, name: str, locale: str) -> None:
        names.append(name)
        await remember(people, user, name, locale)

    monkeypatch.setattr(People, "remember", noted)
    return names


async def test_only_what_has_changed_about_somebody_is_written_down(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the language that somebody used last. Suggestions remember nobody."""
    names = written(world, monkeypatch)
    await world.person("Zoe", "ja").autocomplete(world.channel, "games rules", "game", "6")
    assert names == []
    kumiko = Person(5, "Kumiko", "ja")
    assert (await world.app.words_for(5)).locale == "en"
    await world.app.meet(kumiko)
    await world.app.meet(kumiko)
    assert names == ["Kumiko"]
    await world.restart()
    assert (await world.app.words_for(5)).locale == await world.app.meet(kumiko) == "ja"
    assert names == ["Kumiko"]
    await world.app.meet(Person(5, "Kumi", "ja"))
    assert names == ["Kumiko", "Kumi"]
    await world.app.meet(Person(5, "Kumi", "en"))
    assert (await world.app.words_for(5)).locale == "en"


async def test_a_name_that_can_not_be_written_down_fails_no_press_and_is_written_another_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await nimmt(world)
    zoe, board, remember = world.person("Zoe"), evening.board(), People.remember

    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(People, "remember", full)
    assert controls(await world.opened(zoe, board, "table.more"), "table.news")
    monkeypatch.setattr(People, "remember", remember)
    await world.press(zoe, board, "table.more")
    async with reading(world.app.store) as stored:
        row = await stored.people.get(zoe.id)
    assert row.name == "Zoe"


async def test_a_server_is_spoken_to_in_its_own_choice_else_in_what_discord_says(world: World) -> None:
    guild = world.guild.id
    said = [await world.app.locale_of(guild, told) for told in ("ja", None, "de")]
    assert said == ["ja", "en", "en"]
    await world.app.tables.servers.change(guild, lambda now: replace(now, language="ja"))
    assert await world.app.locale_of(guild, "en-US") == "ja"
