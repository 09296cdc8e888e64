"""The diary: lines and stars below a ranking, and `/games diary` with the games they belong to."""

import re

import discord
import pytest
from any_game import played_out
from finished_games import finished
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simulated import EN, JA, World, controls, text_of
from troubled import Wire

pytestmark = pytest.mark.usefixtures("short_games")


def hide(world: World, channel: ChannelHandle, *people: MemberActor) -> ChannelHandle:
    """From now on these can't see a channel."""
    denied = discord.Permissions(view_channel=True).value
    for person in people:
        hidden = Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=denied)
        world.env.backend.set_overwrite(channel.id, hidden)
    return channel


async def restart(world: World) -> None:
    """The next bot, which Discord tells only of open threads; simcord tells of all."""
    await world.restart()
    guild = world.app.get_guild(world.guild.id)
    guild._threads.clear()


async def paged(world: World, actor: MemberActor, **options: object) -> list[int]:
    """The tables that somebody finds in a diary, page by page."""
    page, found = await world.ask(actor, "games diary", **options), list[int]()
    while heading := re.search(r"\d+$", text_of(page).partition("\n")[0]):
        found.append(int(heading[0]))
        newer, older = controls(page, "diary.turn")
        assert newer.get("disabled", False) == (len(found) == 1)
        if older.get("disabled", False):
            break
        await world.press(actor, page, "diary.turn", rest=older["custom_id"].rpartition(":")[2])
    return found


async def write(world: World, actor: MemberActor, line: str, stars: int) -> Message:
    """Somebody writes below the newest ranking; the private panel afterwards."""
    ranking = world.with_control(world.public(), "diary.open")
    panel = await world.opened(actor, ranking, "diary.open")
    await world.press(actor, panel, "diary.stars", rest=str(stars))
    await actor.submit_modal(await world.press(actor, panel, "diary.line"), {"line": line})
    return panel


@pytest.fixture
def people(world: World) -> list[MemberActor]:
    """Who plays."""
    return [world.person("Ann"), world.person("Ben")]


async def test_whoever_finished_a_game_writes_about_it_and_everybody_reads_it(
    world: World, people: list[MemberActor]
) -> None:
    """It can be taken back from the page of the game; of whoever hides nobody else reads a line."""
    (ann, ben), zoe = people, world.person("Zoe", "ja")
    first = await played_out(world, people)
    panel = await write(world, ann, "*Again*\n@everyone", 4)
    assert "★★★★☆ \\*Again\\* @\u200beveryone" in text_of(panel)
    await write(world, ben, "", 2)
    ranking = world.with_control(world.public(), "diary.open")
    assert text_of(await world.opened(zoe, ranking, "diary.open")) == JA("refusal.has_not_played")
    second = await played_out(world, people)
    page = await world.ask(zoe, "games diary")
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
    await write(world, ann, "secret", 5)
    await write(world, ben, "open", 3)
    await world.use(ann, "games statistics", "games.listed")
    mine, theirs = [await world.says(person, "games diary") for person in people]
    assert "secret" in mine
    assert "secret" not in theirs
    assert "★★★★★" not in theirs
    assert "open" in theirs
    page = await world.use(ann, "games diary", "diary.open", person=ann)
    assert "★★★★★ secret" in text_of(page)
    await world.press(ann, page, "diary.stars", rest="5")
    await ann.submit_modal(await world.press(ann, page, "diary.line"), {"line": " "})
    assert EN("diary.none_yet") in text_of(page)
    assert len(await world.app.tables.diary.written(second)) == 1


async def test_games_of_channels_and_private_threads_that_one_cannot_see_are_left_out(
    world: World, people: list[MemberActor]
) -> None:
    """But not those at which one sat, nor where one stands."""
    (ann, ben), zoe, public = people, world.person("Zoe"), world.channel
    first = await played_out(world, people)
    world.channel = secret = world.guild.create_text_channel("secret")
    second = await played_out(world, people)
    hide(world, secret, zoe, ben)
    world.channel = await world.thread(*people, channel=public)
    third = await played_out(world, people)
    world.channel = public
    assert await paged(world, zoe) == await paged(world, zoe, person=ann) == [first]
    assert await paged(world, ann) == await paged(world, ben) == [third, second, first]
    world.channel = secret
    assert await paged(world, world.person("Max")) == [second, first]


async def test_games_in_threads_that_were_folded_up_are_seen_like_their_channel(
    world: World, people: list[MemberActor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord isn't asked for a thread twice, not even by the next bot, nor for many at once: first for the
    newest ones. What is gone nobody else sees, and where we may not look we look later."""
    zoe, public, tables, threads = world.person("Zoe"), world.channel, list[int](), list[int]()
    secret = hide(world, world.guild.create_text_channel("secret"), zoe)
    for channel, guests in ((public, []), (public, []), (secret, []), (public, people), (public, [])):
        world.channel = await world.thread(*guests, channel=channel)
        threads.append(world.channel.id)
        tables.append(await played_out(world, people))
        world.env.backend.edit_channel(world.channel.id, {}, thread_metadata={"archived": True})
    world.env.backend.delete_channel(world.channel.id)
    world.channel = public
    await restart(world)
    assert await paged(world, people[0]) == tables[::-1]
    monkeypatch.setattr("cogs.diary.LOOKED_UP", 4)
    world.env.inject_error("GET", f"/channels/{threads[1]}", status=403, code=50001)
    assert await paged(world, zoe) == []
    assert await paged(world, zoe) == [tables[1], tables[0]]
    await restart(world)
    with Wire() as wire:
        assert await paged(world, zoe) == [tables[1], tables[0]]
    assert wire.sent("GET", "/channels/*") == []


async def test_nobody_writes_about_a_game_that_goes_on(world: World, people: list[MemberActor]) -> None:
    table = await world.start_game(people)
    board = world.with_control(world.public(), "table.move")
    for action in ("open", "line", "stars"):
        press = world.prepared(people[0], board, f"s1:diary.{action}:{table}:0:5")
        (answer,) = await world.send(press)
        assert text_of(world.private(answer)) == EN("refusal.not_over")


async def test_a_diary_without_games_and_one_of_somebody_who_hides(
    world: World, people: list[MemberActor]
) -> None:
    ann, ben = people
    await finished(world.app.store, [ann.id, ben.id], [1, 2], guild=99)
    for asked in ({}, {"person": ann}):
        assert await world.says(ben, "games diary", **asked) == EN("diary.none")
    await world.use(ann, "games statistics", "games.listed")
    hidden = EN("refusal.statistics_hidden", name=f"<@{ann.id}>")
    assert await world.says(ben, "games diary", person=ann) == hidden
    assert (
        await world.says(ben, "games diary")
        == await world.says(ann, "games diary", person=ann)
        == EN("diary.none")
    )
