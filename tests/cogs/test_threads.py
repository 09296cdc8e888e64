"""Where tables stand: threads of their own, posts of forums, places that are renamed, closed or gone."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simulated import EN, World, controls, picks, text_of
from troubled import HOUR, Evening, Wire, has
from units import writing

from bot.discord import channels
from bot.discord.content import CustomId
from bot.games.contract import Refusal
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Offer, Status, Thread

DAY = 24


async def offered(world: World, actor: MemberActor, **options: str | int) -> Message:
    """The answer to a start in a channel that another table has taken."""
    if await world.app.tables.queries.table_in(world.channel.id) is None:
        await world.person("Somebody").slash(world.channel, "nimmt start")
    return await world.ask(actor, "nimmt start", **options)


def options_of(encoded: bytes) -> NimmtOptions:
    return game("six_nimmt").decode_options(encoded)


async def test_a_second_start_is_offered_one_thread_with_the_lobby_that_was_asked_for(world: World) -> None:
    """Privately; also after a restart, and for two quick presses; inside a thread there is no other."""
    ann, ben = world.members(2)
    message = await offered(world, ann, format="limit", limit=40, end="reached")
    assert text_of(message) == EN("refusal.lobby_here", table=1)
    (button,) = controls(message)
    assert button["label"] == EN("lobby.thread")
    assert world.channel.threads == []
    await world.restart()
    answers = await world.send(*(world.prepared(ann, message, button["custom_id"]) for _ in range(2)))
    assert all(answer.acknowledged for answer in answers)
    (thread,) = world.channel.threads
    assert thread.name == "6 nimmt! · Table 2"
    assert text_of(message) == EN("lobby.opened_in_thread", table=2, channel=thread.id)
    assert not controls(message)
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    assert (table.id, table.status) == (2, Status.LOBBY)
    assert table == await world.table(thread)
    assert options_of(table.options) == NimmtOptions(format="limit", limit=40, end="reached")
    (post,) = world.public(thread)
    assert controls(post, "lobby.join")
    assert post.attachments
    inside = await world.ask(ben, "nimmt start", thread)
    assert text_of(inside) == EN("refusal.lobby_here", table=2)
    assert not controls(inside)


async def test_what_hinders_a_thread_is_named_and_can_be_tried_again(world: World, ann: MemberActor) -> None:
    message = await offered(world, ann)
    for right in ("create_public_threads", "send_messages_in_threads"):
        world.deny(**{right: True})
        refused = text_of(await world.opened(ann, message, "lobby.thread"))
        assert refused == EN("refusal.cannot_open_thread", missing=EN(f"kit.right.{right}"))
    world.deny()
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    await world.press(ann, message, "lobby.thread")
    assert text_of(world.messages()[-1]) == EN("refusal.thread_failed")
    assert world.channel.threads == []
    assert await world.app.tables.queries.tables_of(ann.id) == ()
    await world.press(ann, message, "lobby.thread")
    assert len(world.channel.threads) == 1


async def test_an_offer_that_is_unknown_or_of_a_game_that_has_changed_is_refused(world: World) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann)
    for rest in ("99", "six_nimmt/0/66/0/3", ""):
        press = world.prepared(ann, message, str(CustomId("lobby.thread", rest=rest)))
        (answer,) = await world.send(press)
        assert text_of(world.private(answer)) == EN("refusal.offer_gone")
    assert world.channel.threads == []
    async with writing(world.app.store) as stored:
        gone = await stored.offers.add(Offer("gone", b"{}", world.app.now()))
        changed = await stored.offers.add(Offer("six_nimmt", b'{"speed":1}', world.app.now()))
    for number, code in ((gone, "offer_gone"), (changed, "bad_options")):
        with pytest.raises(Refusal, match=code):
            await world.app.tables.lobby.offered(number)


# A thread from the start --------------------------------------------------------------------------------


async def test_a_table_can_begin_in_a_thread_of_its_name_and_leaves_the_channel_free(world: World) -> None:
    ann = world.person("Ann")
    answer = await world.ask(ann, "nimmt start", thread=True)
    (thread,) = world.channel.threads
    assert text_of(answer) == EN("lobby.opened_in_thread", table=1, channel=thread.id)
    table = await world.table(thread)
    assert (table.id, table.thread) == (1, Thread.OWN)
    assert controls(world.public(thread)[-1], "lobby.join")
    await ann.slash(world.channel, "taxis start", thread=True)
    names = [each.name for each in world.channel.threads]
    assert names == ["6 nimmt! · Table 1", "Thurn and Taxis · Table 2"]
    await ann.slash(world.channel, "noria start")
    assert (await world.table()).id == 3


async def test_where_no_thread_can_be_opened_the_table_opens_here_and_says_why(world: World) -> None:
    """The right is missing, there are no threads, or Discord fails."""
    ann = world.person("Ann")
    lounge = world.guild.create_voice_channel("lounge")
    answer = await world.ask(ann, "nimmt start", lounge, thread=True)
    assert EN("refusal.no_threads_here") in text_of(answer)
    assert (await world.table(lounge)).id == 1
    world.deny(create_public_threads=True)
    missing = EN("refusal.cannot_open_thread", missing=EN("kit.right.create_public_threads"))
    first = await world.ask(ann, "nimmt start", thread=True)
    assert missing in text_of(first)
    assert EN("lobby.opened", table=2) in text_of(first)
    assert await world.says(ann, "nimmt start", thread=True) == missing
    assert len(await world.app.tables.queries.tables_of(ann.id)) == 2
    world.channel = world.guild.create_text_channel("other")
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    answer = await world.ask(ann, "nimmt start", thread=True)
    assert EN("refusal.thread_failed") in text_of(answer)
    assert (await world.table()).status is Status.LOBBY


async def test_the_host_lets_a_lobby_go_on_in_a_thread(world: World) -> None:
    ann, ben = people = world.members(2)
    post = await world.open_table(people, rounds=1)
    panel = await world.opened(ann, post, "lobby.options")
    (button,) = controls(panel, "lobby.apart")
    await world.send(*(world.prepared(ann, panel, button["custom_id"]) for _ in range(2)))
    (thread,) = world.channel.threads
    assert thread.name == "6 nimmt! · Table 1"
    assert not controls(post)
    assert f"<#{thread.id}>" in text_of(post)
    (lobby,) = world.public(thread)
    await world.press(ann, lobby, "lobby.start")
    assert (await world.table(thread)).status is Status.PLAYING
    assert controls(world.public(thread)[-1], "table.move")
    assert f"<#{thread.id}>" in text_of(world.dms(ben)[-1])
    assert not any(controls(each) for each in world.public())


# Threads over days --------------------------------------------------------------------------------------


def allow_managing(world: World) -> None:
    """With Discord whoever opened a thread may change it, with simcord only who manages channels."""
    allowed = discord.Permissions(manage_channels=True).value
    bot = Overwrite(world.env.backend.bot_user.id, OverwriteType.MEMBER, allow=allowed)
    world.env.backend.set_overwrite(world.channel.id, bot)


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of two in a thread of its own."""
    async with Evening.begin(tmp_path, 2) as evening:
        allow_managing(evening)
        await evening.people[0].slash(evening.channel, "nimmt start", rounds=1, thread=True)
        (evening.channel,) = evening.channel.threads
        await evening.press(evening.people[1], evening.public()[-1], "lobby.join")
        await evening.press(evening.people[0], evening.public()[-1], "lobby.start")
        yield evening


