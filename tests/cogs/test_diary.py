"""The diary: lines and stars below a ranking, and `/games diary` with the games they belong to."""

from __future__ import annotations

import re

import discord
import pytest
from evening_of_nimmt import Evening
from finished_games import finished
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simulated import World, controls, text_of
from troubled import Wire

from bot.text import words

pytestmark = pytest.mark.usefixtures("short_games")
EN, JA = words("en"), words("ja")


async def diary(world: World, actor: MemberActor, **options: object) -> Message:
    return await world.ask(actor, "games diary", **options)


async def played(world: World, people: list[MemberActor]) -> int:
    """The table of a short game that has just ended."""
    table = await world.start_game(people, rounds=1)
    await Evening(world, people, table, seed=table).play_out()
    return table


def hide(world: World, channel: ChannelHandle, *people: MemberActor) -> ChannelHandle:
    """From now on these can't see a channel."""
    denied = discord.Permissions(view_channel=True).value
    for person in people:
        hidden = Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=denied)
        world.env.backend.set_overwrite(channel.id, hidden)
    return channel


async def thread_of(world: World, channel: ChannelHandle, *guests: MemberActor) -> ChannelHandle:
    """A thread, a private one if there are guests."""
    kind = discord.ChannelType.private_thread if guests else discord.ChannelType.public_thread
    parent = world.app.get_channel(channel.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="games", type=kind)
    for guest in guests:
        await thread.add_user(discord.Object(guest.id))
    await world.env.settle()
    return channel.threads[-1]


async def restart(world: World) -> None:
    """The next bot, which Discord tells only of open threads; simcord tells of all."""
    await world.restart()
    guild = world.app.get_guild(world.guild.id)
    assert guild is not None
    guild._threads.clear()


async def paged(world: World, actor: MemberActor, **options: object) -> list[int]:
    """The tables that somebody finds in a diary, page by page."""
    page, found = await diary(world, actor, **options), list[int]()
    while heading := re.search(r"\d+$", text_of(page).partition("\n")[0]):
        found.append(int(heading[0]))
        newer, older = controls(page, "diary.turn")
        assert newer.get("disabled", False) == (len(found) == 1)
        if older.get("disabled", False):
            break
        await world.press(actor, page, "diary.turn", rest=older["custom_id"].rpartition(":")[2])
        page = world.env.backend.get_message(page.channel_id, page.id)
    return found


async def write(world: World, actor: MemberActor, line: str, stars: int) -> Message:
    """Somebody writes below the newest ranking; the private panel afterwards."""
    ranking = world.with_control(world.public(), "diary.open")
    panel = await world.opened(actor, ranking, "diary.open")
    await world.press(actor, panel, "diary.stars", rest=str(stars))
    await actor.submit_modal(await world.press(actor, panel, "diary.line"), {"line": line})
    return panel


