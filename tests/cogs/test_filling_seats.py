"""The seats of those who left, in the simulated Discord: given to a computer by the others, taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from evening_of_nimmt import Evening, begin
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, open_world, text_of
from units import reading

from bot.games import registry
from bot.games.six_nimmt.game import SixNimmt
from bot.tables.model import Sitter, Table
from bot.text import plain, words

SPEAK = words("en")
A_WHILE = 5.0
"""Seconds in which every computer has made its move."""


@pytest_asyncio.fixture(params=["en-US", "ja"])
async def spoken(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[World, str]]:
    """A simulated server in each language, and the language."""
    world = await open_world(tmp_path, locale=str(request.param))
    yield world, str(request.param)
    await world.close()


async def left(world: World, count: int = 3, *, locale: str = "en-US") -> tuple[Evening, Message]:
    """A game that the second one has left, and what that person sees."""
    evening = await begin(world, count, locale=locale, rounds=1)
    return evening, await leave(evening, evening.people[1])


async def leave(evening: Evening, actor: MemberActor) -> Message:
    asked = await evening.world.ask(actor, "table leave")
    await evening.world.press(actor, asked, "table.leave", rest="yes")
    return asked


async def table(evening: Evening) -> Table:
    return await evening.world.app.tables.queries.table(evening.table)


async def sitter(evening: Evening, seat: int = 1) -> Sitter:
    return (await table(evening)).sitters[seat]


async def fill(evening: Evening, actor: MemberActor, level: str = "hard") -> Message:
    """A remaining player gives the seat to a computer, by the button of the board."""
    panel = await evening.world.opened(actor, evening.board(), "table.replace")
    await evening.world.press(actor, panel, "table.stand_in", rest="1", values=[level])
    return panel


async def forward(evening: Evening) -> bool:
    """The computers make all their decisions, then a person makes one; False when the game is over."""
    await evening.world.env.advance_time(A_WHILE)
    users = [sitter.user for sitter in (await table(evening)).sitters]
    assert all(users[seat] is not None for seat in await evening.owing())
    return await evening.step()


async def test_the_others_give_the_seat_to_a_computer_and_the_board_says_so(
    spoken: tuple[World, str],
) -> None:
    world, locale = spoken
    speak = words(locale)
    evening, _ = await left(world, locale=locale)
    assert speak("table.absent", names="player1") in text_of(evening.board())
    heads = (await evening.view()).heads
    panel = await fill(evening, evening.people[2])
    computer = speak("lobby.computers.name", number=1, level=speak("lobby.level.hard"))
    told = {"computer": plain(computer), "name": "player1"}
    assert speak("table.replace.computer_done", **told) in text_of(panel)
    assert not controls(panel)
    assert ((await sitter(evening)).name, (await sitter(evening)).computer) == (computer, "hard")
    await world.env.advance_time(A_WHILE)  # quick changes of a board are shown together
    assert speak("table.stands_in", **told) in text_of(evening.board())
    assert not controls(evening.board(), "table.replace")
    assert (await evening.view()).heads == heads


async def test_of_whoever_was_removed_nobody_reads_that_they_left_or_may_come_back(
    spoken: tuple[World, str],
) -> None:
    world, locale = spoken
    speak = words(locale)
    evening = await begin(world, 4, locale=locale, rounds=1)
    ann, ben, cleo, _ = evening.people
    keeper = world.guild.create_role("keeper", permissions=discord.Permissions(manage_messages=True))
    max_ = world.guild.add_member(world.env.create_user("Max"), roles=[keeper])
    asked = await world.ask(max_, "table kick", person=ben)
    await world.press(max_, asked, "table.kick", rest=f"yes/{ben.id}")
    await world.env.advance_time(A_WHILE)
    assert speak("table.absent_for_good", names="player1") in text_of(evening.board())
    assert speak("table.absent", names="player1") not in text_of(evening.board())
    panel = await world.opened(ann, evening.board(), "table.replace")
    assert speak("table.replace.computer_for_good") in text_of(panel)
    assert speak("table.replace.computer") not in text_of(panel)
    await leave(evening, cleo)
    await world.env.advance_time(A_WHILE)
    assert speak("table.absent_for_good", names="player1") in text_of(evening.board())
    assert speak("table.absent", names="player2") in text_of(evening.board())
    panel = await world.opened(ann, evening.board(), "table.replace")
    assert speak("table.replace.computer") in text_of(panel)


async def test_the_board_has_no_such_button_while_all_are_there(world: World) -> None:
    evening = await begin(world, 2, rounds=1)
    assert not controls(evening.board(), "table.replace")
    asked = await evening.people[0].slash(world.channel, "table replace")
    assert SPEAK("refusal.seated") in text_of(world.private(asked))


async def test_the_computer_plays_on_to_the_end_through_restarts(world: World) -> None:
    evening, _ = await left(world)
    await fill(evening, evening.people[0], "normal")
    while await forward(evening):
        if evening.presses == 6:
            await world.restart()
    log = await played(world, evening.table)
    assert {made.seat for made in log if made.automatic and made.version > 4} >= {1}
    ranking = world.public()[-1]
    assert "Computer 1 (normal)" in str(ranking.attachments[0]["description"])


async def played(world: World, table: int) -> tuple[Any, ...]:
    async with reading(world.app.store) as stored:
        return await stored.log.between(table, 0, 10_000)


async def test_a_computer_that_owed_something_when_the_bot_stopped_decides_after_the_start(
    world: World,
) -> None:
    evening, _ = await left(world, 2)
    await fill(evening, evening.people[0])
    while 1 not in await evening.owing():
        assert await evening.step()
    await world.restart()
    await world.env.advance_time(A_WHILE)
    assert 1 not in await evening.owing()


@pytest.mark.parametrize("after", [0, 2])
async def test_whoever_left_comes_back_from_the_farewell_while_the_computer_plays(
    world: World, after: int
) -> None:
    evening, farewell = await left(world)
    ben = evening.people[1]
    await fill(evening, evening.people[0])
    for _ in range(after):
        assert await forward(evening)
    await world.press(ben, farewell, "table.replace")
    (menu,) = controls(farewell, "table.replace")
    (entry,) = menu["options"]
    assert (entry["label"], entry["description"]) == ("player1", "Computer 1 (hard)")
    await world.press(ben, farewell, "table.replace", rest="seat", values=["1"])
    assert SPEAK("table.replace.done") in text_of(farewell)
    assert ((await sitter(evening)).user, (await sitter(evening)).name) == (ben.id, "player1")
    await world.env.advance_time(A_WHILE)
    assert "Computer 1" not in text_of(evening.board())


async def test_whoever_left_is_shown_the_own_seat_alone(spoken: tuple[World, str]) -> None:
    world, locale = spoken
    speak = words(locale)
    evening, _ = await left(world, 4, locale=locale)
    cleo = evening.people[2]
    await leave(evening, cleo)
    stranger = world.private(await world.person("Zoe").slash(world.channel, "table replace"))
    (menu,) = controls(stranger, "table.replace")
    assert [entry["value"] for entry in menu["options"]] == ["1", "2"]
    own = await world.opened(cleo, evening.board(), "table.replace")
    (menu,) = controls(own, "table.replace")
    assert [entry["value"] for entry in menu["options"]] == ["2"]
    await world.press(cleo, stranger, "table.replace", rest="seat", values=["1"])
    assert speak("refusal.own_seat_open") in text_of(world.messages()[-1])
    assert (await sitter(evening)).user is None


async def test_a_stranger_may_take_an_empty_seat_but_not_the_computers(world: World) -> None:
    evening, _ = await left(world)
    zoe = world.person("Zoe")
    offer = await world.opened(zoe, evening.board(), "table.replace")
    assert controls(offer, "table.replace")
    await fill(evening, evening.people[0])
    late = await world.press(zoe, offer, "table.replace", rest="seat", values=["1"])
    assert SPEAK("refusal.seat_taken") in text_of(world.private(late))
    asked = await zoe.slash(world.channel, "table replace")
    assert SPEAK("refusal.no_free_seat") in text_of(world.private(asked))


async def test_a_stranger_can_not_seat_a_computer(world: World) -> None:
    evening, _ = await left(world)
    panel = await world.opened(evening.people[0], evening.board(), "table.replace")
    (menu,) = controls(panel, "table.stand_in")
    press = world.prepared(world.person("Zoe"), evening.board(), menu["custom_id"], ["hard"])
    (answer,) = await world.send(press)
    assert SPEAK("refusal.not_seated") in text_of(world.private(answer))
    assert (await sitter(evening)).computer == "default"


async def test_two_who_choose_at_once_seat_one_computer(world: World) -> None:
    evening, _ = await left(world)
    presses = []
    for actor, level in ((evening.people[0], "easy"), (evening.people[2], "hard")):
        panel = await world.opened(actor, evening.board(), "table.replace")
        (menu,) = controls(panel, "table.stand_in")
        presses.append(world.prepared(actor, panel, menu["custom_id"], [level]))
    first, second = await world.send(*presses)
    assert (await sitter(evening)).name == "Computer 1 (easy)"
    assert plain("Computer 1 (easy)") in text_of(world.private(first))
    assert SPEAK("refusal.seat_taken") in text_of(world.private(second))


async def test_every_empty_seat_has_its_own_menu(world: World) -> None:
    evening, _ = await left(world, 4)
    await leave(evening, evening.people[3])
    panel = await fill(evening, evening.people[0], "expert")
    (menu,) = controls(panel, "table.stand_in")
    assert menu["placeholder"] == SPEAK("table.replace.computer_menu", name="player3")
    await world.press(evening.people[0], panel, "table.stand_in", rest="3", values=["easy"])
    assert [(await sitter(evening, seat)).name for seat in (1, 3)] == [
        "Computer 1 (expert)",
        "Computer 2 (easy)",
    ]


async def test_where_a_game_has_no_computers_people_can_still_take_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(registry.game("six_nimmt"), SixNimmt)
    monkeypatch.setattr(SixNimmt, "opponents", {})
    evening, _ = await left(world)
    answer = await world.press(evening.people[0], evening.board(), "table.replace")
    labels = [button["label"] for button in controls(world.private(answer))]
    assert labels == [SPEAK("table.call.button"), SPEAK("table.invite.button")]
    zoe = world.person("Zoe")
    offer = await world.opened(zoe, evening.board(), "table.replace")
    await world.press(zoe, offer, "table.replace", rest="seat", values=["1"])
    assert (await sitter(evening)).user == zoe.id


async def test_the_history_shows_who_played_when(world: World) -> None:
    evening, farewell = await left(world)
    pages = world.app.tables.queries.milestones
    while len(await pages(evening.table)) < 1:
        await evening.step()
    await fill(evening, evening.people[0])
    while len(await pages(evening.table)) < 3:
        assert await forward(evening)
    history = await world.ask(evening.people[0], "table history")
    taken_over = SPEAK("table.history.taken_over", name=plain("Computer 1 (hard)"), before="player1")
    found = {}
    for page in (3, 2, 1):
        told = f"{text_of(history)} {history.attachments[0]['description']}"
        found[page] = (taken_over in told, "player1" in told.replace(taken_over, ""), "Computer 1" in told)
        previous = controls(history, "table.history")[1]["custom_id"].rpartition(":")[2]
        await world.press(evening.people[0], history, "table.history", rest=previous)
    assert found == {3: (False, False, True), 2: (True, False, True), 1: (False, True, False)}
    assert controls(farewell, "table.replace")
