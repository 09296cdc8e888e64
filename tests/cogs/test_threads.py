"""A channel that is taken: the next table is offered a thread, and a thread serves like any channel."""

from __future__ import annotations

import pytest
from evening_of_nimmt import Evening
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult
from simulated import World, controls, text_of
from units import writing

from bot.discord.ids import CustomId
from bot.discord.opening import options_from
from bot.games import registry
from bot.games.contract import Choice, Refusal, Text
from bot.games.registry import AnyGame, game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store.records import Offer
from bot.tables.model import Status
from bot.text import words

SPEAK = words("en")
CREATE_PUBLIC_THREADS, SEND_IN_THREADS = 1 << 35, 1 << 38


def shown(world: World, answer: InteractionResult) -> Message:
    """A private answer as it looks now."""
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    assert newest.ephemeral
    found = world.env.backend.messages[newest.channel_id].values()
    return next(message for message in found if message.id == newest.id)


async def offered(world: World, actor: MemberActor, **options: str | int) -> Message:
    """The answer to a start in a channel that another table has taken."""
    if await world.app.tables.queries.table_in(world.channel.id) is None:
        await world.person("Somebody").slash(world.channel, "nimmt start")
    return shown(world, await actor.slash(world.channel, "nimmt start", **options))


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
    told = shown(world, await world.press(ben, over, "table.rematch"))
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
    assert text_of(shown(world, answer)) == SPEAK("refusal.cannot_open_thread", missing=missing)
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
    message = shown(world, await ben.slash(thread, "nimmt start"))
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
    assert text_of(shown(world, answer)) == SPEAK("refusal.offer_gone")
    assert world.channel.threads == []


async def test_an_offer_of_a_game_that_has_gone_or_changed_is_refused(world: World) -> None:
    async with writing(world.app.store) as stored:
        gone = await stored.offers.add(Offer("gone", b"{}", world.app.now()))
        changed = await stored.offers.add(Offer("six_nimmt", b'{"speed":1}', world.app.now()))
    with pytest.raises(Refusal, match="offer_gone"):
        await world.app.tables.lobby.offered(gone)
    with pytest.raises(Refusal, match="bad_options"):
        await world.app.tables.lobby.offered(changed)
