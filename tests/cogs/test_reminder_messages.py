"""Reminders as people see them: where they come, what they say, and how they are turned off."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, GuildHandle
from simulated import text_of
from troubled import Evening, control, has, is_silent
from units import writing

from bot.store.records import NoticeState


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of three in which the first two have chosen, and nobody sleeps."""
    async with Evening.begin(tmp_path) as evening:
        await evening.start()
        await evening.awake()
        for person in evening.people[:2]:
            await evening.choose(person)
        yield evening


@pytest.fixture
def cleo(evening: Evening) -> MemberActor:
    """Who is waited for."""
    return evening.people[2]


def calls(evening: Evening, channel: ChannelHandle | None = None) -> list[Message]:
    """The posts of a channel that remind somebody."""
    return [post for post in evening.public(channel) if has(post, "wait.never")]


async def test_whoever_is_waited_for_gets_a_message_that_rings_and_opens_the_panel(
    evening: Evening, cleo: MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    """Time that passes in the simulation is no jump."""
    rang = len(evening.rang)
    await evening.hours(13)
    assert [len(evening.reminders(person)) for person in evening.people] == [0, 0, 1]
    assert evening.rang[rang:] == [cleo.id]
    (letter,) = evening.reminders(cleo)
    assert not is_silent(letter)
    assert "**6 nimmt!** is waiting for you: your turn began <t:" in text_of(letter)
    await evening.press(cleo, letter, "table.move")
    assert has(evening.letters(cleo)[-1], "nimmt.menu")
    assert evening.app.now() == evening.env.now()
    assert "has jumped" not in caplog.text


async def test_a_reminder_that_may_have_gone_out_before_a_crash_is_not_sent_again(
    evening: Evening, cleo: MemberActor
) -> None:
    """The bot dies after the message and before it has noted that it is out."""
    await evening.hours(13)
    number = int(control(evening.reminders(cleo)[0], "wait.never").rpartition(":")[2])
    async with writing(evening.app.store) as tx:
        await tx.notices.mark(number, NoticeState.SENDING, 1)
    await evening.restart()
    assert len(evening.reminders(cleo)) == 1
    await evening.hours(25)
    assert len(evening.reminders(cleo)) == 2


async def test_whoever_closed_direct_messages_or_prefers_it_is_called_in_the_channel(
    evening: Evening, cleo: MemberActor
) -> None:
    """Only whom a call is for turns it off."""
    evening.close_messages(cleo)
    await evening.hours(13)
    call = evening.public()[-1]
    assert f"{cleo.mention}, table 1 is waiting for you: your turn began" in text_of(call)
    assert call.ping_user_ids == [cleo.id]
    evening.mend()
    await evening.wish(cleo, reminders="channel")
    await evening.hours(24)
    _, call = calls(evening)
    assert call.ping_user_ids == [cleo.id]
    assert evening.reminders(cleo) == []
    refused = await evening.press(evening.people[0], call, "wait.turn")
    assert "moved on" in text_of(evening.private(refused))
    await evening.press(cleo, call, "wait.turn")
    await evening.hours(100)
    assert len(calls(evening)) == 2


@pytest.mark.parametrize("barred", [True, False])
async def test_who_could_not_be_reached_is_reminded_again_where_that_may_arrive(
    evening: Evening, cleo: MemberActor, barred: bool
) -> None:
    """By message where we were out of the server; who has left the server is called in the channel."""
    evening.estrange(cleo)
    if barred:
        evening.bar()
    await evening.hours(13)
    evening.mend()
    evening.unbar()
    await evening.hours(25)
    assert len(evening.reminders(cleo)) == barred
    assert barred or evening.public()[-1].ping_user_ids == [cleo.id]


@pytest.mark.parametrize("action", ["wait.turn", "wait.table", "wait.never"])
async def test_each_button_turns_reminders_off_and_the_answer_can_turn_them_on_again(
    evening: Evening, cleo: MemberActor, action: str
) -> None:
    """Those of a table also behind **More**."""
    await evening.hours(13)
    await evening.press(cleo, evening.reminders(cleo)[0], action)
    await evening.hours(50)
    assert evening.reminders(cleo) == []
    answer = evening.letters(cleo)[-1]
    if action == "wait.turn":
        await evening.choose_in_channel(cleo)
    elif action == "wait.table":
        menu = await evening.more(cleo)
        assert "don't remind you" in text_of(menu)
        await evening.press(cleo, menu, "wait.again")
        await evening.press(cleo, answer, "wait.again")
    else:
        await evening.press(cleo, answer, "wait.always")
    await evening.hours(48)
    assert evening.reminders(cleo)


async def test_whoever_wants_reminders_again_gets_them_where_they_came_before(
    evening: Evening, cleo: MemberActor
) -> None:
    await evening.wish(cleo, reminders="channel")
    await evening.hours(13)
    answers = [await evening.opened(cleo, calls(evening)[0], "wait.never") for _ in range(2)]
    for answer in answers:
        await evening.press(cleo, answer, "wait.always")
        assert (await evening.app.tables.preferences.of(cleo.id)).reminders == "channel"


async def test_a_reminder_that_is_late_rings_in_no_quiet_hours(evening: Evening, cleo: MemberActor) -> None:
    await evening.hours(11.8)
    evening.fail("POST", f"/channels/{cleo.user.dm_channel.id}/messages", 503, times=None)
    await evening.hours(0.3)
    await evening.asleep(cleo)
    rang = len(evening.rang)
    evening.mend()
    await evening.hours(1)
    assert [is_silent(letter) for letter in evening.reminders(cleo)] == [True]
    assert evening.rang[rang:] == []


async def elsewhere(evening: Evening, there: GuildHandle) -> ChannelHandle:
    """The same people begin a game on another server; the channel of that one."""
    channel = there.create_text_channel("elsewhere")
    others = [
        MemberActor(evening.env, there, there.add_member(person.user).user) for person in evening.people
    ]
    await others[0].slash(channel, "nimmt start")
    for person in others[1:]:
        await evening.press(person, evening.public(channel)[-1], "lobby.join")
    await evening.press(others[0], evening.public(channel)[-1], "lobby.start")
    return channel


async def test_tables_on_two_servers_are_told_of_in_one_message(evening: Evening, cleo: MemberActor) -> None:
    """Its menus open and mute each of them; in no channel anything is said about the other server. Where it
    does not arrive, each channel is told."""
    there = evening.env.create_guild("The Other Table")
    channel = await elsewhere(evening, there)
    await evening.hours(13)
    (digest,) = evening.reminders(cleo)
    assert "2 tables are waiting for you" in text_of(digest)
    assert f"/channels/{there.id}/{channel.id}" in text_of(digest)
    await evening.press(cleo, digest, "wait.table", values=["2"])
    await evening.hours(25)
    (single,) = evening.reminders(cleo)
    assert control(single, "wait.table").startswith("s1:wait.table:1:")
    await evening.app.tables.reminders.mute(2, cleo.id, muted=False)
    await evening.hours(49)
    digest = evening.reminders(cleo)[-1]
    await evening.press(cleo, digest, "table.move", values=["1"])
    assert control(evening.letters(cleo)[-1], "nimmt.menu").startswith("s1:nimmt.menu:1:")
    assert calls(evening) == calls(evening, channel) == []
    evening.close_messages(cleo)
    await evening.hours(49)
    for posts in (calls(evening), calls(evening, channel)):
        assert posts
        assert all(post.ping_user_ids == [cleo.id] for post in posts)
