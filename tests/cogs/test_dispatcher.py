"""What the dispatcher sends in which order, how much at once, and what Discord's answers mean."""

import asyncio
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, patch

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from simcord.actors import MemberActor
from simulated import World, confirms, text_of
from troubled import Evening, Wire, control, has, offered, slow_in

from bot.app import App, build
from bot.config import Settings
from bot.discord import dispatcher, table_posts
from bot.discord.content import Button, Content, Entry, Link, Menu
from bot.discord.discord_api import (
    BURST,
    RATE,
    Budget,
    DiscordApi,
    Line,
    Trouble,
    Undelivered,
    fingerprint,
    outcomes,
)
from bot.discord.lanes import Slots, overtaken
from bot.discord.layout import RenderedMessage
from bot.games.contract import Seat
from bot.games.six_nimmt.moves import Choose
from bot.tables.model import Notice, NoticeKind, NoticeState, Person

LOBBY, BOARD, PROGRESS = NoticeKind.LOBBY, NoticeKind.BOARD, NoticeKind.PROGRESS
REPEAT = NoticeKind.REPEAT
PROMPT, SETTLED, ENDED = NoticeKind.PROMPT, NoticeKind.SETTLED, NoticeKind.ENDED
WATCHED = NoticeKind.WATCHED


def notice(kind: NoticeKind, seat: int | None = None, state: NoticeState = NoticeState.PENDING) -> Notice:
    return Notice(0, 1, kind, None if seat is None else Seat(seat), 5, state)


OVERTAKEN: dict[NoticeKind, tuple[set[NoticeKind], set[NoticeKind]]] = {
    PROGRESS: ({PROGRESS, BOARD, ENDED, REPEAT}, {LOBBY, WATCHED}),
    REPEAT: ({REPEAT, BOARD, ENDED}, {PROGRESS}),
    LOBBY: ({LOBBY, BOARD}, {PROGRESS}),
    BOARD: (set(), {BOARD, PROGRESS, ENDED}),
    ENDED: (set(), {BOARD, WATCHED}),
    WATCHED: ({WATCHED}, {ENDED}),
}
"""What makes a notice of the channel pointless when it comes later, and what does not."""


@pytest.mark.parametrize("kind", OVERTAKEN)
def test_something_newer_makes_a_refresh_pointless_but_never_a_page_of_the_story(kind: NoticeKind) -> None:
    yes, no = OVERTAKEN[kind]
    assert not overtaken(notice(kind), [])
    assert {newer for newer in yes | no if overtaken(notice(kind), [notice(newer)])} == yes


def test_after_an_outage_the_newest_board_is_enough() -> None:
    assert overtaken(notice(BOARD), [notice(BOARD)], late=True)
    assert overtaken(notice(BOARD), [notice(ENDED)], late=True)
    assert not overtaken(notice(BOARD), [notice(PROMPT, 1)], late=True)


def test_an_unsent_prompt_is_overtaken_by_what_is_newer_for_its_seat() -> None:
    """One that may have gone out is looked after, and one that is over is always settled."""
    assert overtaken(notice(PROMPT, 1), [notice(PROMPT, 1)])
    assert overtaken(notice(PROMPT, 1), [notice(SETTLED, 1)])
    for kept, newer in (
        (notice(PROMPT, 1), [notice(PROMPT, 2), notice(SETTLED, 2), notice(BOARD)]),
        (notice(PROMPT, 1, NoticeState.SENDING), [notice(SETTLED, 1)]),
        (notice(SETTLED, 1), [notice(PROMPT, 1), notice(SETTLED, 1)]),
    ):
        assert not overtaken(kept, newer)


def answered(status: int, code: int = 0) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "the text of a card"})


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (answered(404, 10008), Trouble.MESSAGE_GONE),
        (answered(400, 50083), Trouble.ARCHIVED),
        (answered(404, 10003), Trouble.CHANNEL_GONE),
        (answered(404, 0), Trouble.CHANNEL_GONE),
        (answered(403, 50001), Trouble.BARRED),
        (answered(403, 50013), Trouble.BARRED),
        (answered(403, 0), Trouble.BARRED),
        (answered(403, 50007), Trouble.DM_CLOSED),
        (answered(400, 50278), Trouble.STRANGER),
        (answered(404, 10013), Trouble.DM_CLOSED),
        (answered(429, 0), Trouble.BUSY),
        (answered(400, 30046), Trouble.BUSY),
        (answered(500, 0), Trouble.BUSY),
        (answered(503, 0), Trouble.BUSY),
        (answered(401, 0), Trouble.BUSY),
        (answered(400, 50035), Trouble.REFUSED),
        (aiohttp.ServerDisconnectedError(), Trouble.BUSY),
        (aiohttp.ClientOSError(), Trouble.BUSY),
        (TimeoutError(), Trouble.BUSY),
        (ConnectionResetError(), Trouble.BUSY),
    ],
)
def test_every_answer_of_discord_and_the_network_is_an_outcome(error: Exception, trouble: Trouble) -> None:
    with pytest.raises(Undelivered) as caught, outcomes():
        raise error
    assert caught.value.trouble is trouble


