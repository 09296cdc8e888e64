"""Tables that can't speak where they stand: what lets them fall silent, what ends it, and what may not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simulated import text_of
from slow_evening import SlowEvening
from troubled import Wire, control, has, is_silent, offered

from cogs.kit.delivery import Mail, Undelivered

DAY = 24


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """Three people, and no table yet."""
    async with SlowEvening.unhurried(tmp_path) as evening:
        yield evening


async def silent(evening: SlowEvening) -> datetime | None:
    """Since when the table is silent, a little later, when nothing is being told."""
    await evening.wait(60)
    await evening.until(lambda: not any(map(_tells, asyncio.all_tasks())), 10)
    return (await evening.app.tables.table(1)).silent_since


def _tells(task: asyncio.Task[object]) -> bool:
    """The simulation does not wait for what nobody has pressed."""
    return task.get_name().startswith(("courier of table", "discord.py: on_guild"))


def sorry(evening: SlowEvening) -> list[int]:
    """How often each person was told that the channel can't be used."""
    return [
        sum("no longer allowed" in text_of(each) for each in evening.letters(person))
        for person in evening.people
    ]


# How it is noticed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["channel", "thread", "server"])
async def test_that_its_place_is_gone_is_noticed_before_anything_is_to_be_told(
    evening: SlowEvening, what: str
) -> None:
    if what == "thread":
        thread = evening.env.backend.create_thread(evening.channel.id, "tonight", evening.people[0].id)
        evening.channel = evening.world.channel = ChannelHandle(evening.env, evening.world.guild, thread)
    await evening.start_with_deadline("1")
    version = (await evening.app.tables.table(1)).version
    if what == "server":
        evening.fail("POST", f"/channels/{evening.channel.id}/messages", 403, 50001, times=None)
        evening.app.dispatch("guild_remove", evening.app.get_guild(evening.world.guild.id))
        await evening.until(lambda: all(sorry(evening)), 10)
    else:
        evening.env.backend.delete_channel(evening.channel.id)
    assert await silent(evening)
    await evening.hours(3)
    assert (await evening.app.tables.table(1)).version == version


# What a word is ---------------------------------------------------------------------------------------


async def test_a_board_that_was_deleted_comes_back_after_trouble(evening: SlowEvening) -> None:
    await evening.start(rounds=1)
    evening.lose(evening.posts()[-1])
    evening.fail("POST", f"/channels/{evening.channel.id}/messages", 503, times=1)
    await evening.choose(evening.people[0])
    await evening.wait(600)
    assert has(evening.posts()[-1], "table.move")


async def test_a_board_that_was_deleted_where_we_may_not_post_comes_back_afterwards(
    evening: SlowEvening,
) -> None:
    await evening.start(rounds=1)
    evening.lose(evening.posts()[-1])
    evening.bar()
    await evening.choose(evening.people[0])
    assert await silent(evening)
    evening.unbar()
    assert await silent(evening) is None
    assert has(evening.posts()[-1], "table.move")
    assert is_silent(evening.posts()[-1])


async def test_rights_that_change_elsewhere_do_not_let_time_go_by(evening: SlowEvening) -> None:
    await evening.start_with_deadline("1")
    evening.lose(evening.posts()[-1])
    evening.bar()
    await evening.choose(evening.people[0])
    assert await silent(evening)
    everybody = evening.world.guild.default_role.id
    evening.env.backend.edit_role(evening.world.guild.id, everybody, {"permissions": 3072 + 64})
    assert await silent(evening)
    version = (await evening.app.tables.table(1)).version
    await evening.hours(3)
    assert (await evening.app.tables.table(1)).version == version
    assert sorry(evening) == [1, 1, 1]


