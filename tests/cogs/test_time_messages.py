"""Reminders and deadlines as people see them: where they come, what they say, how they are turned off."""

import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, GuildHandle
from simulated import EN, text_of
from troubled import Evening, Wire, control, has, is_silent
from units import writing

from bot.store.records import NoticeState


@asynccontextmanager
async def one_is_awaited(folder: Path, deadline: int) -> AsyncGenerator[Evening]:
    """A game of three in which the first two have chosen, and nobody sleeps."""
    async with Evening.begin(folder) as evening:
        await evening.start(deadline=deadline)
        await evening.awake()
        await evening.choose(*evening.people[:2])
        yield evening


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """One is awaited for as long as it takes."""
    async with one_is_awaited(tmp_path, 0) as evening:
        yield evening


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Evening]:
    """One is awaited and has an hour for each decision."""
    async with one_is_awaited(tmp_path, 1) as timed:
        yield timed


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
    assert has(evening.letters(cleo)[-1], "nimmt.step")
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
    assert EN("refusal.stale") in text_of(evening.private(refused))
    assert "`/table hand`" in text_of(evening.private(refused)), "what helps wherever it is said"
    assert has(evening.private(refused), "table.move"), "with a way to the present"
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
    evening.fail_letters(cleo, 503)
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
    host, *others = [
        MemberActor(evening.env, there, there.add_member(person.user).user) for person in evening.people
    ]
    await host.slash(channel, "nimmt start")
    for person in others:
        await evening.press(person, evening.lobby(channel), "lobby.join")
    await evening.press(host, evening.lobby(channel), "lobby.start")
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
    assert control(evening.letters(cleo)[-1], "nimmt.step").startswith("s1:nimmt.step:1:")
    assert calls(evening) == calls(evening, channel) == []
    evening.close_messages(cleo)
    await evening.hours(49)
    for posts in (calls(evening), calls(evening, channel)):
        assert posts
        assert all(post.ping_user_ids == [cleo.id] for post in posts)


# Deadlines --------------------------------------------------------------------------------------------


def warnings(timed: Evening, person: MemberActor) -> list[Message]:
    """The direct messages that speak of the deadline."""
    return [letter for letter in timed.letters(person) if has(letter, "time.more")]


def board(timed: Evening) -> str:
    """The words of the newest post."""
    return text_of(timed.public()[-1])


def until(letter: Message) -> int | None:
    """The second up to which an open prompt says that there is time."""
    found = re.search(r"You can decide until <t:(\d+):f>", text_of(letter))
    return int(found[1]) if found else None


async def test_whoever_is_late_is_warned_twice_and_then_time_runs_out(timed: Evening) -> None:
    """The board says until when, and for whom; nobody else is warned."""
    await timed.wait(5)
    assert "-# Cleo can decide until <t:" in board(timed)
    await timed.hours(0.9)
    assert [len(warnings(timed, person)) for person in timed.people] == [0, 0, 2]
    assert "Then the bot makes the move" in text_of(warnings(timed, timed.people[2])[-1])
    assert not any(is_silent(letter) for letter in warnings(timed, timed.people[2]))
    await timed.hours(0.2)
    assert "Time ran out for Cleo" in board(timed)
    assert "Ann, Ben, and Cleo can decide until" in board(timed)
    assert "Time ran out for Cleo" in await timed.says(timed.people[0], "table history")


async def test_a_warning_rings_no_phone_at_night_and_comes_in_the_channel_where_messages_are_closed(
    timed: Evening,
) -> None:
    cleo = timed.people[2]
    await timed.asleep(cleo)
    await timed.hours(0.6)
    (warning,) = warnings(timed, cleo)
    assert is_silent(warning)
    await timed.awake()
    timed.close_messages(cleo)
    await timed.hours(0.35)
    call = timed.public()[-1]
    assert call.ping_user_ids == [cleo.id]
    assert "You can decide until" in text_of(call)


async def test_more_time_is_asked_for_below_the_warning_and_given_by_most_or_the_host(timed: Evening) -> None:
    ann, ben, cleo = timed.people
    await timed.hours(0.6)
    asked = await timed.opened(cleo, warnings(timed, cleo)[0], "time.more")
    assert "I have noted" in text_of(asked)
    assert "More time is wanted by Cleo" in board(timed)
    panel = await timed.ask(ben, "table deadline")
    assert not has(panel, "time.deadline")
    assert "as much time again" in text_of(await timed.opened(ben, panel, "time.more"))
    await timed.hours(0.6)
    assert "Time ran out" not in board(timed)
    await timed.use(ann, "table deadline", "time.more")
    await timed.hours(1)
    assert "Time ran out" not in board(timed)


