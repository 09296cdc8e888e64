"""The app: what it tells Discord, whom it remembers, how it starts and ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest
from evening_of_nimmt import begin
from msgspec.structs import replace
from simulated import World, bind, open_world

from bot.app import build
from bot.config import Settings
from bot.store import StoreError, open_store
from bot.tables.model import Person
from bot.tables.service import TableService


def told(world: World) -> int:
    """How often Discord was told the commands."""
    return sum(
        kind == "HTTP" and line.startswith("PUT") and line.endswith("/commands")
        for kind, line, _ in world.env.backend.transcript
    )


async def test_commands_are_told_once_and_again_only_when_they_have_changed(world: World) -> None:
    assert told(world) == 1
    await world.restart()
    assert told(world) == 1
    async with world.app.store.transaction() as stored:
        await stored.meta.put("commands", "those of an older version")
    await world.restart()
    assert told(world) == 2


async def test_commands_are_told_in_both_languages(world: World) -> None:
    (nimmt,) = [
        command
        for command in world.env.backend.visible_commands(
            user_id=world.person("Ann").id, channel_id=world.channel.id
        )
        if command["name"] == "nimmt"
    ]
    assert nimmt["name_localizations"]["ja"] == "ニムト"


async def test_only_the_guilds_intent_is_asked_for_and_nobody_is_pinged_by_default(world: World) -> None:
    assert world.app.intents == discord.Intents(guilds=True)
    allowed = world.app.allowed_mentions
    assert allowed is not None
    assert allowed.to_dict() == {"parse": []}


async def test_a_second_bot_on_the_database_is_refused_and_the_first_goes_on(world: World) -> None:
    second = build(world.app.settings)
    with pytest.raises(StoreError):
        await second.setup_hook()
    await second.close()
    assert (await begin(world, 2)).table == 1


async def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    world = await open_world(tmp_path)
    await asyncio.gather(world.app.close(), world.app.close())
    await world.app.close()
    assert world.app.is_closed()
    with pytest.raises(StoreError):
        async with world.app.store.reading():
            pass
    await world.env.shutdown()


async def test_a_bot_that_never_started_can_be_closed(tmp_path: Path) -> None:
    app = build(Settings(database=tmp_path / "none.sqlite3"))
    await app.close()
    assert not (tmp_path / "none.sqlite3").exists()


async def test_closing_waits_for_an_answer_that_is_under_way(tmp_path: Path) -> None:
    app = build(Settings(database=tmp_path / "x.sqlite3"))
    done: list[str] = []

    async def answer() -> None:
        with app.under_way():
            await asyncio.sleep(0.01)
            done.append("answered")

    task = asyncio.ensure_future(answer())
    await asyncio.sleep(0)
    await app.close()
    assert done == ["answered"]
    await task


async def test_somebody_is_remembered_with_the_language_they_used_last(world: World) -> None:
    app = world.app
    assert (await app.words_for(5)).locale == "en"
    await app.meet(Person(5, "くみこ", "ja"))
    assert (await app.words_for(5)).locale == "ja"
    await world.restart()
    assert (await world.app.words_for(5)).locale == "ja"
    await world.app.meet(Person(5, "Kumiko", "en"))
    assert (await world.app.words_for(5)).locale == "en"


@pytest.mark.parametrize(
    ("chosen", "said", "expected"),
    [("ja", "en-US", "ja"), (None, "ja", "ja"), (None, None, "en"), (None, "de", "en")],
)
async def test_a_server_is_spoken_to_in_its_own_choice_else_in_what_discord_says(
    world: World, chosen: str | None, said: str | None, expected: str
) -> None:
    if chosen is not None:
        await world.app.tables.set_server(world.guild.id, lambda now: replace(now, language=chosen))
    assert await world.app.locale_of(world.guild.id, said) == expected


async def test_what_was_left_undelivered_is_delivered_by_the_next_start(tmp_path: Path) -> None:
    world = await open_world(tmp_path)
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start")
    await world.app.close()
    lobby_only = len(world.public())
    bot = world.make()
    bind(world.env, bot)
    bot_tables = await _join_while_nobody_delivers(world, ben.id)
    await world.env.restart_bot(bot)
    await world.env.settle()
    assert bot_tables == 2
    assert len(world.public()) == lobby_only
    picture = world.public()[-1].attachments[0]["description"]
    assert ben.name in picture
    await world.close()


async def _join_while_nobody_delivers(world: World, user: int) -> int:
    """Somebody joins at the table service while no bot is there; how many sit there then."""
    store = await open_store(world.app.settings.database)
    service = TableService(store, now=discord.utils.utcnow)
    table = await service.join(1, Person(user, "player1"), key="elsewhere")
    await store.close()
    return len(table.sitters)
