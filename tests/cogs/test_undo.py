"""**Undo** and `/table undo` at a simulated table, in both languages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import GALLERY, World, controls, parts, picks, text_of
from troubled import Wire

from bot.text import Words, mention, words
from tests.pebbles.table import now, started, world_with_pebbles


@pytest.fixture(params=["en-US", "ja"])
def locale(request: pytest.FixtureRequest) -> str:
    """The language of the server and of everybody in it."""
    return str(request.param)


@pytest.fixture
def speak(locale: str) -> Words:
    """What the bot says in that language."""
    return words(locale)


@pytest_asyncio.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str) -> AsyncIterator[World]:
    """A server whose bot also has pebbles."""
    async with world_with_pebbles(tmp_path, monkeypatch, locale=locale) as world:
        yield world


@pytest_asyncio.fixture
async def people(world: World, locale: str) -> list[MemberActor]:
    """Ann, whose turn it is, and Ben."""
    people = world.people(2, locale)
    await started(world, people)
    return people


async def panel(world: World, actor: MemberActor) -> Message:
    """The private panel behind **Your move** of the newest board."""
    await world.press(actor, world.public()[-1], "table.move")
    return world.messages()[-1]


async def newest(world: World) -> Message:
    """The newest board once it shows the present: a refresh may have to wait for its turn."""
    await world.env.advance_time(5)
    return world.public()[-1]


async def asked(world: World, actor: MemberActor) -> Message:
    """What `/table undo` answers."""
    return await answered(world, actor, "undo")


async def news(world: World, actor: MemberActor) -> Message:
    """What `/table news` answers."""
    return await answered(world, actor, "news")


async def answered(world: World, actor: MemberActor, verb: str) -> Message:
    """The private answer to a command of tables."""
    answer = await actor.slash(world.channel, f"table {verb}")
    assert answer.response is not None
    return world.env.backend.get_message(answer.response.channel_id, answer.response.id)


async def said(world: World, actor: MemberActor) -> str:
    """The words of what `/table undo` answers."""
    return text_of(await asked(world, actor))


async def heap(world: World) -> int:
    state = (await now(world)).state
    return int(state.heap)  # type: ignore[attr-defined]


async def test_a_step_is_taken_back_below_the_panel(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    ann, _ = people
    mine, board = await panel(world, ann), world.public()[-1]
    assert not controls(mine, "table.undo")
    await world.pick(ann, mine, "take")
    (button,) = controls(mine, "table.undo")
    assert button["label"] == speak("table.undo.button")
    await world.press(ann, mine, "table.undo")
    assert await heap(world) == 12
    assert speak("table.undo.done") in text_of(mine)
    assert not controls(mine, "table.undo")
    assert await newest(world) == board
    assert speak("table.undo.told", names=ann.name, n=1) in text_of(board)
    await world.pick(ann, mine, "take")
    assert await heap(world) == 11


async def test_a_board_that_could_not_come_before_its_turn_was_taken_back_comes_not_at_all(
    world: World, people: list[MemberActor]
) -> None:
    ann, _ = people
    mine = await panel(world, ann)
    await world.pick(ann, mine, "take")
    path = f"/channels/{world.channel.id}/messages"
    posted = len(world.public())
    world.env.inject_error("POST", path, status=503, code=0, times=1)
    await world.pick(ann, mine, "stop")
    assert len(world.public()) == posted
    with Wire() as wire:
        await world.press(ann, mine, "table.undo")
        await world.env.advance_time(600)
    assert ("POST", path) not in [(request.method, request.path) for request in wire.requests]
    assert len(world.public()) == posted
    assert not world.app.failures


async def test_a_turn_given_on_too_early_is_taken_back_from_the_next_one(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    """Ben's board becomes Ann's again; his panel of before is outdated; nobody is called once more."""
    ann, ben = people
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    board = world.public()[-1]
    assert mention(ben.id) in text_of(board)
    his = await panel(world, ben)
    await world.press(ann, mine, "table.undo")
    assert await newest(world) == board
    assert mention(ann.id) not in text_of(board)
    assert mention(ben.id) not in text_of(board)
    assert speak("pebbles.waiting", name=ann.name) in text_of(board)
    await world.pick(ben, his, "take")
    assert speak("refusal.stale") in text_of(his)
    assert await heap(world) == 11
    await world.pick(ann, mine, "stop")
    assert len(world.public()) == 4
    assert mention(ben.id) in text_of(world.public()[-1])


async def test_a_double_click_takes_one_step_back(world: World, people: list[MemberActor]) -> None:
    ann, _ = people
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    (button,) = controls(mine, "table.undo")
    await world.send(*(world.prepared(ann, mine, button["custom_id"]) for _ in range(2)))
    assert await heap(world) == 11
    assert (await now(world)).version == 3


async def test_the_same_press_delivered_twice_takes_one_step_back(
    world: World, people: list[MemberActor]
) -> None:
    ann, _ = people
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    (button,) = controls(mine, "table.undo")
    press = world.prepared(ann, mine, button["custom_id"])
    await world.send(press)
    await world.restart()
    world.env.backend.emit("INTERACTION_CREATE", press.payload)
    await world.env.settle()
    assert (await now(world)).version == 3


async def test_buttons_of_what_was_taken_back_get_a_fresh_panel(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    ann, _ = people
    mine = await panel(world, ann)
    await world.pick(ann, mine, "take")
    old = {item["custom_id"] for item in controls(mine)}
    await world.press(ann, mine, "table.undo")
    await world.restart()
    for custom_id in sorted(old):
        await world.send(world.prepared(ann, mine, custom_id))
        assert (await now(world)).version == 2
        assert (custom_id.split(":")[1] == "table.undo") != (speak("refusal.stale") in text_of(mine))
    assert not {item["custom_id"] for item in controls(mine)} & old


async def test_what_was_drawn_stands(world: World, people: list[MemberActor], speak: Words) -> None:
    ann, ben = people
    mine = await panel(world, ann)
    await world.pick(ann, mine, "draw")
    assert not controls(mine, "table.undo")
    assert await said(world, ann) == speak("refusal.undo_revealed")
    assert await said(world, ben) == speak("refusal.not_your_step")
    assert await said(world, world.person("cy", world.locales[ann.id])) == speak("refusal.not_seated")
    assert (await now(world)).version == 1


async def test_the_command_takes_back_step_by_step(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    ann, _ = people
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    assert speak("table.undo.done") in await said(world, ann)
    assert await heap(world) == 11
    assert speak("table.undo.done") in await said(world, ann)
    assert await heap(world) == 12
    assert await said(world, ann) == speak("refusal.nothing_to_undo")
    assert speak("table.undo.told", names=ann.name, n=2) in text_of(await newest(world))


async def test_the_command_works_in_a_direct_message(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    """Who sits at several tables says which one is meant."""
    ann, ben = people
    await world.pick(ann, await panel(world, ann), "take")
    answer = await ann.user.slash("table undo")
    assert speak("table.undo.done") in text_of(answer.response)
    assert await heap(world) == 12
    await world.pick(ann, await panel(world, ann), "take")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await ben.slash(elsewhere, "pebbles start")
    await world.press(ann, world.public(elsewhere)[-1], "lobby.join")
    await ann.user.slash("table undo")
    table = (await now(world)).table.id
    await world.press(ann, world.dms(ann)[-1], "table.undo", values=[str(table)])
    assert await heap(world) == 12


async def test_the_message_that_asks_goes_on_after_a_step_back(
    world: World, locale: str, speak: Words
) -> None:
    """Where people are asked by direct message."""
    ann, _ = people = world.people(2, locale)
    await started(world, people, called="private")
    (asked,) = world.dms(ann)
    for step in ("take", "undo", "take"):
        await (world.press(ann, asked, "table.undo") if step == "undo" else world.pick(ann, asked, step))
        assert (speak("table.undo.done") in text_of(asked)) == (step == "undo")
    assert "stop" in picks(asked)
    assert world.dms(ann) == [asked]
    assert await heap(world) == 11


async def test_more_offers_it_too(world: World, people: list[MemberActor]) -> None:
    ann, _ = people
    board = world.public()[-1]
    await world.press(ann, board, "table.more")
    assert not controls(world.messages()[-1], "table.undo")
    await world.pick(ann, await panel(world, ann), "take")
    await world.press(ann, board, "table.more")
    await world.press(ann, world.messages()[-1], "table.undo")
    assert await heap(world) == 12


async def test_the_history_has_no_page_of_what_was_taken_back(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    ann, _ = people
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    pages = [speak("table.history.page", page=n, pages=n) for n in (1, 2)]
    answer = await ann.slash(world.channel, "table history")
    assert pages[1] in text_of(answer.response)  # type: ignore[arg-type]
    await world.press(ann, mine, "table.undo")
    answer = await ann.slash(world.channel, "table history")
    assert pages[0] in text_of(answer.response)  # type: ignore[arg-type]


async def test_a_replay_leaves_out_what_was_taken_back(
    world: World, people: list[MemberActor], speak: Words
) -> None:
    """Take, take and so the end of the turn, undone, stop: the heap never had 10 pebbles."""
    ann, _ = people
    mine = await panel(world, ann)
    for action in ("take", "take"):
        await world.pick(ann, mine, action)
    await world.press(ann, mine, "table.undo")
    await world.pick(ann, mine, "stop")
    answer = await ann.slash(world.channel, "table replay")
    told = text_of(answer.response)  # type: ignore[arg-type]
    assert speak("pebbles.left", heap=11, bag=8) in told
    assert speak("pebbles.left", heap=10, bag=8) not in told


async def test_a_watcher_reads_whose_turn_it_is_again(
    world: World, people: list[MemberActor], speak: Words, locale: str
) -> None:
    """The message says so at once, and why."""
    ann, ben = people
    zoe = world.person("Zoe", locale)
    await zoe.slash(world.channel, "table watch")
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    assert speak("news.theirs", names=ben.name) in text_of(world.dms(zoe)[-1])
    await world.press(ann, mine, "table.undo")
    assert speak("news.theirs", names=ann.name) in text_of(world.dms(zoe)[-1])
    assert speak("table.undo.told", names=ann.name, n=1) in text_of(world.dms(zoe)[-1])


@pytest.mark.parametrize("agreed", [False, True])
async def test_news_tell_once_that_what_was_known_has_been_taken_back(
    world: World, people: list[MemberActor], speak: Words, locale: str, agreed: bool
) -> None:
    """With the picture of how it stands now, although no page of the history has come since."""
    ann, ben = people
    zoe = world.person("Zoe", locale)
    mine = await panel(world, ann)
    for move in ("take", "stop"):
        await world.pick(ann, mine, move)
    if agreed:
        await world.pick(ben, await panel(world, ben), "take")
    assert speak("news.title_first") in text_of(await news(world, zoe))
    if agreed:
        await world.press(ann, await asked(world, ann), "table.ask_undo")
        await world.press(ben, world.with_control(world.public(), "motion.yes"), "motion.yes")
        undone = speak("table.undo.agreed", names=ann.name)
    else:
        await world.press(ann, mine, "table.undo")
        undone = speak("table.undo.told", names=ann.name, n=1)
    told = await news(world, zoe)
    assert text_of(told).startswith(speak("news.title"))
    assert undone in text_of(told)
    assert speak("news.theirs", names=ann.name) in text_of(told)
    assert any(part["type"] == GALLERY for part in parts(told))
    assert text_of(await news(world, zoe)).startswith(speak("news.nothing"))


async def test_news_leave_out_what_was_taken_back_before_anybody_knew_it(
    world: World, people: list[MemberActor], speak: Words, locale: str
) -> None:
    ann, _ = people
    zoe = world.person("Zoe", locale)
    mine = await panel(world, ann)
    await world.pick(ann, mine, "take")
    await news(world, zoe)
    await world.pick(ann, mine, "stop")
    await world.press(ann, mine, "table.undo")
    assert text_of(await news(world, zoe)).startswith(speak("news.nothing"))