@pytest_asyncio.fixture
async def tonight(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of two in the post of a forum, which Discord archives after an hour without a word."""
    async with Evening.begin(tmp_path, 2) as evening:
        forum = evening.guild.create_forum_channel("board-games")
        evening.channel = forum
        allow_managing(evening)
        post = evening.env.backend.create_thread(forum.id, "tonight", evening.people[0].id)
        post.thread_metadata.auto_archive_duration = 60
        evening.channel = ChannelHandle(evening.env, evening.guild, post)
        await evening.open_table(evening.people, rounds=1)
        await evening.press(evening.people[0], evening.lobby(), "lobby.start")
        assert (await evening.table()).thread is Thread.FOREIGN
        yield evening


def set_thread(evening: Evening, **how: bool) -> None:
    """Discord, or somebody, archives, locks or opens the thread."""
    evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata=how)


async def fold(evening: Evening, **more: bool) -> None:
    set_thread(evening, archived=True, **more)
    await evening.wait(60)


def folded(evening: Evening) -> bool:
    """Whether the thread is archived."""
    known = evening.env.backend.get_channel(evening.channel.id).thread_metadata
    return known.archived


async def test_a_thread_counts_as_used_every_six_days_without_a_word(evening: Evening) -> None:
    """One that was folded up meanwhile opens again, also where the bot was off when its time came."""
    said, path = len(evening.public()), f"/channels/{evening.channel.id}"
    with Wire() as wire:
        await evening.hours(7 * DAY)
    edited = [request.body for request in wire.sent("PATCH", path)]
    assert edited == [{"auto_archive_duration": 4320}, {"auto_archive_duration": 10080}]
    set_thread(evening, archived=True)
    await evening.app.close()
    evening.env.backend.advance_clock(7 * DAY * HOUR)
    await evening.restart()
    assert not folded(evening)
    assert len(evening.public()) == said


async def test_a_post_that_falls_asleep_is_opened_again_unless_closed_on_purpose(tonight: Evening) -> None:
    """At once, each time, and without a word; sooner than Discord would close it, only after six hours."""
    said = len(tonight.public())
    for _ in range(3):
        await tonight.hours(1)
        await fold(tonight)
        assert not folded(tonight)
    await tonight.hours(0.5)
    for _ in range(2):
        await fold(tonight)
        await tonight.hours(5.9)
        assert folded(tonight)
        await tonight.hours(0.2)
        assert not folded(tonight)
    assert len(tonight.public()) == said
    await tonight.end(tonight.people[0])
    await fold(tonight)
    assert folded(tonight)


async def test_a_locked_thread_stays_closed_until_it_is_opened_and_its_table_goes_on(
    tonight: Evening,
) -> None:
    await fold(tonight, locked=True)
    await tonight.hours(7 * DAY)
    assert folded(tonight)
    for method, path, code in (("POST", "messages", 160005), ("PATCH", "messages/*", 50083)):
        tonight.fail(method, f"/channels/{tonight.channel.id}/{path}", 400, code, times=None)
    said = len(tonight.public())
    await tonight.choose(*tonight.people)
    await tonight.hours(1)
    assert (await tonight.numbered(1)).silent_since is not None
    tonight.mend()
    set_thread(tonight, archived=False, locked=False)
    await tonight.wait(5)
    assert len(tonight.public()) > said
    assert (await tonight.numbered(1)).silent_since is None


async def test_a_thread_that_could_not_be_kept_open_lets_its_table_speak_again(evening: Evening) -> None:
    evening.channel = evening.guild.channels["game-night"]
    evening.deny(view_channel=True)
    await evening.hours(7 * DAY)
    assert (await evening.numbered(1)).silent_since is not None
    allow_managing(evening)
    await evening.wait(60)
    assert (await evening.numbered(1)).silent_since is None


async def test_a_board_in_a_thread_that_was_folded_up_is_refreshed_in_place(evening: Evening) -> None:
    """Discord does not let anybody change a message there."""
    board = evening.posts_with("table.move")[-1]
    set_thread(evening, archived=True)
    evening.fail("PATCH", f"/channels/{evening.channel.id}/messages/{board.id}", 400, 50083)
    await evening.people[0].slash(evening.channel, "table pause")
    assert evening.posts_with("table.move")[-1].id == board.id
    assert has(evening.public()[-1], "time.resume")
    assert not folded(evening)


async def test_a_day_after_the_game_its_thread_is_folded_up_without_a_rematch(evening: Evening) -> None:
    """One that was deleted then troubles nobody."""
    ann, ben = evening.people
    await evening.end(ann)
    await evening.press(ben, evening.posts_with("table.rematch")[-1], "table.rematch")
    await evening.hours(DAY + 1)
    assert not folded(evening)
    await evening.end(ben)
    await evening.hours(DAY + 1)
    assert folded(evening)
    set_thread(evening, archived=False)
    await evening.start(rounds=1)
    await evening.end(ann)
    letters = len(evening.letters(ann))
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.hours(DAY + 1)
    assert len(evening.letters(ann)) == letters
    assert await evening.all_is_told()


# Places that change -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "mover"), [("channel", 0), ("thread", 1)])
async def test_a_table_whose_place_is_gone_goes_on_where_anybody_who_sits_there_brings_it(
    world: World, kind: str, mover: int
) -> None:
    people, new = world.members(3), world.guild.create_text_channel("new-place")
    if kind == "thread":
        world.channel = await world.thread()
    number = await world.start_game(people, rounds=1)
    world.env.backend.delete_channel(world.channel.id)
    world.channel = new
    assert EN("games.mine.gone") in await world.says(people[1], "games mine")
    for actor in people:
        letter = world.with_control(world.dms(actor), "nimmt.step")
        await world.pick(actor, letter, picks(letter)[0])
        (told,) = [text_of(each) for each in world.dms(actor) if "is gone" in text_of(each)]
        assert "Deadlines and reminders rest" in told
    assert await world.says(world.person("Zoe"), "table move") == EN("refusal.nothing_to_move")
    assert await world.says(people[mover], "table move") == EN("table.move.done", table=number)
    assert controls(world.public()[-1], "table.move")
    assert EN("games.mine.gone") not in await world.says(people[1], "games mine")
    assert await world.all_is_told()
    await people[2].slash(world.channel, "table show")
    assert [has(post, "table.move") for post in world.public()] == [False, True]


async def test_a_table_where_we_may_not_post_can_be_moved_and_says_where_it_went(world: World) -> None:
    people, new = world.members(2), world.guild.create_text_channel("new-place")
    await world.start_game(people, rounds=1)
    old = world.public()[-1]
    world.deny(send_messages=True, send_messages_in_threads=True)
    assert EN("games.mine.barred") in await world.says(people[0], "games mine", new)
    assert await world.says(people[0], "table move", new) == EN("table.move.done", table=1)
    (board,) = world.public(new)
    assert controls(board, "table.move")
    assert EN("table.moved", table=1, channel=new.id) in text_of(old)
    assert EN("games.mine.barred") not in await world.says(people[0], "games mine", new)


async def test_of_several_tables_the_host_chooses_which_one_goes_on_here(world: World) -> None:
    ann, new = world.person("Ann"), world.guild.create_text_channel("new-place")
    await ann.slash(world.channel, "nimmt start")
    await ann.slash(world.channel, "nimmt start", thread=True)
    menu = await world.ask(ann, "table move", new)
    refused = await world.opened(world.person("Zoe"), menu, "table.bring", values=["1"])
    assert text_of(refused) == EN("refusal.not_host", host=ann.name)
    await world.press(ann, menu, "table.bring", values=["2"])
    assert (await world.table(new)).id == 2
    assert controls(world.public(new)[-1], "lobby.join")
    assert await world.says(ann, "table move", new) == EN("refusal.channel_busy", table=2)
    assert has(world.public()[0], "lobby.join")


async def two_games_and_their_owner(world: World) -> MemberActor:
    """Whoever manages the server in which two games are played, each in a channel of its own."""
    people = world.members(2)
    for name in ("one", "two"):
        world.channel = world.guild.create_text_channel(name)
        await world.start_game(people, rounds=1)
    return world.trusted("Owner", manage_guild=True)


async def test_who_manages_the_server_moves_or_ends_tables_whose_place_is_gone(world: World) -> None:
    """Also those of others, so that they don't count for the server for ever; each leaves a line."""
    owner, new = await two_games_and_their_owner(world), world.guild.create_text_channel("new-place")
    here = EN("refusal.no_table_here")
    assert await world.says(owner, "table end", new) == here
    world.env.backend.delete_channel(world.channel.id)
    assert await world.says(world.person("Zoe"), "table end", new) == here
    await owner.slash(new, "table move")
    assert (await world.table(new)).id == 2
    world.env.backend.delete_channel((await world.numbered(1)).channel)
    other = world.guild.create_text_channel("other-place")
    question = await world.ask(owner, "table end", other)
    assert EN("table.end.game", table=1) in text_of(question)
    await world.press(owner, question, "table.end", rest="yes/game")
    assert (await world.numbered(1)).status is Status.ABANDONED
    lines = await world.says(owner, "games audit", other)
    assert EN("data.audit.moved", table=2) in lines
    assert EN("data.audit.ended", table=1) in lines


async def test_of_many_places_that_may_be_gone_some_are_asked_for_and_the_answer_is_held(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First those of tables that are known to be silent."""
    monkeypatch.setattr(channels, "LOOKED_UP", 1)
    owner, new = await two_games_and_their_owner(world), world.guild.create_text_channel("new-place")
    places = [(await world.app.tables.queries.table(number)).channel for number in (1, 2)]
    for place in places:
        world.env.backend.delete_channel(place)
    await world.app.tables.deadlines.pause_delivery(1)
    with Wire() as wire:
        question = await world.ask(owner, "table end", new)
    assert EN("table.end.game", table=1) in text_of(question)
    answer, looked_up, *more = [
        request
        for request in wire.requests
        if "/callback" in request.path or (request.method == "GET" and "/messages" not in request.path)
    ]
    assert answer.body["type"] == discord.InteractionResponseType.deferred_channel_message.value
    assert looked_up.path == f"/channels/{places[0]}"
    assert more == []
