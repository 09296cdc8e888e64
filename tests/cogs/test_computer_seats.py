"""People against computers through the simulated Discord: the lobby, whole games, trouble, the log."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
import strange_seats
from evening_of_nimmt import A_WHILE, Evening, begin_with, seat_computers
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.opponents.brain import Brain
from bot.tables.model import Status, Table
from bot.text import words
from bot.verify import verify

SPEAK = words("en")


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Everything that is logged."""
    with caplog.at_level(logging.DEBUG):
        yield caplog


def lobby(world: World) -> Message:
    return world.with_control(world.public(), "lobby.join")


async def table(world: World) -> Table:
    found = await world.app.tables.queries.table_in(world.channel.id)
    assert found is not None
    return found


async def begin(world: World, *levels: str, locale: str = "en-US", **options: Any) -> Evening:
    """A game of one person against computers that has just begun."""
    return await begin_with(world, [world.person("Ann", locale)], *levels, **options)


async def play_out(evening: Evening, *, restarts: tuple[int, ...] = ()) -> None:
    """Plays the person's seat; `restarts` are the presses after which the bot is stopped and started."""
    for _ in range(200):
        await evening.world.env.advance_time(A_WHILE)
        if (await evening.moment()).table.status is not Status.PLAYING:
            return
        assert await evening.owing() == [0]
        await evening.step()
        if evening.presses in restarts:
            await evening.world.restart()
    raise AssertionError("the game does not end")