async def test_nor_does_a_restart(tmp_path: Path) -> None:
    async with SlowEvening.unhurried(tmp_path, 2) as evening:
        forum = evening.world.guild.create_forum_channel("board-games")
        post = evening.env.backend.create_thread(forum.id, "tonight", evening.people[0].id)
        evening.channel = evening.world.channel = ChannelHandle(evening.env, evening.world.guild, post)
        await evening.start_with_deadline("24")
        closed = {"archived": True, "locked": True}
        evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata=closed)
        for method, path, code in (("POST", "messages", 160005), ("PATCH", "messages/*", 50083)):
            evening.fail(method, f"/channels/{evening.channel.id}/{path}", 400, code, times=None)
        await evening.choose(evening.people[0])
        assert await silent(evening)
        version = (await evening.app.tables.table(1)).version
        await evening.world.restart()
        await evening.hours(3 * DAY)
        assert (await evening.app.tables.table(1)).version == version
        assert sorry(evening) == [1, 1]


async def test_a_motion_that_was_never_put_up_is_no_word(evening: SlowEvening) -> None:
    ann, _, cleo = evening.people
    await evening.start(rounds=1)
    evening.bar()
    page = evening.private(await ann.slash(evening.channel, "table kick", person=cleo))
    await evening.press(ann, page, control(page, "table.kick"))
    assert await silent(evening)
    await evening.hours(9 * DAY)
    await evening.world.restart()
    assert await silent(evening)
    assert sorry(evening) == [1, 1, 1]


# What ends it -----------------------------------------------------------------------------------------


async def test_a_thread_that_could_not_be_kept_open_lets_its_table_speak_once_it_can(tmp_path: Path) -> None:
    async with SlowEvening.unhurried(tmp_path, 2) as evening:
        parent, bot = evening.channel, evening.env.backend.bot_user.id
        await evening.people[0].slash(parent, "nimmt start", rounds=1, thread=True)
        (evening.channel,) = parent.threads
        await evening.push(evening.people[1], evening.posts()[-1], "lobby.join")
        await evening.push(evening.people[0], evening.posts()[-1], "lobby.start")
        await evening.awake()
        blind = discord.Permissions(view_channel=True).value
        evening.env.backend.set_overwrite(
            parent.id, Overwrite(bot, OverwriteType.MEMBER, allow=0, deny=blind)
        )
        await evening.hours(7 * DAY)
        assert await silent(evening)
        evening.env.backend.delete_overwrite(parent.id, bot)
        assert await silent(evening) is None


async def test_there_is_one_board_however_often_it_was_tried(evening: SlowEvening) -> None:
    await evening.start(rounds=1)
    evening.bar()
    await evening.trick()
    assert await silent(evening)
    await evening.world.restart()
    assert await silent(evening)
    said = len(evening.posts())
    evening.unbar()
    assert await silent(evening) is None
    assert len(evening.posts()) == said + 1
    assert has(evening.posts()[-1], "table.move")


@pytest.mark.logs_errors
async def test_a_post_that_discord_takes_not_at_all_is_not_the_last_word(evening: SlowEvening) -> None:
    await evening.start(rounds=1)
    evening.bar()
    await evening.trick()
    assert await silent(evening)
    evening.fail("POST", f"/channels/{evening.channel.id}/messages", 400, 50035, times=1)
    evening.unbar()
    assert await silent(evening) is None
    assert has(evening.posts()[-1], "table.move")


async def test_a_board_that_is_up_already_does_not_end_it(evening: SlowEvening) -> None:
    await evening.start(rounds=1)
    server, seen = evening.app.get_guild(evening.world.guild.id), len(evening.posts())
    evening.bar()
    evening.app.dispatch("guild_remove", server)
    assert await silent(evening)
    await evening.world.restart()
    evening.app.dispatch("guild_join", server)
    assert await silent(evening)
    evening.unbar()
    assert await silent(evening) is None
    assert len(evening.posts()) == seen + 1