def test_an_outcome_keeps_the_wait_that_discord_asks_for_and_never_what_the_message_said() -> None:
    with pytest.raises(Undelivered) as caught, outcomes():
        raise discord.RateLimited(17.5)
    assert caught.value.after == 17.5
    with pytest.raises(Undelivered) as caught, outcomes():
        raise answered(403, 50013)
    assert str(caught.value) == "barred (403/50013)"
    with pytest.raises(ZeroDivisionError), outcomes():
        raise ZeroDivisionError


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_server_error_is_an_outcome_at_once_and_tried_again_by_the_library_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Lanes look every other second whether Discord is there again; the library would sleep meanwhile."""
    asked = list[str]()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.json_response({}, status=200 if request.path.endswith("@me") else status)

    app, server = build(Settings(database=tmp_path / "x.sqlite3")), web.Application()
    server.router.add_get("/{tail:.*}", answer)
    async with TestServer(server) as there:
        monkeypatch.setattr("discord.http.Route.BASE", str(there.make_url("/api")))
        await app.http.static_login("a token of nobody")
        with pytest.raises(Undelivered) as caught:
            async with Line(app).request():
                await app.http.get_channel(1)
        assert caught.value.down
        assert asked.count("/api/channels/1") == 1
        monkeypatch.setattr("discord.http.asyncio.sleep", AsyncMock())
        with pytest.raises(Undelivered), outcomes():
            await app.http.get_channel(2)
        tries = asked.count("/api/channels/2")
        assert tries == (1 if status == 503 else 5), "a press is still answered by more than one try"
        await app.http.close()
    await app.close()


def fingerprint_of(content: Content) -> tuple[str, ...]:
    return fingerprint(RenderedMessage(content).view().to_components())


def test_a_message_is_known_by_its_controls_whatever_its_words_say() -> None:
    rows = (
        (
            Button("table.move", "Your move"),
            Link("Page", "https://example.org/"),
            Button("table.more", "More"),
        ),
        Menu("nimmt.menu", "Choose", (Entry("7", "7"),)),
    )
    one = fingerprint_of(Content(("You have 3 hours.",), rows=rows, table=4, turn=2))
    other = fingerprint_of(Content(("You have 2 hours.",), rows=rows, table=4, turn=2))
    assert one == ("s1:table.move:4:2:", "s1:table.more:4:2:", "s1:nimmt.menu:4:2:")
    assert one == other
    assert one != fingerprint_of(Content(("You have 2 hours.",), rows=rows, table=4, turn=3))
    assert one != fingerprint_of(Content(("You have 2 hours.",), rows=rows, table=5, turn=2))


def test_a_message_without_controls_is_known_by_its_words() -> None:
    assert fingerprint_of(Content(("One", "Two"))) == ("One", "Two")
    assert fingerprint_of(Content(("One", "Two"))) != fingerprint_of(Content(("One",)))


A_SECOND = 45
"""Requests in any second at most: Discord allows 50, and people press meanwhile."""


def most_in_a_second(times: list[float]) -> int:
    return max(sum(start <= other < start + 1 for other in times) for start in times)


def test_no_second_holds_more_requests_than_the_budget_allows() -> None:
    budget, now = Budget(), 100.0
    crowd = [now + budget.reserve(now) for _ in range(200)]
    late = [now + 30 + budget.reserve(now + 30) for _ in range(200)]
    assert most_in_a_second(crowd + late) <= A_SECOND
    assert RATE + BURST == A_SECOND
    assert crowd[:BURST] == pytest.approx([now] * BURST)
    assert late[:BURST] == pytest.approx([now + 30] * BURST)
    assert crowd == sorted(crowd)


async def test_a_crowd_of_deliveries_keeps_within_the_budget_and_all_arrive(world: World) -> None:
    people, tables = world.members(5), list[int]()
    for number in range(6):
        world.channel = world.guild.create_text_channel(f"corner-{number}")
        tables.append(await world.start_game(people))
    world.app.request_budget = True
    times: list[float] = []
    with Wire() as wire:
        wire.after.append(lambda request: times.append(world.env.now().timestamp()))
        for table in tables:
            await world.app.tables.deadlines.pause(table, Person(people[0].id, "Ann"), key=f"pause {table}")
        await world.env.advance_time(10)
    assert len(times) > A_SECOND
    assert most_in_a_second(times) <= A_SECOND
    await world.app.store.flush()
    assert await world.all_is_told()


async def test_of_all_who_wait_the_oldest_gets_the_next_place() -> None:
    slots, order = Slots(1, 0), list[int]()

    async def deliver(number: int) -> None:
        await slots.take(number)
        order.append(number)
        await asyncio.sleep(0)
        slots.give_back()

    await asyncio.gather(*map(deliver, (7, 5, 9, 3)))
    assert order == [3, 5, 7, 9]


async def test_a_place_is_lent_as_long_as_there_are_spare_ones_and_comes_back() -> None:
    slots = Slots(1, 1)
    await slots.take(1)
    assert slots.lend()
    await slots.take(2)
    assert not slots.lend()
    waiting = asyncio.create_task(slots.take(3))
    slots.give_back(lent=True)
    await asyncio.sleep(0)
    assert not waiting.done()
    slots.give_back()
    await waiting


@pytest.mark.parametrize("granted", [False, True])
async def test_whoever_stops_waiting_takes_no_place_along(granted: bool) -> None:
    slots = Slots(1, 0)
    await slots.take(1)
    waiting = asyncio.create_task(slots.take(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    if granted:
        slots.give_back()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    if not granted:
        slots.give_back()
    await asyncio.wait_for(slots.take(3), timeout=5)


# A lane for each channel and each person -------------------------------------------------------------------


@pytest.mark.parametrize("together", [32, 4])
async def test_four_slow_channels_hold_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    """Also where all places are taken: whoever takes long lends theirs."""
    monkeypatch.setattr(dispatcher, "TOGETHER", together, raising=False)
    async with Evening.begin(tmp_path) as evening:
        busy = [evening.guild.create_text_channel(f"busy-{number}") for number in range(4)]
        async with slow_in(evening, *(channel.id for channel in busy)):
            for channel in (*busy, evening.channel):
                await evening.people[0].slash(channel, "nimmt start")
            await evening.wait(dispatcher.SLOW if together == 4 else 0)
            assert has(evening.public()[-1], "lobby.join")
            assert [evening.public(channel) for channel in busy] == [[], [], [], []]
        assert [len(evening.public(channel)) for channel in busy] == [1, 1, 1, 1]


async def choose_everywhere(evening: Evening, person: MemberActor) -> None:
    """The lowest card at every table that asks for one, all in the same instant."""
    asking = [letter for letter in evening.prompts(person) if offered(letter)]
    await evening.send(*[evening.picking(person, each, Choose(min(offered(each)))) for each in asking])
    confirmed = [letter for letter in evening.letters(person) if confirms(letter)]
    await evening.send(
        *[evening.prepared(person, each, control(each, "nimmt.confirm")) for each in confirmed]
    )


async def test_in_each_lane_one_goes_after_the_other_in_the_order_of_the_decisions(evening: Evening) -> None:
    here = evening.channel
    await evening.start()
    evening.channel = evening.guild.create_text_channel("second")
    await evening.start()
    boxes = [evening.env.backend.dm_channels[person.id] for person in evening.people]
    async with slow_in(evening, *boxes) as traffic:
        for person in evening.people:
            await choose_everywhere(evening, person)
    assert set(traffic.together.values()) == {1}
    lanes: defaultdict[int, list[int]] = defaultdict(list)
    for channel, nonce in traffic.sent:
        lanes[channel].append(int(nonce.removeprefix("n")))
    assert set(lanes) == {here.id, evening.channel.id, *boxes}
    assert [len(lanes[box]) for box in boxes] == [2, 2, 2]
    for numbers in lanes.values():
        assert numbers == sorted(numbers)


async def test_the_last_page_of_a_board_is_drawn_while_the_next_board_is_on_its_way(evening: Evening) -> None:
    await evening.start()
    retired, drawn = table_posts.retired_board, list[int]()

    async def noting(app: App, table: int, version: int, upto: int, *, ended: bool) -> Content:
        content = await retired(app, table, version, upto, ended=ended)
        await app.render_pool.rendered(content)
        drawn.append(version)
        return content

    with patch.object(table_posts, "retired_board", noting):
        async with slow_in(evening, evening.channel.id):
            await evening.trick()
            assert drawn == [1]
            assert has(evening.public()[-1], "table.move")
    assert drawn == [1]
    assert [has(board, "table.move") for board in evening.public()[-2:]] == [False, True]


async def test_what_no_message_brings_is_said_after_the_board_and_calls_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board must neither come later nor call the same person again."""
    cleo = evening.people[2]
    await evening.start()
    evening.close_messages(cleo)
    rang, posts = len(evening.rang), len(evening.public())
    send, failed = DiscordApi.send, list[int]()

    async def late(mail: DiscordApi, channel: int, parcel: RenderedMessage, **how: Any) -> int:
        if channel == evening.channel.id and parcel.pictures and not failed:
            failed.append(channel)
            raise Undelivered(Trouble.BUSY, "503/0", down=True)
        return await send(mail, channel, parcel, **how)

    monkeypatch.setattr(DiscordApi, "send", late)
    await evening.trick()
    assert len(evening.public()) == posts
    await evening.wait(5)
    board, sentence = evening.public()[posts:]
    assert has(board, "table.move")
    assert "closed to me" in text_of(sentence)
    assert evening.rang[rang:].count(cleo.id) == 1