async def test_the_host_adds_and_removes_computers_and_everybody_sees_them(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await seat_computers(world, ann, "easy", "hard")
    assert [sitter.name for sitter in (await table(world)).sitters] == [
        ann.name,
        "Computer 1 (easy)",
        "Computer 2 (hard)",
    ]
    assert "Computer 2 (hard)" in (lobby(world).attachments[0]["description"] or "")
    await world.press(ann, panel, "lobby.remove", rest="1")
    assert [sitter.name for sitter in (await table(world)).sitters] == [ann.name, "Computer 2 (hard)"]
    (left,) = controls(panel, "lobby.remove")
    assert left["label"] == SPEAK("lobby.computers.remove", name="Computer 2 (hard)")


async def test_every_level_is_offered_with_a_sentence(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    (menu,) = controls(await seat_computers(world, ann), "lobby.computer")
    assert [entry["value"] for entry in menu["options"]] == ["easy", "normal", "hard", "expert"]
    assert [entry["description"] for entry in menu["options"]] == [
        SPEAK(f"lobby.level.{level}.about") for level in ("easy", "normal", "hard", "expert")
    ]


async def test_at_a_full_table_computers_can_only_be_removed(world: World) -> None:
    ann, ben = world.person("Ann"), world.person("Ben")
    await ann.slash(world.channel, "nimmt start")
    panel = await seat_computers(world, ann, *["easy"] * 9)
    assert not controls(panel, "lobby.computer")
    assert len(controls(panel, "lobby.remove")) == 9
    assert SPEAK("lobby.computers.full") in text_of(panel)
    (join,) = controls(lobby(world), "lobby.join")
    assert join["disabled"]
    await world.press(ann, panel, "lobby.remove", rest="9")
    await world.press(ben, lobby(world), "lobby.join")
    assert (await table(world)).seat_of(ben.id) == 9


async def test_only_the_host_brings_computers(world: World) -> None:
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start")
    await world.press(ben, lobby(world), "lobby.join")
    answer = await world.press(ben, lobby(world), "lobby.computers")
    assert answer.response is not None
    assert SPEAK("refusal.not_host") in text_of(world.private(answer))


async def test_one_person_plays_three_computers_through_restarts(
    world: World, logged: pytest.LogCaptureFixture
) -> None:
    evening = await begin(world, "easy", "normal", "easy", rounds=1)
    await play_out(evening, restarts=(2, 5))
    await ended_well(world, "Computer 2 (normal)")
    assert_no_card_in(logged)


async def test_the_same_in_japanese(japanese_world: World, logged: pytest.LogCaptureFixture) -> None:
    evening = await begin(japanese_world, "easy", "normal", "easy", locale="ja", rounds=1)
    await play_out(evening, restarts=(3,))
    await ended_well(japanese_world, "コンピューター2（ふつう）")
    assert_no_card_in(logged)


async def ended_well(world: World, name: str) -> None:
    """The game is over and can be verified, and its ranking names the computer."""
    ended = await table(world)
    assert ended.status is Status.FINISHED
    assert ended.sitters[2].name == name
    assert verify(await world.app.tables.queries.transcript(ended.id)).code == "ok"
    ranking = world.public()[-1]
    assert name in text_of(ranking) + str(ranking.attachments[0]["description"])


def assert_no_card_in(logged: pytest.LogCaptureFixture) -> None:
    """No line of the log holds a move, a view or a hand."""
    assert logged.records
    for record in logged.records:
        assert not any(part in record.getMessage() for part in ("card=", '"move"', '"hand"', "hand="))


async def test_computers_that_owed_something_when_the_bot_stopped_go_on(world: World) -> None:
    evening = await begin(world, "easy", "easy", rounds=1)
    assert await evening.owing() == [0, 1, 2]
    await world.restart()
    await world.env.advance_time(A_WHILE)
    assert await evening.owing() == [0]


async def test_nothing_of_a_choice_is_shown_before_the_reveal(world: World) -> None:
    evening = await begin(world, "easy", "easy", rounds=1)
    await world.env.advance_time(A_WHILE)
    view = await evening.view(None)
    assert view.chosen == (False, True, True)
    assert view.hand == ()
    selected = (await evening.position()).selected
    for message in (*world.messages(), *world.dms(evening.people[0])):
        described = " ".join(str(item["description"]) for item in message.attachments)
        assert not any(f"card {card}" in text_of(message) + described for card in selected if card)


async def test_whoever_kills_the_worker_does_not_stop_the_game(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    brains: list[Brain] = []
    think = Brain.think

    def watched(brain: Brain, job: Any) -> bytes:
        brains.append(brain)
        return think(brain, job)

    monkeypatch.setattr(Brain, "think", watched)
    evening = await begin(world, "easy", rounds=1)
    await world.env.advance_time(A_WHILE)
    first = brains[0].pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    await evening.step()
    await world.env.advance_time(A_WHILE)
    assert brains[0].pid != first
    assert await evening.owing() == [0]


@pytest.mark.parametrize("manner", ["blabbing", "cheating", "suicidal"])
async def test_a_computer_that_fails_makes_the_default_move_and_the_log_tells_no_card(
    world: World, logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, manner: str
) -> None:
    strange_seats.instead_of_easy(monkeypatch, manner)
    evening = await begin(world, "easy", rounds=1)
    hand = (await evening.position()).hands[1]
    await world.env.advance_time(A_WHILE)
    assert await evening.owing() == [0]
    told = [record.getMessage() for record in logged.records if record.name.startswith("bot.opponents")]
    assert len(told) == 1
    assert not any(str(card) in told[0].replace("table 1", "") for card in hand)


async def test_a_full_table_of_people_is_offered_no_computer(world: World) -> None:
    people = world.people(10)
    await people[0].slash(world.channel, "nimmt start")
    assert controls(lobby(world), "lobby.computers")
    for actor in people[1:]:
        await world.press(actor, lobby(world), "lobby.join")
    assert not controls(lobby(world), "lobby.computers")


async def test_the_worker_ends_with_the_bot(world: World) -> None:
    await begin(world, "easy", rounds=1)
    await world.env.advance_time(A_WHILE)
    assert [child.name for child in multiprocessing.active_children()] == ["opponents"]
    await world.app.close()
    assert multiprocessing.active_children() == []


async def test_the_last_person_who_leaves_ends_the_game(world: World) -> None:
    evening = await begin(world, "easy", "easy", rounds=1)
    asked = await evening.people[0].slash(world.channel, "table leave")
    assert SPEAK("table.leave.last", table=evening.table) in text_of(world.private(asked))
    assert asked.response is not None
    await evening.people[0].click(asked.response, label=SPEAK("table.leave.yes"))
    await world.env.advance_time(A_WHILE)
    assert (await table(world)).status is Status.ABANDONED


async def test_no_board_says_that_a_computer_has_left(world: World) -> None:
    evening = await begin(world, "easy", rounds=1)
    await world.env.advance_time(A_WHILE)
    assert "/table replace" not in text_of(evening.board())
    asked = await world.person("Ben").slash(world.channel, "table replace")
    assert SPEAK("refusal.no_free_seat") in text_of(world.private(asked))