async def test_what_changes_while_it_is_tried_is_not_missed(
    evening: SlowEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.start(rounds=1)
    evening.bar()
    heard, send = asyncio.Event(), Mail.send

    async def hear(*_: object) -> None:
        heard.set()

    async def late(mail: Mail, channel: int, *parcel: Any, **how: Any) -> int:
        try:
            return await send(mail, channel, *parcel, **how)
        except Undelivered:
            evening.unbar()
            await heard.wait()
            raise

    evening.app.add_listener(hear, "on_guild_channel_update")
    monkeypatch.setattr(Mail, "send", late)
    await evening.trick()
    assert await silent(evening) is None
    assert has(evening.posts()[-1], "table.move")
    assert sorry(evening) == [0, 0, 0]


async def test_presses_alone_try_it_again_once_a_minute(evening: SlowEvening) -> None:
    await evening.start(rounds=1)
    evening.bar()
    await evening.trick()
    assert await silent(evening)
    board, zoe = evening.posts_with("table.more")[-1], evening.world.person("Zoe")
    with Wire() as wire:
        for _ in range(10):
            await evening.press(zoe, board, control(board, "games.rules"))
    path = f"/channels/{evening.channel.id}/messages"
    assert sum((request.method, request.path) == ("POST", path) for request in wire.requests) == 1


# What belongs to one seat -----------------------------------------------------------------------------


@pytest.mark.parametrize("why", ["wish", "closed"])
async def test_reminders_are_not_used_up_where_the_channel_is_barred(evening: SlowEvening, why: str) -> None:
    cleo = evening.people[2]
    if why == "closed":
        evening.close_messages(cleo)
    await evening.start(rounds=1)
    await evening.awake()
    if why == "wish":
        await evening.wish(cleo, reminders="channel")
    for person in evening.people[:2]:
        await evening.choose(person)
    await evening.wait(60)
    evening.bar()
    await evening.hours(14 * DAY)
    assert await silent(evening)
    evening.unbar()
    await evening.hours(14 * DAY)
    assert cleo.id in [user for post in evening.posts()[-3:] for user in post.ping_user_ids]


async def test_whose_messages_turn_out_closed_meanwhile_is_called_by_the_board(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    await evening.start(rounds=1)
    evening.bar()
    evening.close_messages(cleo)
    await evening.trick()
    assert await silent(evening)
    rang = len(evening.rang)
    evening.unbar()
    assert await silent(evening) is None
    assert cleo.id in evening.rang[rang:]


async def test_a_board_that_comes_late_calls_nobody_who_has_decided(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    evening.close_messages(cleo)
    await evening.start(rounds=1)
    evening.bar()
    await evening.trick()
    await evening.wait(10)
    await evening.choose_in_channel(cleo)
    rang, seen = len(evening.rang), len(evening.posts())
    evening.unbar()
    await evening.wait(60)
    assert len(evening.posts()) > seen
    assert cleo.id not in evening.rang[rang:]


async def test_at_night_nobody_is_woken_because_a_channel_is_barred(evening: SlowEvening) -> None:
    await evening.start(rounds=1)
    for person in evening.people:
        await evening.asleep(person)
    evening.lose(evening.posts()[-1])
    evening.bar()
    await evening.choose(evening.people[0])
    assert await silent(evening)
    assert sorry(evening) == [1, 1, 1]
    assert all(is_silent(evening.letters(person)[-1]) for person in evening.people)


async def test_more_time_draws_over_no_step_that_waits_to_be_confirmed(evening: SlowEvening) -> None:
    await evening.start_with_deadline("24")
    ann, ben, cleo = evening.people
    for person in (ann, ben):
        await evening.choose(person)
    letter = evening.prompts(cleo)[-1]
    await evening.press(cleo, letter, control(letter, "nimmt.choose"), str(min(offered(letter))))
    panel = evening.private(await ann.slash(evening.channel, "table deadline"))
    await evening.push(ann, panel, "time.more")
    await evening.wait(5)
    assert has(evening.env.backend.get_message(letter.channel_id, letter.id), "nimmt.card")
