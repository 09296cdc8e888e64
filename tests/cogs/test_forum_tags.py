"""Tables in the posts of a forum have tags that say how they stand, changed seldom and only where we may."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest_asyncio
from simcord.builders import ChannelHandle
from simulated import EN
from test_evenings import barred
from troubled import Evening, Wire

from bot.discord.forum_tags import IN_A_FORUM, KINDS, LONG, ON_A_POST, REST
from bot.discord.view_models import rules
from bot.tables.model import Thread

SOON, LATER = 30, REST.total_seconds() + 30


@pytest_asyncio.fixture
async def tonight(tmp_path: Path) -> AsyncIterator[Evening]:
    """Two people in the post of a forum."""
    async with Evening.begin(tmp_path, 2) as evening:
        forum = evening.guild.create_forum_channel("board-games")
        post = evening.env.backend.create_thread(forum.id, "tonight", evening.people[0].id)
        evening.channel = ChannelHandle(evening.env, evening.guild, post)
        yield evening


def forum_of(evening: Evening) -> list[dict[str, object]]:
    """The tags of the forum."""
    parent = evening.env.backend.get_channel(evening.channel.id).parent_id
    return list(evening.env.backend.get_channel(parent).available_tags)


def tags(evening: Evening) -> list[str]:
    """The tags of the post by name."""
    names = {int(str(tag["id"])): str(tag["name"]) for tag in forum_of(evening)}
    return [names[int(tag)] for tag in evening.env.backend.get_channel(evening.channel.id).applied_tags]


def add_to_forum(evening: Evening, *names: str) -> list[int]:
    """People have made these tags; their ids."""
    backend = evening.env.backend
    parent = backend.get_channel(evening.channel.id).parent_id
    made = [{"id": str(backend.snowflake()), "name": name, "moderated": False} for name in names]
    made = [{**tag, "emoji_id": None, "emoji_name": None} for tag in made]
    backend.edit_channel(parent, {"available_tags": [*forum_of(evening), *made]})
    return [int(tag["id"]) for tag in made]


def edited(wire: Wire) -> list[str]:
    """The channels and posts that were changed."""
    return [each.path for each in wire.sent("PATCH", "/channels/*") if "/messages/" not in each.path]


async def test_a_post_says_how_its_table_stands(tonight: Evening) -> None:
    """Players are wanted, it is played, a move is waited for, it is played on, it is over. What people have
    chosen stays."""
    (own,) = add_to_forum(tonight, "tonight")
    tonight.env.backend.edit_channel(tonight.channel.id, {"applied_tags": [own]})
    await tonight.env.settle()
    await tonight.open_table(tonight.people, rounds=1)
    assert (await tonight.table()).thread is Thread.FOREIGN
    await tonight.wait(SOON)
    assert tags(tonight) == ["tonight", EN("tag.open")]
    assert {str(tag["name"]) for tag in forum_of(tonight)} >= {EN(f"tag.{kind}") for kind in KINDS}
    await tonight.press(tonight.people[0], tonight.lobby(), "lobby.start")
    await tonight.wait(LATER)
    assert tags(tonight) == ["tonight", EN("tag.playing")]
    await tonight.hours(24)
    assert tags(tonight) == ["tonight", EN("tag.waits")]
    await tonight.trick()
    await tonight.wait(LATER)
    assert tags(tonight) == ["tonight", EN("tag.playing")]
    await tonight.end(tonight.people[0])
    await tonight.wait(LATER)
    assert tags(tonight) == ["tonight", EN("tag.over")]


async def everybody_moves(evening: Evening) -> None:
    """Whoever owes a move makes the first one there is."""
    moment = await evening.app.tables.queries.now_at((await evening.table()).id)
    for seat in rules(moment.table).decisions(moment.state):
        move, user = (
            next(iter(rules(moment.table).legal(moment.state, seat))),
            moment.table.sitters[seat].user,
        )
        act = evening.app.tables.play.act(
            moment.table.id, user or 0, move, turn=moment.turn, key=evening.key()
        )
        await evening.done(act)


async def test_a_move_is_waited_for_once_nobody_plays_right_now(tonight: Evening) -> None:
    """Without any reminder; who plays on is not waited for, and a restart in between loses nothing."""
    await tonight.open_table(tonight.people, rounds=1)
    await tonight.press(tonight.people[0], tonight.lobby(), "lobby.start")
    await tonight.wait(LATER)
    for _ in range(3):
        await tonight.wait(LONG.total_seconds() / 2)
        await everybody_moves(tonight)
        await tonight.wait(SOON)
    await tonight.wait(SOON)
    assert tags(tonight) == [EN("tag.playing")]
    await tonight.restart()
    with Wire() as wire:
        await tonight.wait(LONG.total_seconds())
        assert tags(tonight) == [EN("tag.waits")]
        await tonight.wait(LONG.total_seconds())
        assert len(edited(wire)) == 1
    await everybody_moves(tonight)
    await tonight.wait(LATER)
    assert tags(tonight) == [EN("tag.playing")]


async def test_a_post_is_changed_at_most_twice_in_ten_minutes(tonight: Evening) -> None:
    """What comes in between is left out; a restart catches up."""
    await tonight.open_table(tonight.people, rounds=1)
    await tonight.wait(SOON)
    path = f"/channels/{tonight.channel.id}"
    with Wire() as wire:
        await tonight.press(tonight.people[0], tonight.lobby(), "lobby.start")
        for _ in range(3):
            await tonight.trick()
        await tonight.wait(SOON)
        assert wire.sent("PATCH", path) == []
        await tonight.end(tonight.people[0])
        await tonight.wait(SOON)
        assert wire.sent("PATCH", path) == []
        await tonight.restart()
        await tonight.wait(LATER)
        assert [set(request.body) for request in wire.sent("PATCH", path)] == [{"applied_tags"}]
    assert tags(tonight) == [EN("tag.over")]


async def test_without_the_rights_nothing_is_touched(tonight: Evening) -> None:
    """Neither without the right to manage posts, nor without that to make tags where there are none."""
    for rights in ({"manage_threads": False}, {"manage_channels": False}):
        barred(tonight, **rights)
        await tonight.env.settle()
        with Wire() as wire:
            await tonight.open_table(tonight.people[:1], rounds=1)
            await tonight.wait(LATER)
            await tonight.end(tonight.people[0])
            await tonight.wait(LATER)
            assert edited(wire) == []
        assert forum_of(tonight) == []


async def test_a_forum_and_a_post_that_are_full_stay_as_they_are(tonight: Evening) -> None:
    many = add_to_forum(tonight, *(f"tag {number}" for number in range(IN_A_FORUM - len(KINDS) + 1)))
    await tonight.env.settle()
    await tonight.open_table(tonight.people, rounds=1)
    await tonight.wait(SOON)
    assert tags(tonight) == []
    tonight.env.backend.edit_channel(tonight.channel.id, {"applied_tags": many[:ON_A_POST]})
    add_to_forum(tonight, *(EN(f"tag.{kind}") for kind in KINDS[:2]))
    await tonight.env.settle()
    await tonight.press(tonight.people[0], tonight.lobby(), "lobby.start")
    await tonight.wait(LATER)
    assert len(tags(tonight)) == ON_A_POST
    assert EN("tag.playing") not in tags(tonight)


async def test_other_threads_have_no_tags(evening: Evening) -> None:
    thread = await evening.thread()
    evening.channel = thread
    with Wire() as wire:
        await evening.open_table(evening.people, rounds=1)
        await evening.wait(LATER)
        assert edited(wire) == []
    assert isinstance(evening.app.get_channel(thread.id), discord.Thread)
