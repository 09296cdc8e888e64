"""Deadlines as people see them: in the lobby, on the board, in messages, at the end of the time."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import text_of
from troubled import Evening, Wire, control, has, is_silent


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of three with an hour for each decision, in which the first two have chosen."""
    async with Evening.begin(tmp_path) as evening:
        await evening.start(deadline=1)
        for person in evening.people[:2]:
            await evening.choose(person)
        yield evening


def warnings(evening: Evening, person: MemberActor) -> list[Message]:
    """The direct messages that speak of the deadline."""
    return [letter for letter in evening.letters(person) if has(letter, "time.more")]


def told(evening: Evening, answer: InteractionResult) -> str:
    """The words of a private answer."""
    return text_of(evening.private(answer))


def board(evening: Evening) -> str:
    """The words of the newest post."""
    return text_of(evening.public()[-1])


async def test_whoever_is_late_is_warned_twice_and_then_time_runs_out(evening: Evening) -> None:
    """The board says until when, and for whom; nobody else is warned."""
    await evening.wait(5)
    assert "-# Cleo can decide until <t:" in board(evening)
    await evening.hours(0.9)
    assert [len(warnings(evening, person)) for person in evening.people] == [0, 0, 2]
    assert "Then the bot makes the move" in text_of(warnings(evening, evening.people[2])[-1])
    assert not any(is_silent(letter) for letter in warnings(evening, evening.people[2]))
    await evening.hours(0.2)
    assert "Time ran out for Cleo" in board(evening)
    assert "Ann, Ben, and Cleo can decide until" in board(evening)
    history = await evening.people[0].slash(evening.channel, "table history")
    assert "Time ran out for Cleo" in told(evening, history)


async def test_a_warning_rings_no_phone_at_night_and_comes_in_the_channel_where_messages_are_closed(
    evening: Evening,
) -> None:
    cleo = evening.people[2]
    await evening.asleep(cleo)
    await evening.hours(0.6)
    (warning,) = warnings(evening, cleo)
    assert is_silent(warning)
    await evening.awake()
    evening.close_messages(cleo)
    await evening.hours(0.35)
    call = evening.public()[-1]
    assert call.ping_user_ids == [cleo.id]
    assert "You can decide until" in text_of(call)


async def test_more_time_is_asked_for_below_the_warning_and_given_by_most_or_by_the_host(
    evening: Evening,
) -> None:
    ann, ben, cleo = evening.people
    await evening.hours(0.6)
    asked = await evening.press(cleo, warnings(evening, cleo)[0], "time.more")
    assert "I have noted" in told(evening, asked)
    assert "More time is wanted by Cleo" in board(evening)
    panel = await evening.ask(ben, "table deadline")
    assert not has(panel, "time.deadline")
    given = await evening.press(ben, panel, "time.more")
    assert "as much time again" in told(evening, given)
    await evening.hours(0.6)
    assert "Time ran out" not in board(evening)
    await evening.press(ann, await evening.ask(ann, "table deadline"), "time.more")
    await evening.hours(1)
    assert "Time ran out" not in board(evening)


async def asked(evening: Evening) -> Message:
    """The question after two missed deadlines of the third person."""
    await evening.hours(1)
    for person in evening.people[:2]:
        await evening.choose(person)
    await evening.hours(1)
    return evening.posts_with("time.wait")[-1]


@pytest.mark.parametrize(
    ("way", "level", "expected"),
    [
        ("time.wait", "", "Ann wants to wait for Cleo: everything goes on as before."),
        ("time.free", "", "freed the seat of Cleo"),
        ("time.computer", "easy", "Computer 1 \\(easy\\) play on for Cleo"),
    ],
)
async def test_after_two_missed_deadlines_the_others_decide_and_all_can_read_it(
    evening: Evening, way: str, level: str, expected: str
) -> None:
    ann, ben, cleo = evening.people
    question, values = await asked(evening), [level] if level else []
    assert "**Cleo** has missed 2 deadlines" in text_of(question)
    assert question.ping_user_ids == []
    refused = await evening.press(cleo, question, "time.wait")
    assert "The others at the table decide this" in told(evening, refused)
    late = evening.prepared(ben, question, control(question, way), values or None)
    await evening.press(ann, question, way, values=values or None)
    assert expected in text_of(question)
    (refused,) = await evening.send(late)
    assert "This has been settled" in told(evening, refused)
    sitter = (await evening.table()).sitters[2]
    left = (cleo.id, None) if way == "time.wait" else (None, cleo.id)
    assert (sitter.user, sitter.away) == left


