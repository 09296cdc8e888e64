"""Deadlines as people see them: in the lobby, on the board, in messages, at the end of the time."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import text_of
from slow_evening import SlowEvening
from troubled import Wire, control, has, is_silent

from bot.text import words


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """A game of three with an hour for each decision, in which the first two have chosen."""
    async with SlowEvening.unhurried(tmp_path) as evening:
        await evening.start_with_deadline("1")
        for person in evening.people[:2]:
            await evening.choose(person)
        yield evening


def warnings(evening: SlowEvening, person: MemberActor) -> list[Message]:
    """The direct messages that speak of the deadline."""
    return [letter for letter in evening.letters(person) if has(letter, "time.more")]


def told(evening: SlowEvening, answer: InteractionResult) -> str:
    """The words of a private answer."""
    return text_of(evening.private(answer))


async def test_the_board_says_until_when_and_for_whom_time_ran_out(evening: SlowEvening) -> None:
    await evening.wait(5)
    assert "-# Cleo can decide until <t:" in text_of(evening.posts()[-1])
    await evening.hours(1)
    board = text_of(evening.posts()[-1])
    assert "Time ran out for Cleo" in board
    assert "Ann, Ben, and Cleo can decide until" in board
    answer = await evening.people[0].slash(evening.channel, "table history")
    assert "Time ran out for Cleo" in told(evening, answer)


async def test_whoever_is_late_is_warned_twice_and_nobody_else(evening: SlowEvening) -> None:
    await evening.hours(0.9)
    assert [len(warnings(evening, person)) for person in evening.people] == [0, 0, 2]
    assert "Then the bot makes the move" in text_of(warnings(evening, evening.people[2])[-1])
    assert not any(is_silent(letter) for letter in warnings(evening, evening.people[2]))


async def test_at_night_a_warning_rings_no_phone(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    await evening.asleep(cleo)
    await evening.hours(0.6)
    (warning,) = warnings(evening, cleo)
    assert is_silent(warning)


async def test_whoever_closed_direct_messages_is_warned_in_the_channel(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    evening.close_messages(cleo)
    await evening.hours(0.6)
    call = evening.posts()[-1]
    assert call.ping_user_ids == [cleo.id]
    assert "You can decide until" in text_of(call)


async def test_more_time_is_asked_for_below_the_warning_and_given_by_most_or_by_the_host(
    evening: SlowEvening,
) -> None:
    cleo = evening.people[2]
    await evening.hours(0.6)
    asked = await evening.push(cleo, warnings(evening, cleo)[0], "time.more")
    assert "I have noted" in told(evening, asked)
    assert "More time is wanted by Cleo" in text_of(evening.posts()[-1])
    panel = evening.private(await evening.people[1].slash(evening.channel, "table deadline"))
    assert not has(panel, "time.deadline")
    given = await evening.push(evening.people[1], panel, "time.more")
    assert "as much time again" in told(evening, given)
    await evening.hours(0.6)
    assert "Time ran out" not in text_of(evening.posts()[-1])
    host = evening.private(await evening.people[0].slash(evening.channel, "table deadline"))
    await evening.push(evening.people[0], host, "time.more")
    await evening.hours(1)
    assert "Time ran out" not in text_of(evening.posts()[-1])


async def test_the_host_changes_it_while_the_game_goes_on(evening: SlowEvening) -> None:
    panel = evening.private(await evening.people[0].slash(evening.channel, "table deadline"))
    await evening.press(evening.people[0], panel, control(panel, "time.deadline"), "0")
    assert "as long as it takes" in text_of(evening.env.backend.get_message(panel.channel_id, panel.id))
    await evening.hours(30)
    assert "can decide until" not in text_of(evening.posts()[-1])
    assert (await evening.state()).trick == 1


async def asked(evening: SlowEvening) -> Message:
    """The question after two missed deadlines of the third person."""
    await evening.hours(1)
    for person in evening.people[:2]:
        await evening.choose(person)
    await evening.hours(1)
    return next(post for post in evening.posts() if has(post, "time.wait"))


async def test_after_two_missed_deadlines_the_others_decide_and_all_can_read_it(evening: SlowEvening) -> None:
    question = await asked(evening)
    assert "**Cleo** has missed 2 deadlines" in text_of(question)
    assert question.ping_user_ids == []
    refused = await evening.push(evening.people[2], question, "time.wait")
    assert "The others at the table decide this" in told(evening, refused)
    await evening.push(evening.people[1], question, "time.wait")
    settled = evening.env.backend.get_message(question.channel_id, question.id)
    assert text_of(settled) == "Ben wants to wait for Cleo: everything goes on as before."


@pytest.mark.parametrize("way", ["time.free", "time.computer"])
async def test_the_seat_goes_to_a_computer_or_to_whoever_takes_it(evening: SlowEvening, way: str) -> None:
    question = await asked(evening)
    values = ("easy",) if way == "time.computer" else ()
    late = evening.prepare(evening.people[1], question, control(question, way), *values)
    await evening.press(evening.people[0], question, control(question, way), *values)
    settled = evening.env.backend.get_message(question.channel_id, question.id)
    expected = "Computer 1 \\(easy\\) play on for Cleo" if values else "freed the seat of Cleo"
    assert expected in text_of(settled)
    (refused,) = await evening.deliver(late)
    assert "This has been settled" in told(evening, refused)
    sitter = (await evening.table()).sitters[2]
    assert (sitter.user, sitter.away) == (None, evening.people[2].id)


def test_a_deadline_is_said_in_hours_and_days_in_both_languages() -> None:
    assert words("en")("table.setting.deadline.hours", n=1) == "1 hour"
    assert words("ja")("table.setting.deadline.days", n=3) == "3日"


async def test_a_paused_game_says_so_and_goes_on_by_a_button_with_the_time_that_was_left(
    evening: SlowEvening,
) -> None:
    ben = evening.people[1]
    await evening.hours(0.3)
    menu = evening.private(await evening.push(ben, evening.posts_with("table.more")[-1], "table.more"))
    await evening.push(ben, menu, "time.pause")
    assert "**Paused** <t:" in text_of(evening.posts()[-1])
    refused = await evening.choose(evening.people[2])
    assert "This game is paused" in text_of(evening.env.backend.get_message(*place(refused)))
    await evening.hours(30)
    assert warnings(evening, evening.people[2]) == []
    await evening.push(evening.people[2], evening.posts()[-1], "time.resume")
    await evening.hours(0.6)
    assert "Time ran out" not in text_of(evening.posts()[-1])
    assert "Paused" not in text_of(evening.posts()[-1])
    await evening.hours(0.2)
    assert "Time ran out for Cleo" in text_of(evening.posts()[-1])


async def test_a_bot_that_slept_for_days_makes_one_move_and_then_everybody_has_the_full_time(
    evening: SlowEvening,
) -> None:
    await evening.sleep(72)
    board = text_of(evening.posts()[-1])
    assert "Time ran out for Cleo" in board
    assert "Ann, Ben, and Cleo can decide until" in board
    assert (await evening.state()).trick == 2
    assert warnings(evening, evening.people[2]) == []


def place(answer: InteractionResult) -> tuple[int, int]:
    """Channel and number of the message that answers a press."""
    message = answer.followups[-1] if answer.followups else answer.response
    assert message is not None
    return message.channel_id, message.id


# Prompts ----------------------------------------------------------------------------------------------


def until(letter: Message) -> int | None:
    """The second up to which an open prompt says that there is time."""
    found = re.search(r"You can decide until <t:(\d+):f>", text_of(letter))
    return int(found[1]) if found else None


async def test_an_open_prompt_says_until_when_there_is_time_now(evening: SlowEvening) -> None:
    """Always the same message, of those alone who owe something."""
    ann, ben, cleo = evening.people
    (prompt,), chosen = evening.prompts(cleo), evening.letters(ben)[-1]

    def shown() -> Message:
        return evening.env.backend.get_message(prompt.channel_id, prompt.id)

    first = until(shown())
    assert first is not None
    panel = evening.private(await ann.slash(evening.channel, "table deadline"))
    with Wire() as wire:
        await evening.push(ann, panel, "time.more")
        await evening.wait(5)
    assert until(shown()) == first + 3600
    edited = [request.path for request in wire.requests if request.method == "PATCH"]
    assert not any(str(chosen.id) in path for path in edited)
    await ben.slash(evening.channel, "table pause")
    await evening.hours(2)
    assert until(shown()) is None
    assert "**Paused** <t:" in text_of(shown())
    await ben.slash(evening.channel, "table resume")
    await evening.wait(5)
    later = until(shown())
    assert later is not None
    assert abs(later - (first + 3600 + 2 * 3600)) < 60
    await evening.press(ann, panel, control(panel, "time.deadline"), "0")
    await evening.wait(5)
    assert until(shown()) is None
    assert [letter.id for letter in evening.prompts(cleo)] == [prompt.id]


async def test_a_prompt_names_no_end_of_the_time_during_a_vacation(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    first = until(evening.prompts(cleo)[-1])
    assert first is not None
    panel = evening.private(await cleo.slash(evening.channel, "games settings"))
    await cleo.submit_modal(await evening.push(cleo, panel, "me.until_when"), {"day": "2026-01-05"})
    await evening.wait(5)
    assert until(evening.prompts(cleo)[-1]) is None
    panel = evening.private(await cleo.slash(evening.channel, "games settings"))
    await evening.push(cleo, panel, "me.back")
    await evening.wait(5)
    back = until(evening.prompts(cleo)[-1])
    assert back is not None
    assert 0 <= back - first < 120


async def test_whose_prompt_can_no_longer_be_changed_plays_on(evening: SlowEvening) -> None:
    ann, _, cleo = evening.people
    evening.lose(evening.prompts(cleo)[-1])
    panel = evening.private(await ann.slash(evening.channel, "table deadline"))
    await evening.push(ann, panel, "time.more")
    await evening.wait(5)
    assert evening.prompts(cleo) == []
    await evening.choose_in_channel(cleo)
    assert (await evening.state()).trick == 2


# Where nothing can be posted ------------------------------------------------------------------------


async def test_no_move_is_made_for_anybody_as_long_as_the_channel_is_gone(evening: SlowEvening) -> None:
    """It is noticed at once; in another channel everybody has what was left of the time."""
    new = evening.world.guild.create_text_channel("new-place")
    await evening.wait(5)
    version = (await evening.app.tables.queries.table(1)).version
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.hours(50)
    assert (await evening.app.tables.queries.table(1)).version == version
    for person in evening.people:
        (letter,) = [each for each in evening.letters(person) if "is gone" in text_of(each)]
        assert "Deadlines and reminders rest" in text_of(letter)
    await evening.people[0].slash(new, "table move")
    await evening.wait(5)
    assert "-# Cleo can decide until <t:" in text_of(evening.posts(new)[-1])
    await evening.hours(0.8)
    assert (await evening.app.tables.queries.table(1)).version == version
    await evening.hours(0.3)
    assert (await evening.app.tables.queries.table(1)).version > version


async def test_a_private_panel_names_no_end_of_the_time_while_it_stands_still(evening: SlowEvening) -> None:
    cleo = evening.people[2]
    assert "You can decide until" in told(evening, await cleo.slash(evening.channel, "table hand"))
    evening.bar()
    await evening.hours(1.1)
    assert "You can decide until" not in text_of(evening.prompts(cleo)[-1])
    evening.unbar()
    await evening.hours(0.1)
    await cleo.slash(evening.channel, "table hand")
    await evening.wait(5)
    assert "You can decide until" in told(evening, await cleo.slash(evening.channel, "table hand"))


@pytest.mark.parametrize("code", [50083, 160005])
async def test_a_thread_that_is_closed_and_locked_is_told_like_a_channel_that_is_barred(
    tmp_path: Path, code: int
) -> None:
    async with SlowEvening.unhurried(tmp_path) as evening:
        await evening.start_with_deadline("1")
        before = len(evening.posts())
        for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
            evening.fail(method, f"/channels/{evening.channel.id}/{path}", 400, code, times=None)
        for person in evening.people:
            await evening.choose(person)
        await evening.hours(30)
        assert (await evening.state()).turn == 1
        for person in evening.people:
            assert (
                len([each for each in evening.letters(person) if "no longer allowed" in text_of(each)]) == 1
            )
        evening.mend()
        await evening.people[0].slash(evening.channel, "table history")
        assert len(evening.posts()) == before + 1
        await evening.hours(1.1)
        assert (await evening.state()).turn == 2


async def test_a_bot_that_is_back_on_a_server_goes_on_by_itself(evening: SlowEvening) -> None:
    evening.bar()
    await evening.hours(1.1)
    seen = len(evening.posts())
    evening.unbar()
    evening.app.dispatch("guild_join", evening.app.get_guild(evening.world.guild.id))
    await evening.hours(0.1)
    assert len(evening.posts()) == seen + 1