async def test_whoever_finished_a_game_writes_about_it_and_everybody_reads_it(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    first = await played(world, people)
    panel = await write(world, people[0], "*Again*\n@everyone", 4)
    assert "★★★★☆ \\*Again\\* @\u200beveryone" in text_of(panel)
    await write(world, people[1], "", 2)
    zoe = world.person("Zoe", "ja")
    ranking = world.with_control(world.public(), "diary.open")
    refused = await world.opened(zoe, ranking, "diary.open")
    assert text_of(refused) == JA("refusal.not_seated")
    second = await played(world, people)
    page = await diary(world, zoe)
    assert JA("diary.page", game="ニムト", table=second) in text_of(page)
    assert "★" not in text_of(page)
    assert len(page.attachments) == 2
    await world.press(zoe, page, "diary.turn", rest=f"0/{first}")
    told = text_of(page)
    assert JA("diary.page", game="ニムト", table=first) in told
    assert JA("diary.entry", name="Ann", said="★★★★☆ \\*Again\\* @\u200beveryone") in told
    assert JA("diary.entry", name="Ben", said="★★☆☆☆") in told
    assert [item.get("disabled", False) for item in controls(page, "diary.turn")] == [False, True]
    assert not controls(page, "diary.open")


async def test_of_whoever_hides_nobody_else_reads_a_line(world: World) -> None:
    ann, ben = people = [world.person(name) for name in ("Ann", "Ben")]
    await played(world, people)
    await write(world, ann, "secret", 5)
    await write(world, ben, "open", 3)
    await world.press(ann, await world.ask(ann, "games statistics"), "games.listed")
    mine, theirs = [text_of(await diary(world, person)) for person in people]
    assert "secret" in mine
    assert "secret" not in theirs
    assert "★★★★★" not in theirs
    assert "open" in theirs


async def test_games_of_channels_that_one_cannot_see_are_left_out(world: World) -> None:
    """But not those at which one sat, nor where one stands."""
    ann, ben = people = [world.person(name) for name in ("Ann", "Ben")]
    zoe, public = world.person("Zoe"), world.channel
    first = await played(world, people)
    world.channel = secret = world.guild.create_text_channel("secret")
    second = await played(world, people)
    hide(world, secret, zoe, ben)
    world.channel = public
    third = await played(world, people)
    assert await paged(world, zoe) == await paged(world, zoe, person=ann) == [third, first]
    assert await paged(world, ann) == await paged(world, ben) == [third, second, first]
    stranger = world.person("Max")
    world.channel = secret
    assert await paged(world, stranger) == [third, second, first]


async def test_games_of_private_threads_are_left_out_also_where_one_can_see_the_channel(world: World) -> None:
    people, zoe, public = world.people(2), world.person("Zoe"), world.channel
    first = await played(world, people)
    world.channel = await thread_of(world, public, *people)
    second = await played(world, people)
    world.channel = public
    assert await paged(world, zoe) == [first]
    assert await paged(world, people[0]) == [second, first]


async def test_games_in_threads_that_were_folded_up_are_seen_like_their_channel(world: World) -> None:
    """Discord isn't asked for a thread twice, not even by the next bot; what is gone nobody else sees."""
    people = [world.person(name) for name in ("Ann", "Ben")]
    zoe, public, tables = world.person("Zoe"), world.channel, list[int]()
    secret = hide(world, world.guild.create_text_channel("secret"), zoe)
    for channel, guests in ((public, []), (secret, []), (public, people), (public, [])):
        world.channel = await thread_of(world, channel, *guests)
        tables.append(await played(world, people))
        world.env.backend.edit_channel(world.channel.id, {}, thread_metadata={"archived": True})
    world.env.backend.delete_channel(world.channel.id)
    world.channel = public
    await restart(world)
    assert await paged(world, people[0]) == tables[::-1]
    assert await paged(world, zoe) == [tables[0]]
    await restart(world)
    with Wire() as wire:
        assert await paged(world, zoe) == [tables[0]]
    asked = [request.path for request in wire.requests if request.method == "GET"]
    assert [path for path in asked if path.startswith("/channels/")] == []


async def test_not_too_many_threads_are_looked_up_at_once_the_newest_ones_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    zoe, public, tables = world.person("Zoe"), world.channel, list[int]()
    for _ in range(2):
        world.channel = await thread_of(world, public)
        tables.append(await played(world, people))
        world.env.backend.edit_channel(world.channel.id, {}, thread_metadata={"archived": True})
    world.channel = public
    await restart(world)
    monkeypatch.setattr("cogs.diary.LOOKED_UP", 1)
    assert await paged(world, zoe) == tables[1:]
    assert await paged(world, zoe) == tables[::-1]


async def test_a_thread_that_we_may_not_look_at_is_looked_up_later(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    zoe, public = world.person("Zoe"), world.channel
    world.channel = thread = await thread_of(world, public)
    table = await played(world, people)
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    world.channel = public
    await restart(world)
    world.env.inject_error("GET", f"/channels/{thread.id}", status=403, code=50001)
    assert await paged(world, zoe) == []
    assert await paged(world, zoe) == [table]


async def test_what_was_written_can_be_taken_back_from_the_page_of_the_game(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    table = await played(world, people)
    await write(world, people[0], "Hm.", 1)
    page = await diary(world, people[0], person=people[0])
    await world.press(people[0], page, "diary.open")
    assert "★☆☆☆☆ Hm\\." in text_of(page)
    await world.press(people[0], page, "diary.stars", rest="1")
    await people[0].submit_modal(await world.press(people[0], page, "diary.line"), {"line": " "})
    assert EN("diary.none_yet") in text_of(page)
    assert await world.app.tables.diary.written(table) == ()


async def test_nobody_writes_about_a_game_that_goes_on(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    table = await world.start_game(people)
    board = world.with_control(world.public(), "table.move")
    for action in ("open", "line", "stars"):
        press = world.prepared(people[0], board, f"s1:diary.{action}:{table}:0:5")
        (answer,) = await world.send(press)
        assert text_of(world.private(answer)) == EN("refusal.not_over")


@pytest.mark.parametrize("whose", [False, True])
async def test_a_diary_without_games_and_one_of_somebody_who_hides(world: World, whose: bool) -> None:
    ann, ben = world.person("Ann"), world.person("Ben")
    await finished(world.app.store, [ann.id, ben.id], [1, 2], guild=99)
    asked = {"person": ann} if whose else {}
    assert text_of(await diary(world, ben, **asked)) == EN("diary.none")
    await world.press(ann, await world.ask(ann, "games statistics"), "games.listed")
    hidden = EN("refusal.statistics_hidden", name=f"<@{ann.id}>")
    assert text_of(await diary(world, ben, **asked)) == (hidden if whose else EN("diary.none"))
    assert text_of(await diary(world, ann, person=ann)) == EN("diary.none")