async def test_a_paused_game_says_so_and_goes_on_by_a_button_with_the_time_that_was_left(
    evening: Evening,
) -> None:
    _, ben, cleo = evening.people
    await evening.hours(0.3)
    await evening.press(ben, await evening.more(ben), "time.pause")
    assert "**Paused** <t:" in board(evening)
    refused = await evening.choose(cleo)
    assert "This game is paused" in told(evening, refused)
    await evening.hours(30)
    assert warnings(evening, cleo) == []
    await evening.press(cleo, evening.public()[-1], "time.resume")
    await evening.hours(0.6)
    assert "Time ran out" not in board(evening)
    assert "Paused" not in board(evening)
    await evening.hours(0.2)
    assert "Time ran out for Cleo" in board(evening)


# Prompts ----------------------------------------------------------------------------------------------


def until(letter: Message) -> int | None:
    """The second up to which an open prompt says that there is time."""
    found = re.search(r"You can decide until <t:(\d+):f>", text_of(letter))
    return int(found[1]) if found else None


async def test_an_open_prompt_says_until_when_there_is_time_now(evening: Evening) -> None:
    """Always the same message, of those alone who owe something; also where it rests, during a vacation,
    and where the host takes the deadline away."""
    ann, ben, cleo = evening.people
    (prompt,), chosen = evening.prompts(cleo), evening.letters(ben)[-1]
    first = until(prompt)
    panel = await evening.ask(ann, "table deadline")
    with Wire() as wire:
        await evening.press(ann, panel, "time.more")
        await evening.wait(5)
    assert until(prompt) == first + 3600
    edited = [request.path for request in wire.requests if request.method == "PATCH"]
    assert not any(str(chosen.id) in path for path in edited)
    await ben.slash(evening.channel, "table pause")
    await evening.hours(2)
    assert until(prompt) is None
    assert "**Paused** <t:" in text_of(prompt)
    await ben.slash(evening.channel, "table resume")
    await evening.wait(5)
    later = until(prompt)
    assert abs(later - (first + 3600 + 2 * 3600)) < 60
    settings = await evening.ask(cleo, "games settings")
    await cleo.submit_modal(await evening.press(cleo, settings, "me.until_when"), {"day": "2026-01-05"})
    await evening.wait(5)
    assert until(prompt) is None
    settings = await evening.ask(cleo, "games settings")
    await evening.press(cleo, settings, "me.back")
    await evening.wait(5)
    back = until(prompt)
    assert 0 <= back - later < 120
    await evening.press(ann, panel, "time.deadline", values=["0"])
    assert "as long as it takes" in text_of(panel)
    await evening.hours(30)
    assert until(prompt) is None
    assert "can decide until" not in board(evening)
    assert (await evening.state()).trick == 1
    assert [letter.id for letter in evening.prompts(cleo)] == [prompt.id]


# Where nothing can be posted ------------------------------------------------------------------------


async def test_no_move_is_made_for_anybody_as_long_as_the_channel_is_gone(evening: Evening) -> None:
    """It is noticed at once; in another channel everybody has what was left of the time."""
    new = evening.guild.create_text_channel("new-place")
    await evening.wait(5)

    async def version() -> int:
        return (await evening.app.tables.queries.table(1)).version

    before = await version()
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.hours(50)
    assert await version() == before
    for person in evening.people:
        (letter,) = [each for each in evening.letters(person) if "is gone" in text_of(each)]
        assert "Deadlines and reminders rest" in text_of(letter)
    await evening.people[0].slash(new, "table move")
    await evening.wait(5)
    assert "-# Cleo can decide until <t:" in text_of(evening.public(new)[-1])
    await evening.hours(0.8)
    assert await version() == before
    await evening.hours(0.3)
    assert await version() > before


async def test_a_private_panel_names_no_end_of_the_time_while_it_stands_still(evening: Evening) -> None:
    """A bot that is back on the server goes on by itself."""
    cleo = evening.people[2]
    assert "You can decide until" in told(evening, await cleo.slash(evening.channel, "table hand"))
    evening.bar()
    await evening.hours(1.1)
    assert "You can decide until" not in text_of(evening.prompts(cleo)[-1])
    seen = len(evening.public())
    evening.unbar()
    evening.app.dispatch("guild_join", evening.app.get_guild(evening.guild.id))
    await evening.hours(0.1)
    assert len(evening.public()) == seen + 1
    assert "You can decide until" in told(evening, await cleo.slash(evening.channel, "table hand"))