@pytest.mark.parametrize(
    ("way", "level", "expected"),
    [
        ("time.wait", "", "Ann wants to wait for Cleo: everything goes on as before."),
        ("time.free", "", "freed the seat of Cleo"),
        ("time.computer", "easy", "Pip play on for Cleo"),
    ],
)
async def test_after_two_missed_deadlines_the_others_decide_and_all_can_read_it(
    timed: Evening, way: str, level: str, expected: str
) -> None:
    ann, ben, cleo = timed.people
    values = [level] if level else None
    await timed.hours(1)
    await timed.choose(ann, ben)
    await timed.hours(1)
    question = timed.posts_with("time.wait")[-1]
    assert "**Cleo** has missed 2 deadlines" in text_of(question)
    assert question.ping_user_ids == []
    refused = await timed.opened(cleo, question, "time.wait")
    assert "The others at the table decide this" in text_of(refused)
    late = timed.prepared(ben, question, control(question, way), values)
    await timed.press(ann, question, way, values=values)
    assert expected in text_of(question)
    (refused,) = await timed.send(late)
    assert "This has been settled" in text_of(timed.private(refused))
    sitter = (await timed.table()).sitters[2]
    left = (cleo.id, None) if way == "time.wait" else (None, cleo.id)
    assert (sitter.user, sitter.away) == left


async def test_a_paused_game_says_so_and_goes_on_by_a_button_with_the_time_left(timed: Evening) -> None:
    _, ben, cleo = timed.people
    await timed.hours(0.3)
    await timed.press(ben, await timed.more(ben), "time.pause")
    assert "**Paused** <t:" in board(timed)
    refused = await timed.choose_in(timed.prompts(cleo)[-1], cleo)
    assert "This game is paused" in text_of(timed.private(refused))
    await timed.hours(30)
    assert warnings(timed, cleo) == []
    await timed.press(cleo, timed.public()[-1], "time.resume")
    await timed.hours(0.6)
    assert "Time ran out" not in board(timed)
    assert "Paused" not in board(timed)
    await timed.hours(0.2)
    assert "Time ran out for Cleo" in board(timed)


async def test_an_open_prompt_says_until_when_there_is_time_now(timed: Evening) -> None:
    """Always the same message, of those alone who owe something; also where it rests, during a vacation,
    and where the host takes the deadline away."""
    ann, ben, cleo = timed.people
    (prompt,), chosen = timed.prompts(cleo), timed.letters(ben)[-1]
    first = until(prompt)
    panel = await timed.ask(ann, "table deadline")
    with Wire() as wire:
        await timed.press(ann, panel, "time.more")
        await timed.wait(5)
    assert until(prompt) == first + 3600
    assert wire.sent("PATCH", f"*/{chosen.id}") == []
    await ben.slash(timed.channel, "table pause")
    await timed.hours(2)
    assert until(prompt) is None
    assert "**Paused** <t:" in text_of(prompt)
    await ben.slash(timed.channel, "table resume")
    await timed.wait(5)
    later = until(prompt)
    assert abs(later - (first + 3600 + 2 * 3600)) < 60
    settings = await timed.ask(cleo, "games settings")
    await cleo.submit_modal(await timed.press(cleo, settings, "me.until_when"), {"day": "2026-01-05"})
    await timed.wait(5)
    assert until(prompt) is None
    await timed.use(cleo, "games settings", "me.back")
    await timed.wait(5)
    back = until(prompt)
    assert 0 <= back - later < 120
    await timed.press(ann, panel, "time.deadline", values=["0"])
    assert "as long as it takes" in text_of(panel)
    await timed.hours(30)
    assert until(prompt) is None
    assert "can decide until" not in board(timed)
    assert (await timed.state()).trick == 1
    assert [letter.id for letter in timed.prompts(cleo)] == [prompt.id]


async def test_a_private_panel_names_no_end_of_the_time_while_it_stands_still(timed: Evening) -> None:
    """A bot that is back on the server goes on by itself."""
    cleo = timed.people[2]
    assert "You can decide until" in await timed.says(cleo, "table hand")
    timed.bar()
    await timed.hours(1.1)
    assert "You can decide until" not in text_of(timed.prompts(cleo)[-1])
    seen = len(timed.public())
    timed.unbar()
    timed.app.dispatch("guild_join", timed.app.get_guild(timed.guild.id))
    await timed.hours(0.1)
    assert len(timed.public()) == seen + 1
    assert "You can decide until" in await timed.says(cleo, "table hand")
