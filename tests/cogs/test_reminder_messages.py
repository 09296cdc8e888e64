"""Reminders as people see them: where they come, what they say, and how they are turned off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simulated import text_of
from slow_evening import SlowEvening
from troubled import control, has, is_silent
from units import writing

from bot.store.records import NoticeState


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """A game of three in which the first two have chosen, and nobody sleeps."""
    async with SlowEvening.unhurried(tmp_path) as evening:
        await evening.start()
        await evening.awake()
        for person in evening.people[:2]:
            await evening.choose(person)
        yield evening


async def elsewhere(evening: SlowEvening, there: GuildHandle) -> ChannelHandle:
    """The same people begin a game here, and one on another server; the channel of that one."""
    channel = there.create_text_channel("elsewhere")
    await evening.start()
    others = [
        MemberActor(evening.env, there, there.add_member(person.user).user) for person in evening.people
    ]
    await others[0].slash(channel, "nimmt start")
    lobby = evening.posts(channel)[-1]
    for person in others[1:]:
        await evening.push(person, lobby, "lobby.join")
    await evening.push(others[0], evening.posts(channel)[-1], "lobby.start")
    await evening.awake()
    return channel


async def test_whoever_is_waited_for_gets_a_message_that_rings_and_opens_the_panel(
    evening: SlowEvening,
) -> None:
    cleo = evening.people[2]
    rang = len(evening.rang)
    await evening.hours(13)
    assert [len(evening.reminders(person)) for person in evening.people] == [0, 0, 1]
    assert evening.rang[rang:] == [cleo.id]
    (letter,) = evening.reminders(cleo)
    assert not is_silent(letter)
    assert "**6 nimmt!** is waiting for you: your turn began <t:" in text_of(letter)
    await evening.push(cleo, letter, "table.move")
    assert has(evening.letters(cleo)[-1], "nimmt.menu")


async def test_neither_a_bot_that_slept_nor_a_clock_that_jumps_makes_up_for_reminders(
    evening: SlowEvening,
) -> None:
    cleo = evening.people[2]
    await evening.sleep(24 * 10)
    assert len(evening.reminders(cleo)) == 1
    evening.jump(24 * 5)
    await evening.hours(1)
    assert len(evening.reminders(cleo)) == 2
    evening.jump(-24)
    await evening.hours(24)
    assert len(evening.reminders(cleo)) == 2


async def test_a_reminder_that_may_have_gone_out_before_a_crash_is_not_sent_again(
    evening: SlowEvening,
) -> None:
    """The bot dies after the message and before it has noted that it is out."""
    cleo = evening.people[2]
    await evening.hours(13)
    number = int(control(evening.reminders(cleo)[0], "wait.never").rpartition(":")[2])
    async with writing(evening.app.store) as tx:
        await tx.notices.mark(number, NoticeState.SENDING, 1)
    await evening.world.restart()
    assert len(evening.reminders(cleo)) == 1
    await evening.hours(25)
    assert len(evening.reminders(cleo)) == 2


async def test_whoever_closed_direct_messages_is_called_in_the_channel(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    evening.close_messages(cleo)
    await evening.hours(13)
    call = evening.posts()[-1]
    assert f"{cleo.mention}, table 1 is waiting for you: your turn began" in text_of(call)
    assert call.ping_user_ids == [cleo.id]
    await evening.hours(24)
    assert len([post for post in evening.posts() if has(post, "wait.never")]) == 2


async def test_whoever_could_not_be_reminded_while_we_were_out_of_the_server_is_reminded_by_message_again(
    evening: SlowEvening,
) -> None:
    cleo = evening.people[2]
    evening.estrange(cleo)
    evening.bar()
    await evening.hours(13)
    evening.mend()
    evening.unbar()
    await evening.hours(25)
    assert len(evening.reminders(cleo)) == 1


async def test_who_has_left_the_server_is_reminded_there_alone(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    evening.estrange(cleo)
    await evening.hours(13)
    evening.mend()
    await evening.hours(25)
    assert evening.posts()[-1].ping_user_ids == [cleo.id]
    assert evening.reminders(cleo) == []


async def test_whoever_prefers_the_channel_is_called_there(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    await evening.wish(cleo, reminders="channel")
    await evening.hours(13)
    assert evening.reminders(cleo) == []
    assert evening.posts()[-1].ping_user_ids == [cleo.id]


@pytest.mark.parametrize("action", ["wait.turn", "wait.table", "wait.never"])
async def test_each_button_turns_reminders_off_and_the_answer_can_turn_them_on_again(
    evening: SlowEvening, action: str
) -> None:
    cleo = evening.people[2]
    await evening.hours(13)
    await evening.push(cleo, evening.reminders(cleo)[0], action)
    await evening.hours(200)
    assert evening.reminders(cleo) == []
    answer = evening.letters(cleo)[-1]
    if action == "wait.turn":
        await evening.choose_in_channel(cleo)
    else:
        await evening.push(cleo, answer, "wait.again" if action == "wait.table" else "wait.always")
    await evening.hours(48)
    assert evening.reminders(cleo)


async def test_a_call_in_the_channel_is_turned_off_by_whom_it_calls_alone(evening: SlowEvening) -> None:
    ann, cleo = evening.people[0], evening.people[2]
    await evening.wish(cleo, reminders="channel")
    await evening.hours(13)
    refused = await evening.push(ann, evening.posts()[-1], "wait.turn")
    assert "moved on" in text_of(evening.private(refused))
    await evening.push(cleo, evening.posts()[-1], "wait.turn")
    await evening.hours(100)
    assert len([post for post in evening.posts() if has(post, "wait.never")]) == 1


async def test_more_turns_the_reminders_of_a_table_on_again(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    await evening.app.tables.reminders.mute(1, cleo.id, muted=True)
    menu = evening.private(await evening.push(cleo, evening.posts_with("table.more")[-1], "table.more"))
    assert "don't remind you" in text_of(menu)
    await evening.push(cleo, menu, "wait.again")
    await evening.hours(13)
    assert len(evening.reminders(cleo)) == 1


async def test_tables_on_two_servers_are_told_of_in_one_message(tmp_path: Path) -> None:
    """Its menus open and mute each of them; in no channel anything is said about the other server."""
    async with SlowEvening.unhurried(tmp_path) as evening:
        there = evening.env.create_guild("The Other Table")
        channel = await elsewhere(evening, there)
        ann = evening.people[0]
        await evening.hours(13)
        (digest,) = evening.reminders(ann)
        assert "2 tables are waiting for you" in text_of(digest)
        assert f"/channels/{there.id}/{channel.id}" in text_of(digest)
        await evening.press(ann, digest, control(digest, "table.move"), "1")
        assert control(evening.letters(ann)[-1], "nimmt.menu").startswith("s1:nimmt.menu:1:")
        ben = evening.people[1]
        (digest,) = evening.reminders(ben)
        await evening.press(ben, digest, control(digest, "wait.table"), "2")
        await evening.hours(25)
        (single,) = evening.reminders(ben)
        assert control(single, "wait.table").startswith("s1:wait.table:1:")
        assert not any(has(post, "wait.never") for post in (*evening.posts(), *evening.posts(channel)))


async def test_where_one_message_for_all_tables_does_not_arrive_each_channel_is_told(tmp_path: Path) -> None:
    async with SlowEvening.unhurried(tmp_path) as evening:
        there = evening.env.create_guild("The Other Table")
        channel = await elsewhere(evening, there)
        ann = evening.people[0]
        evening.close_messages(ann)
        for _ in range(2):
            await evening.hours(13)
            for posts in (evening.posts(), evening.posts(channel)):
                assert [post.ping_user_ids for post in posts if has(post, "wait.never")] == [[ann.id]]
        await evening.hours(13)
        for posts in (evening.posts(), evening.posts(channel)):
            assert len([post for post in posts if has(post, "wait.never")]) == 2


async def test_time_that_passes_in_the_simulation_is_no_jump(
    evening: SlowEvening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.hours(50)
    assert evening.app.now() == evening.env.now()
    assert "has jumped" not in caplog.text


async def test_a_reminder_that_is_late_rings_in_no_quiet_hours(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    await evening.hours(11.8)
    evening.fail("POST", f"/channels/{cleo.user.dm_channel.id}/messages", 503, times=None)
    await evening.hours(0.3)
    await evening.asleep(cleo)
    rang = len(evening.rang)
    evening.mend()
    await evening.hours(1)
    assert [is_silent(letter) for letter in evening.reminders(cleo)] == [True]
    assert evening.rang[rang:] == []


async def test_whoever_wants_reminders_again_gets_them_where_they_came_before(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    await evening.wish(cleo, reminders="channel")
    await evening.hours(13)
    call = evening.posts()[-1]
    answers = [evening.private(await evening.push(cleo, call, "wait.never")) for _ in range(2)]
    await evening.push(cleo, answers[0], "wait.always")
    assert (await evening.app.tables.preferences.of(cleo.id)).reminders == "channel"
    await evening.push(cleo, answers[1], "wait.always")
    assert (await evening.app.tables.preferences.of(cleo.id)).reminders == "channel"
