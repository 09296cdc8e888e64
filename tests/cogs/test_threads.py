"""Where tables stand: threads of their own, posts of forums, places that are renamed, closed or gone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from evening_of_nimmt import Evening
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simulated import World, controls, text_of
from slow_evening import SlowEvening
from troubled import Wire, has
from units import writing

from bot.discord import channels
from bot.discord.ids import CustomId
from bot.discord.opening import options_from
from bot.games import registry
from bot.games.contract import Choice, Refusal, Text
from bot.games.registry import AnyGame, game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store.records import Offer
from bot.tables.model import Status, Thread
from bot.text import words

SPEAK = words("en")
CREATE_PUBLIC_THREADS, SEND_IN_THREADS = 1 << 35, 1 << 38


async def offered(world: World, actor: MemberActor, **options: str | int) -> Message:
    """The answer to a start in a channel that another table has taken."""
    if await world.app.tables.queries.table_in(world.channel.id) is None:
        await world.person("Somebody").slash(world.channel, "nimmt start")
    return await world.ask(actor, "nimmt start", **options)


async def moved(world: World, actor: MemberActor, **options: str | int) -> ChannelHandle:
    """The thread that was opened for a second table."""
    await world.press(actor, await offered(world, actor, **options), "lobby.thread")
    (thread,) = world.channel.threads
    return thread


def deny(world: World, right: int) -> None:
    denied = Overwrite(world.env.backend.bot_user.id, OverwriteType.MEMBER, deny=right)
    world.env.backend.get_channel(world.channel.id).overwrites.append(denied)


async def test_a_second_start_is_told_privately_and_offered_a_thread(world: World) -> None:
    message = await offered(world, world.person("Ann"))
    assert text_of(message) == SPEAK("refusal.channel_busy", table=1)
    (button,) = controls(message)
    assert button["label"] == SPEAK("lobby.thread")
    assert world.channel.threads == []


async def test_the_thread_has_the_lobby_that_was_asked_for(world: World) -> None:
    ann = world.person("Ann")
    thread = await moved(world, ann, format="limit", limit=40, end="reached")
    assert thread.name == "6 nimmt! · Table 2"
    table = await world.app.tables.queries.table_in(thread.id)
    assert table is not None
    assert (table.host, table.status) == (ann.id, Status.LOBBY)
    options = game("six_nimmt").decode_options(table.options)
    assert options == NimmtOptions(format="limit", limit=40, end="reached")
    (post,) = world.public(thread)
    assert controls(post, "lobby.join")
    assert post.attachments


async def test_a_rematch_in_a_busy_channel_is_offered_a_thread(world: World) -> None:
    ann, ben = world.people(2)
    await world.start_game([ann, ben], rounds=2)
    asked = await ann.slash(world.channel, "table end")
    assert asked.response is not None
    await ann.click(asked.response, label=SPEAK("table.end.yes"))
    over = world.with_control(world.public(), "table.rematch")
    await world.person("Somebody").slash(world.channel, "nimmt start")
    told = await world.opened(ben, over, "table.rematch")
    assert text_of(told) == SPEAK("refusal.channel_busy", table=2)
    await world.press(ben, told, "lobby.thread")
    (thread,) = world.channel.threads
    table = await world.app.tables.queries.table_in(thread.id)
    assert table is not None
    assert (table.host, {sitter.user for sitter in table.sitters}) == (ben.id, {ann.id, ben.id})
    assert game("six_nimmt").decode_options(table.options) == NimmtOptions(format="rounds", rounds=2)
    assert controls(world.public(thread)[-1], "lobby.start")


async def test_the_answer_then_leads_to_the_thread_and_offers_nothing_more(world: World) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann)
    await world.press(ann, message, "lobby.thread")
    (thread,) = world.channel.threads
    assert text_of(message) == SPEAK("lobby.opened_in_thread", table=2, channel=thread.id)
    assert not controls(message)


async def test_two_quick_presses_open_one_thread(world: World) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann)
    (button,) = controls(message, "lobby.thread")
    presses = [world.prepared(ann, message, button["custom_id"]) for _ in range(2)]
    answers = await world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    assert len(world.channel.threads) == 1
    assert [table.id for table in await world.app.tables.queries.tables_of(ann.id)] == [2]


async def test_the_button_still_opens_the_thread_after_a_restart(world: World) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann, rounds=2)
    await world.restart()
    await world.press(ann, message, "lobby.thread")
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    assert game("six_nimmt").decode_options(table.options) == NimmtOptions(format="rounds", rounds=2)


async def test_in_japanese_the_thread_is_named_in_japanese(japanese_world: World) -> None:
    world, ann = japanese_world, japanese_world.person("さくら", "ja")
    message = await offered(world, ann)
    speak = words("ja")
    assert text_of(message) == speak("refusal.channel_busy", table=1)
    assert controls(message)[0]["label"] == speak("lobby.thread")
    await world.press(ann, message, "lobby.thread")
    (thread,) = world.channel.threads
    assert thread.name == speak("lobby.thread_name", game=speak.title(game("six_nimmt").info), table=2)
    assert text_of(message) == speak("lobby.opened_in_thread", table=2, channel=thread.id)


@pytest.mark.parametrize(
    ("bit", "right"),
    [(CREATE_PUBLIC_THREADS, "create_public_threads"), (SEND_IN_THREADS, "send_messages_in_threads")],
)
async def test_a_right_that_is_missing_is_named(world: World, bit: int, right: str) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann)
    deny(world, bit)
    answer = await world.press(ann, message, "lobby.thread")
    missing = SPEAK(f"kit.right.{right}")
    assert text_of(world.private(answer)) == SPEAK("refusal.cannot_open_thread", missing=missing)
    assert world.channel.threads == []
    assert await world.app.tables.queries.tables_of(ann.id) == ()


async def test_when_discord_refuses_the_thread_it_is_said_and_can_be_tried_again(world: World) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann)
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    await world.press(ann, message, "lobby.thread")
    assert text_of(world.messages()[-1]) == SPEAK("refusal.thread_failed")
    assert await world.app.tables.queries.tables_of(ann.id) == ()
    await world.press(ann, message, "lobby.thread")
    assert len(world.channel.threads) == 1


async def test_no_thread_is_offered_inside_a_thread(world: World) -> None:
    ann, ben = world.people(2)
    thread = await moved(world, ann)
    message = await world.ask(ben, "nimmt start", thread)
    assert text_of(message) == SPEAK("refusal.channel_busy", table=2)
    assert not controls(message)


@pytest.mark.parametrize("kind", ["create_voice_channel", "create_news_channel"])
async def test_no_thread_is_offered_in_other_kinds_of_channels(world: World, kind: str) -> None:
    world.channel = getattr(world.guild, kind)("lounge")
    message = await offered(world, world.person("Ann"))
    assert text_of(message) == SPEAK("refusal.channel_busy", table=1)
    assert not controls(message)


async def test_a_whole_game_is_played_in_a_thread(world: World) -> None:
    people = [world.person("Ann"), *world.people(2, "ja")]
    channel = world.channel
    world.channel = await moved(world, people[0], rounds=1)
    for actor in people[1:]:
        await world.press(actor, world.with_control(world.public(), "lobby.join"), "lobby.join")
    await world.press(people[0], world.with_control(world.public(), "lobby.start"), "lobby.start")
    evening = Evening(world, people, table=2)
    assert all(f"<#{world.channel.id}>" in text_of(evening.prompt(actor)) for actor in people)
    await evening.play_out()
    over = world.public()[-1]
    assert (await world.app.tables.queries.table(2)).status is Status.FINISHED
    assert over.attachments
    assert len(world.public()) >= 13, "lobby, rows, ten tricks, ranking"
    assert len(world.public(channel)) == 2, "the other lobby, and Discord's own note of the thread"
    await world.press(people[1], over, "table.rematch")
    assert controls(world.public()[-1], "lobby.start")


@pytest.mark.parametrize("rules", registry.games(), ids=lambda rules: rules.info.key)
async def test_what_is_offered_keeps_the_options_of_every_game(world: World, rules: AnyGame) -> None:
    """However long what was typed in is."""
    widest = {
        item.key: item.values[-1]
        if isinstance(item, Choice)
        else rules.typed(item.key, item.example)
        if isinstance(item, Text)
        else item.high
        for item in rules.info.options
    }
    options = options_from(rules.info.key, widest)
    number = await world.app.tables.lobby.offer(rules.info.key, options)
    await world.restart()
    assert await world.app.tables.lobby.offered(number) == (rules.info.key, options)


@pytest.mark.parametrize("rest", ["99", "six_nimmt/0/66/0/3", ""])
async def test_a_button_that_offers_nothing_we_know_says_so(world: World, rest: str) -> None:
    ann = world.person("Ann")
    message = await offered(world, ann)
    (answer,) = await world.send(world.prepared(ann, message, str(CustomId("lobby.thread", rest=rest))))
    assert text_of(world.private(answer)) == SPEAK("refusal.offer_gone")
    assert world.channel.threads == []


async def test_an_offer_of_a_game_that_has_gone_or_changed_is_refused(world: World) -> None:
    async with writing(world.app.store) as stored:
        gone = await stored.offers.add(Offer("gone", b"{}", world.app.now()))
        changed = await stored.offers.add(Offer("six_nimmt", b'{"speed":1}', world.app.now()))
    with pytest.raises(Refusal, match="offer_gone"):
        await world.app.tables.lobby.offered(gone)
    with pytest.raises(Refusal, match="bad_options"):
        await world.app.tables.lobby.offered(changed)


EN = words("en")
DAY = 24


async def told(world: World, actor: MemberActor, command: str, channel: ChannelHandle | None = None) -> str:
    """What a command answers."""
    return text_of(world.private(await actor.slash(channel or world.channel, command)))


def allow(world: World, *, allowed: int = 0, denied: int = 0) -> None:
    """Gives the bot rights in the channel and its threads, or takes them away."""
    bot = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(bot, OverwriteType.MEMBER, allow=allowed, deny=denied)
    )


def bar(world: World) -> None:
    """The bot may post nowhere in the channel and its threads."""
    allow(world, denied=discord.Permissions(send_messages=True, send_messages_in_threads=True).value)


# A thread from the start --------------------------------------------------------------------------------


async def test_a_table_can_begin_in_a_thread_that_bears_its_name_and_leaves_the_channel_free(
    world: World,
) -> None:
    ann = world.person("Ann")
    answer = await world.ask(ann, "nimmt start", thread=True)
    (thread,) = world.channel.threads
    assert thread.name == "6 nimmt! · Table 1"
    assert text_of(answer) == EN("lobby.opened_in_thread", table=1, channel=thread.id)
    table = await world.app.tables.queries.table_in(thread.id)
    assert table is not None
    assert (table.id, table.thread) == (1, Thread.OWN)
    assert controls(world.public(thread)[-1], "lobby.join")
    await ann.slash(world.channel, "taxis start", thread=True)
    names = [each.name for each in world.channel.threads]
    assert names == ["6 nimmt! · Table 1", "Thurn and Taxis · Table 2"]
    await ann.slash(world.channel, "noria start")
    assert (await world.app.tables.queries.table(3)).channel == world.channel.id


async def test_without_the_right_to_open_threads_the_table_opens_in_the_channel_and_says_why(
    world: World,
) -> None:
    ann = world.person("Ann")
    allow(world, denied=discord.Permissions(create_public_threads=True).value)
    right = EN("kit.right.create_public_threads")
    first = await world.ask(ann, "nimmt start", thread=True)
    assert EN("refusal.cannot_open_thread", missing=right) in text_of(first)
    assert EN("lobby.opened", table=1) in text_of(first)
    second = await world.ask(ann, "nimmt start", thread=True)
    assert text_of(second) == EN("refusal.cannot_open_thread", missing=right)
    assert [table.id for table in await world.app.tables.queries.tables_of(ann.id)] == [1]


async def test_where_there_are_no_threads_or_discord_fails_the_table_opens_there(world: World) -> None:
    ann, lounge = world.person("Ann"), world.guild.create_voice_channel("lounge")
    answer = await world.ask(ann, "nimmt start", lounge, thread=True)
    assert EN("refusal.no_threads_here") in text_of(answer)
    assert await world.app.tables.queries.table_in(lounge.id) is not None
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    answer = await world.ask(ann, "nimmt start", thread=True)
    assert EN("refusal.thread_failed") in text_of(answer)
    assert await world.app.tables.queries.table_in(world.channel.id) is not None


async def test_the_host_lets_a_lobby_go_on_in_a_thread(world: World) -> None:
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start", rounds=1)
    await world.press(ben, world.public()[-1], "lobby.join")
    post = world.public()[-1]
    panel = await world.opened(ann, post, "lobby.options")
    (button,) = controls(panel, "lobby.apart")
    presses = [world.prepared(ann, panel, button["custom_id"]) for _ in range(2)]
    await world.send(*presses)
    (thread,) = world.channel.threads
    assert thread.name == "6 nimmt! · Table 1"
    post = world.env.backend.get_message(post.channel_id, post.id)
    assert not controls(post)
    assert f"<#{thread.id}>" in text_of(post)
    (lobby,) = world.public(thread)
    await world.press(ann, lobby, "lobby.start")
    assert (await world.app.tables.queries.table(1)).status is Status.PLAYING
    assert controls(world.public(thread)[-1], "table.move")
    assert f"<#{thread.id}>" in text_of(world.dms(ben)[-1])
    assert not any(controls(each) for each in world.public())


# Threads over days --------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """A game of two in a thread of its own. simcord lets only those change a thread who manage channels;
    with Discord whoever opened it may as well."""
    async with SlowEvening.unhurried(tmp_path, 2) as evening:
        allow(evening.world, allowed=discord.Permissions(manage_channels=True).value)
        await evening.people[0].slash(evening.channel, "nimmt start", rounds=1, thread=True)
        (evening.channel,) = evening.channel.threads
        await evening.push(evening.people[1], evening.posts()[-1], "lobby.join")
        await evening.push(evening.people[0], evening.posts()[-1], "lobby.start")
        yield evening


def folded(evening: SlowEvening, thread: int | None = None) -> bool:
    """Whether the thread is archived."""
    known = evening.env.backend.get_channel(thread or evening.channel.id).thread_metadata
    assert known is not None
    return known.archived


async def test_a_thread_counts_as_used_every_six_days_without_a_word(evening: SlowEvening) -> None:
    said = len(evening.posts())
    with Wire() as wire:
        await evening.hours(5 * DAY)
        edited = [request.body for request in wire.requests if request.method == "PATCH"]
        assert edited == []
        await evening.hours(2 * DAY)
    path = f"/channels/{evening.channel.id}"
    edited = [request.body for request in wire.requests if (request.method, request.path) == ("PATCH", path)]
    assert edited == [{"auto_archive_duration": 4320}, {"auto_archive_duration": 10080}]
    assert len(evening.posts()) == said


async def test_a_thread_that_was_folded_up_opens_again_while_its_game_goes_on(evening: SlowEvening) -> None:
    """Also where the bot was off when its time came."""
    evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata={"archived": True})
    await evening.sleep(7 * DAY)
    assert not folded(evening)


@pytest_asyncio.fixture
async def tonight(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """A game of two in the post of a forum, which Discord archives after an hour without a word."""
    async with SlowEvening.unhurried(tmp_path, 2) as evening:
        forum = evening.world.guild.create_forum_channel("board-games")
        evening.world.channel = forum
        allow(evening.world, allowed=discord.Permissions(manage_channels=True).value)
        post = evening.env.backend.create_thread(forum.id, "tonight", evening.people[0].id)
        assert post.thread_metadata is not None
        post.thread_metadata.auto_archive_duration = 60
        evening.channel = evening.world.channel = ChannelHandle(evening.env, evening.world.guild, post)
        await evening.start(rounds=1)
        yield evening


async def fold(evening: SlowEvening, **more: bool) -> None:
    """Discord, or somebody, archives the thread."""
    evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata={"archived": True, **more})
    await evening.wait(60)


async def test_a_post_that_falls_asleep_is_opened_again_at_once(tonight: SlowEvening) -> None:
    """Each time, and without a word."""
    said = len(tonight.posts())
    for _ in range(3):
        await tonight.hours(1)
        await fold(tonight)
        assert not folded(tonight)
    assert len(tonight.posts()) == said


async def test_a_thread_that_is_closed_again_soon_is_left_so_for_six_hours(tonight: SlowEvening) -> None:
    """Sooner than Discord would do it by itself: somebody wants it closed."""
    await tonight.hours(1)
    await fold(tonight)
    await tonight.hours(0.5)
    for _ in range(2):
        await fold(tonight)
        await tonight.hours(5.9)
        assert folded(tonight)
        await tonight.hours(0.2)
        assert not folded(tonight)


async def test_a_thread_that_was_locked_stays_closed(tonight: SlowEvening) -> None:
    await fold(tonight, locked=True)
    await tonight.hours(7 * DAY)
    assert folded(tonight)


async def test_a_table_goes_on_by_itself_once_somebody_opens_its_locked_thread(tonight: SlowEvening) -> None:
    await fold(tonight, locked=True)
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
        tonight.fail(method, f"/channels/{tonight.channel.id}/{path}", 400, 160005, times=None)
    said = len(tonight.posts())
    for person in tonight.people:
        await tonight.choose(person)
    await tonight.hours(1)
    assert (await tonight.app.tables.queries.table(1)).silent_since is not None
    tonight.mend()
    tonight.env.backend.edit_channel(
        tonight.channel.id, {}, thread_metadata={"archived": False, "locked": False}
    )
    await tonight.wait(5)
    assert len(tonight.posts()) > said
    assert (await tonight.app.tables.queries.table(1)).silent_since is None


async def test_a_thread_of_our_own_that_was_locked_stays_closed_too(evening: SlowEvening) -> None:
    """Also where we might open it."""
    await fold(evening, locked=True)
    await evening.hours(7 * DAY)
    assert folded(evening)


async def test_a_post_falls_asleep_once_its_game_is_over(tonight: SlowEvening) -> None:
    page = tonight.private(await tonight.people[0].slash(tonight.channel, "table end"))
    await tonight.push(tonight.people[0], page, "table.end")
    await fold(tonight)
    assert folded(tonight)


async def test_a_board_in_a_thread_that_was_folded_up_is_refreshed_in_place(evening: SlowEvening) -> None:
    """Discord does not let anybody change a message there."""
    board = evening.posts_with("table.move")[-1]
    evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata={"archived": True})
    evening.fail("PATCH", f"/channels/{evening.channel.id}/messages/{board.id}", 400, 50083)
    await evening.people[0].slash(evening.channel, "table pause")
    assert evening.posts_with("table.move")[-1].id == board.id
    assert has(evening.posts()[-1], "time.resume")
    assert not folded(evening)


async def test_a_day_after_the_game_its_thread_is_folded_up_unless_there_is_a_rematch(
    evening: SlowEvening,
) -> None:
    page = evening.private(await evening.people[0].slash(evening.channel, "table end"))
    await evening.push(evening.people[0], page, "table.end")
    await evening.hours(DAY - 1)
    await evening.push(evening.people[1], evening.posts_with("table.rematch")[-1], "table.rematch")
    await evening.hours(2)
    assert not folded(evening)
    page = evening.private(await evening.people[1].slash(evening.channel, "table end"))
    await evening.push(evening.people[1], page, "table.end")
    await evening.hours(DAY + 1)
    assert folded(evening)


async def test_a_thread_that_was_deleted_after_the_game_troubles_nobody(evening: SlowEvening) -> None:
    page = evening.private(await evening.people[0].slash(evening.channel, "table end"))
    await evening.push(evening.people[0], page, "table.end")
    letters = len(evening.letters(evening.people[0]))
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.hours(DAY + 1)
    assert len(evening.letters(evening.people[0])) == letters
    assert await evening.app.tables.outbox.with_notices() == ()


# Places that change -------------------------------------------------------------------------------------


async def test_a_game_goes_on_in_a_post_of_a_forum_that_was_renamed(world: World) -> None:
    people = world.people(2)
    forum = world.guild.create_forum_channel("board-games")
    post = world.env.backend.create_thread(forum.id, "tonight", people[0].id)
    world.channel = ChannelHandle(world.env, world.guild, post)
    number = await world.start_game(people, rounds=1)
    assert (await world.app.tables.queries.table(number)).thread is Thread.FOREIGN
    world.env.backend.edit_channel(post.id, {"name": "tomorrow"})
    world.env.backend.edit_channel(forum.id, {"name": "games"})
    for actor in people:
        await world.press(actor, world.dms(actor)[-1], "nimmt.menu", values=[lowest(world.dms(actor)[-1])])
    assert controls(world.public()[-1], "table.move")
    assert EN("games.mine.gone") not in await told(world, people[0], "games mine")


def lowest(message: Message) -> str:
    """The first card that a menu offers."""
    (menu,) = controls(message, "nimmt.menu")
    return str(menu["options"][0]["value"])


async def test_a_lobby_whose_post_was_deleted_is_posted_again_when_it_changes(world: World) -> None:
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start")
    world.env.backend.delete_message(world.channel.id, world.public()[-1].id)
    seen = await world.ask(ben, "table show")
    await world.press(ben, seen, "lobby.join")
    assert controls(world.public()[-1], "lobby.start")
    assert len((await world.app.tables.queries.table(1)).sitters) == 2


@pytest.mark.parametrize(("kind", "mover"), [("channel", 0), ("thread", 1)])
async def test_a_table_whose_place_is_gone_goes_on_where_anybody_who_sits_there_brings_it(
    world: World, kind: str, mover: int
) -> None:
    people, new = world.people(3), world.guild.create_text_channel("new-place")
    if kind == "thread":
        old = world.env.backend.create_thread(world.channel.id, "tonight", people[0].id)
        world.channel = ChannelHandle(world.env, world.guild, old)
    number = await world.start_game(people, rounds=1)
    world.env.backend.delete_channel(world.channel.id)
    world.channel = new
    assert EN("games.mine.gone") in await told(world, people[1], "games mine")
    for actor in people:
        letter = world.with_control(world.dms(actor), "nimmt.menu")
        await world.press(actor, letter, "nimmt.menu", values=[lowest(letter)])
    said = EN("kit.dispatcher.gone", table=number)
    assert all(any(said in text_of(each) for each in world.dms(actor)) for actor in people)
    assert await told(world, world.person("Zoe"), "table move") == EN("refusal.nothing_to_move")
    assert await told(world, people[mover], "table move") == EN("table.move.done", table=number)
    assert controls(world.public()[-1], "table.move")
    assert EN("games.mine.gone") not in await told(world, people[1], "games mine")
    assert await world.app.tables.outbox.with_notices() == ()
    await people[2].slash(world.channel, "table show")
    assert [has(post, "table.move") for post in world.public()] == [False, True]


async def test_a_table_where_we_may_not_post_any_more_can_be_moved_and_says_where_it_went(
    world: World,
) -> None:
    people, new = world.people(2), world.guild.create_text_channel("new-place")
    await world.start_game(people, rounds=1)
    old = world.public()[-1]
    bar(world)
    assert EN("games.mine.barred") in await told(world, people[0], "games mine", new)
    assert await told(world, people[0], "table move", new) == EN("table.move.done", table=1)
    board = world.public(new)[-1]
    assert controls(board, "table.move")
    assert EN("table.moved", table=1, channel=new.id) in text_of(
        world.env.backend.get_message(old.channel_id, old.id)
    )
    assert EN("games.mine.barred") not in await told(world, people[0], "games mine", new)


async def test_of_several_tables_the_host_chooses_which_one_goes_on_here(world: World) -> None:
    ann, new = world.person("Ann"), world.guild.create_text_channel("new-place")
    await ann.slash(world.channel, "nimmt start")
    await ann.slash(world.channel, "nimmt start", thread=True)
    menu = await world.ask(ann, "table move", new)
    answer = await world.press(world.person("Zoe"), menu, "table.bring", values=["1"])
    assert text_of(world.private(answer)) == EN("refusal.not_host")
    await world.press(ann, menu, "table.bring", values=["2"])
    assert (await world.app.tables.queries.table(2)).channel == new.id
    assert controls(world.public(new)[-1], "lobby.join")
    busy = EN("refusal.channel_busy", table=2)
    assert await told(world, ann, "table move", new) == busy
    assert has(world.public()[0], "lobby.join")


async def two_games_and_their_owner(world: World) -> MemberActor:
    """Whoever manages the server in which two games are played, each in a channel of its own."""
    role = world.guild.create_role("owner", permissions=discord.Permissions(manage_guild=True))
    people = world.people(2)
    for name in ("one", "two"):
        world.channel = world.guild.create_text_channel(name)
        await world.start_game(people, rounds=1)
    return world.guild.add_member(world.env.create_user("Owner"), roles=[role])


async def test_who_manages_the_server_moves_or_ends_tables_whose_place_is_gone(world: World) -> None:
    """Also those of others, so that they don't count for the server for ever; each leaves a line."""
    owner, new = await two_games_and_their_owner(world), world.guild.create_text_channel("new-place")
    here = EN("refusal.no_table_here")
    assert await told(world, owner, "table end", new) == here
    world.env.backend.delete_channel(world.channel.id)
    assert await told(world, world.person("Zoe"), "table end", new) == here
    await owner.slash(new, "table move")
    assert (await world.app.tables.queries.table(2)).channel == new.id
    world.env.backend.delete_channel((await world.app.tables.queries.table(1)).channel)
    other = world.guild.create_text_channel("other-place")
    question = await world.ask(owner, "table end", other)
    assert EN("table.end.game", table=1) in text_of(question)
    await world.press(owner, question, "table.end", rest="yes/game")
    assert (await world.app.tables.queries.table(1)).status is Status.ABANDONED
    lines = await told(world, owner, "games audit", other)
    assert EN("data.audit.moved", table=2) in lines
    assert EN("data.audit.ended", table=1) in lines


async def test_of_many_places_that_may_be_gone_some_are_asked_for_and_the_answer_is_held(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First those of tables that are known to be silent."""
    monkeypatch.setattr(channels, "LOOKED_UP", 1)
    owner, new = await two_games_and_their_owner(world), world.guild.create_text_channel("new-place")
    for number in (1, 2):
        world.env.backend.delete_channel((await world.app.tables.queries.table(number)).channel)
    await world.app.tables.pauses.fall_silent(1)
    with Wire() as wire:
        question = await world.ask(owner, "table end", new)
    assert EN("table.end.game", table=1) in text_of(question)
    answer, looked_up, *more = [
        request
        for request in wire.requests
        if "/callback" in request.path or (request.method == "GET" and "/messages" not in request.path)
    ]
    assert answer.body["type"] == discord.InteractionResponseType.deferred_channel_message.value
    assert looked_up.path == f"/channels/{(await world.app.tables.queries.table(1)).channel}"
    assert more == []
