"""Discord or the database fails for a while: nobody misses anything, nobody hears it twice."""

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import pytest
from simcord.backend.errors import BackendError
from simcord.http.client import FakeHTTPClient
from simulated import confirms, controls, text_of
from troubled import LOCKED, Evening, Request, Wire, control, database_held, has, is_silent, offered, slow_in

from bot.discord.dispatcher import PACE
from bot.discord.lanes import LATE
from bot.games.six_nimmt.moves import Choose
from bot.tables.outbox import Outbox
from bot.text import words
from cogs.six_nimmt import NimmtPresenter

LATER = 60.0
"""Seconds after which all is told that trouble of a minute held up."""
Struck = AsyncGenerator[None]


async def told_once(evening: Evening, posts: int, letters: list[int]) -> None:
    """One more board, which rings no phone, and one more prompt for each; of all posts only the newest can be
    used, and nothing waits to be told."""
    assert len(evening.public()) == posts + 1
    assert [each for each in evening.public() if controls(each)] == [evening.public()[-1]]
    assert is_silent(evening.public()[-1])
    assert counted(evening) == [before + 1 for before in letters]
    for person in evening.people:
        *earlier, last = [has(each, "nimmt.step") for each in evening.letters(person)]
        assert (any(earlier), last) == (False, True)
    assert await evening.all_is_told()


def counted(evening: Evening) -> list[int]:
    """How many direct messages each person has."""
    return [len(evening.letters(person)) for person in evening.people]


# A trick, and where trouble strikes -----------------------------------------------------------------


async def nothing(evening: Evening) -> Struck:
    """All is well."""
    yield


async def the_channel_alone(evening: Evening) -> Struck:
    """Letters do not wait for it, and it is tried less and less often, whatever succeeds elsewhere."""
    letters = counted(evening)
    evening.fail_posts(503)
    with Wire() as wire:
        yield
        await evening.wait(540)
    assert counted(evening) == [count + 1 for count in letters]
    assert len(wire.sent("POST", f"/channels/{evening.channel.id}/messages")) < 120


def an_answer(where: str, error: Exception) -> Callable[[Evening], Struck]:
    """A message is up, but Discord's answer gets lost: the dispatcher looks before it tries again."""

    async def lost(evening: Evening) -> Struck:
        ann = evening.people[0]
        place = evening.channel if where == "channel" else ann.user.dm_channel
        struck: list[Request] = []

        def lose(request: Request) -> None:
            if (request.method, request.path) == ("POST", f"/channels/{place.id}/messages") and not struck:
                struck.append(request)
                raise error

        with Wire() as wire:
            wire.after.append(lose)
            yield
        assert len(struck) == 1

    return lost


def everything(method: str, error: type[Exception] | None = None) -> Callable[[Evening], Struck]:
    """Discord is away for a minute: it is asked neither never nor all the time, and what is late is told
    within seconds then."""

    async def away(evening: Evening) -> Struck:
        posts, tried, request = len(evening.public()), list[str](), FakeHTTPClient.request

        async def noted(client: FakeHTTPClient, route: Any, **rest: Any) -> Any:
            tried.append(route.path)
            if error is not None:
                raise error
            return await request(client, route, **rest)

        evening.fail(method, "/channels/*", 503, times=None)
        with patch.object(FakeHTTPClient, "request", noted):
            yield
        assert len(evening.public()) == posts
        assert LATER / 5 < len(tried) < LATER * 2.5
        evening.mend()
        await evening.wait(5)
        assert len(evening.public()) == posts + 1

    return away


async def a_bot_that_ends(evening: Evening) -> Struck:
    """What it could not deliver the next one does; after that nothing is left to tell."""
    evening.fail_posts(503)
    yield
    await evening.restart()
    evening.mend()
    await evening.restart()
    with Wire() as wire:
        await evening.restart()
    assert wire.sent("*", "*/messages*") == []


async def a_database_that_is_held(evening: Evening) -> Struck:
    """Another program holds it while the board is due."""
    evening.fail("POST", "/channels/*/messages", 503, times=None)
    yield
    with database_held(evening):
        evening.mend()
        await evening.wait(8)


async def a_database_at_the_start(evening: Evening) -> Struck:
    """It fails while the next bot starts."""
    evening.fail("POST", "/channels/*/messages", 503, times=None)
    yield
    with patch.object(Outbox, "with_notices", side_effect=LOCKED):
        await evening.restart()
        evening.mend()
        await evening.wait(8)


async def a_mark_that_is_not_written(evening: Evening) -> Struck:
    """What is up when the bot stops is found although nothing says so."""
    with patch.object(Outbox, "delivered", side_effect=LOCKED):
        yield
        await evening.restart()


def slowly(where: str) -> Callable[[Evening], Struck]:
    """A channel or a person takes long: the others are told meanwhile."""

    async def slow(evening: Evening) -> Struck:
        ann, posts, letters = evening.people[0], len(evening.public()), counted(evening)
        async with slow_in(evening, evening.channel.id if where == "channel" else ann.user.dm_channel.id):
            yield
            assert len(evening.public()) == posts + (where != "channel")
            assert counted(evening) == [letters[0] + (where != "letter"), letters[1] + 1, letters[2] + 1]

    return slow


UNAVAILABLE = BackendError(503, 0, "upstream connect error")
TROUBLES = {
    "none": nothing,
    "the channel": the_channel_alone,
    "the answer to the board": an_answer("channel", UNAVAILABLE),
    "the answer to a letter": an_answer("letter", UNAVAILABLE),
    "the connection": an_answer("channel", aiohttp.ServerDisconnectedError()),
    "all of Discord": everything("*"),
    "all posts": everything("POST"),
    "the network": everything("*", ConnectionRefusedError),
    "the bot": a_bot_that_ends,
    "a slow channel": slowly("channel"),
    "a slow person": slowly("letter"),
    "the database": a_database_that_is_held,
    "the database at the start": a_database_at_the_start,
    "the mark": a_mark_that_is_not_written,
}


@pytest.mark.logs_errors
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_wherever_trouble_strikes_each_thing_is_told_once(evening: Evening, trouble: str) -> None:
    """A repetition has the nonce of the first try."""
    await evening.start()
    posts, letters = len(evening.public()), counted(evening)
    strike: Callable[[Evening], AbstractAsyncContextManager[None]] = asynccontextmanager(TROUBLES[trouble])
    with Wire() as wire:
        async with strike(evening):
            await evening.trick()
            await evening.wait(LATER)
        evening.mend()
        await evening.wait(LATER)
    await told_once(evening, posts, letters)
    nonces = {(each.path, each.body["nonce"]) for each in wire.sent("POST", "*/messages")}
    assert len(nonces) == 1 + len(evening.people)
    assert all(0 < len(nonce) <= 25 for _, nonce in nonces)


@pytest.mark.parametrize("late", [False, True])
async def test_of_boards_that_come_late_the_newest_is_enough_and_the_story_has_no_gap(
    evening: Evening, late: bool
) -> None:
    """What the boards left out would have told stands in the one before, for good."""
    await evening.start()
    posts = len(evening.public())
    async with slow_in(evening, evening.channel.id):
        for _ in range(4):
            await evening.trick()
        await evening.wait(LATE * 2 if late else LATE / 4)
    await evening.wait(LATER)
    assert len(evening.public()) == posts + (2 if late else 4)
    *_, before, newest = evening.public()
    assert [each for each in evening.public() if controls(each)] == [newest]
    story = "".join(map(text_of, (before, newest) if late else evening.public()))
    assert re.findall(r"Trick (\d):", story) == list("1234")


@pytest.mark.parametrize("late", [False, True])
async def test_the_last_turn_is_told_also_where_its_board_came_too_late(
    evening: Evening, short_games: None, late: bool
) -> None:
    """The ranking tells of no turn: the board before does, if the last one is left out."""
    await evening.start(rounds=1)
    posts = len(evening.public())
    async with slow_in(evening, evening.channel.id):
        await evening.trick()  # the last cards play themselves
        await evening.wait(LATE * 2 if late else LATE / 4)
    await evening.wait(LATER)
    assert (await evening.table()).status == "finished"
    assert len(evening.public()) == posts + (2 if late else 3)
    assert re.findall(r"Trick (\d):", "".join(map(text_of, evening.public()))) == list("12")


# Closed and unwanted direct messages --------------------------------------------------------------


@pytest.mark.parametrize("how", [Evening.close_messages, Evening.estrange])
async def test_who_closes_messages_or_leaves_the_server_is_told_so_once_and_called_by_the_boards(
    evening: Evening, how: Callable[..., None]
) -> None:
    """At once, and nobody is called twice for one decision."""
    cleo = evening.people[2]
    await evening.start()
    how(evening, cleo)
    await evening.trick()
    evening.mend()
    (sentence,) = evening.saying("closed to me")
    assert sentence.ping_user_ids == [cleo.id]
    assert not controls(sentence)
    assert not is_silent(sentence)
    assert evening.pings() == [2, 2, 2]
    await evening.choose(*evening.people[:2])
    await evening.choose_in_channel(cleo)
    board = evening.public()[-1]
    assert board.ping_user_ids == [cleo.id]
    assert not is_silent(board)
    assert evening.pings() == [3, 3, 3]
    assert evening.saying("closed to me") == [sentence]
    assert len(evening.letters(cleo)) == 1


# Posts and permissions that are gone ----------------------------------------------------------------


async def test_a_prompt_that_was_deleted_holds_nothing_up(evening: Evening) -> None:
    ann, *others = evening.people
    await evening.start()
    evening.lose(evening.letters(ann)[-1])
    await evening.choose(ann)
    await evening.forget_panels()
    await evening.choose(*others)
    assert await evening.all_is_told()
    assert len(evening.prompts(ann)) == 1


@pytest.mark.parametrize("removed", [False, True])
async def test_the_prompt_of_whoever_left_or_was_removed_says_so_in_their_own_language(
    evening: Evening, removed: bool
) -> None:
    """Nobody is kept as away for who was removed, and still we know whose message it is."""
    cleo = evening.people[2]
    evening.locales[cleo.id] = "ja"
    await evening.start()
    if removed:
        await evening.kick(evening.trusted("Mia", manage_messages=True), cleo)
    else:
        await evening.leave(cleo)
    letter, *_ = evening.letters(cleo)
    assert text_of(letter) == words("ja")("kit.dispatcher.left", table=1)
    assert not controls(letter)


async def test_refreshes_of_one_post_are_paced_ring_no_phone_and_the_latest_wins(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=6) as evening:
        await evening.start()
        board = evening.public()[-1]
        path = f"/channels/{evening.channel.id}/messages/{board.id}"
        with Wire() as wire:
            await evening.choose(*evening.people[:4])
            at_once = wire.sent("PATCH", path)
            await evening.wait(PACE + 0.1)
        edits = wire.sent("PATCH", path)
        assert (len(at_once), len(edits)) == (1, 2)
        assert all(each.body["allowed_mentions"] == {"parse": []} for each in edits)
        assert [name in text_of(board) for name in ("Dana", "Eve", "Finn")] == [False, True, True]


async def test_a_refresh_in_a_thread_that_stays_archived_becomes_a_silent_new_post(evening: Evening) -> None:
    await evening.start()
    board = evening.public()[-1]
    evening.fail_edits(board, 400, 50083)
    await evening.choose(evening.people[0])
    fresh = evening.public()[-1]
    assert fresh.id != board.id
    assert is_silent(fresh)
    assert text_of(fresh)
    assert controls(fresh)


async def test_a_game_with_a_restart_after_every_action_ends_with_each_thing_said_once(
    tmp_path: Path, short_games: None
) -> None:
    async with Evening.begin(tmp_path, people=2) as evening:
        await evening.start(rounds=1)
        while (await evening.table()).status == "playing":
            for person in evening.people:
                if evening.prompts(person):
                    await evening.choose(person)
                await evening.restart()
            asked = await evening.asked()
            if asked is not None:
                await evening.take_row(asked)
                await evening.restart()
        await evening.ended_well(1)
        texts = [text_of(post) for post in evening.public()]
        assert len(set(texts)) == len(texts)


# What can't be answered or described ----------------------------------------------------------------


@pytest.mark.parametrize("how", [(404, 10015), (503, 0), (400, 40060), "cut", "slow"], ids=str)
async def test_a_move_stands_whatever_becomes_of_its_answer(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, how: Any
) -> None:
    """Discord refuses it, the connection breaks, or it comes after more than three seconds."""
    await evening.start()
    ann, act = evening.people[0], evening.app.tables.play.act
    letter = evening.letters(ann)[-1]
    card = offered(letter)[2]

    async def slow(*args: Any, **options: Any) -> object:
        await evening.app.wait(asyncio.sleep(3.1), reason="a slow disk")
        return await act(*args, **options)

    def cut(request: Request) -> None:
        if request.path.startswith(("/interactions", "/webhooks")):
            raise aiohttp.ServerDisconnectedError

    with Wire() as wire, monkeypatch.context() as patched:
        if how == "slow":
            patched.setattr(evening.app.tables.play, "act", slow)
        elif how == "cut":
            wire.after.append(cut)
        else:
            evening.fail("*", "/webhooks/*", *how, times=None)
            evening.fail("*", "/interactions/*", *how, times=None)
        await evening.pick(ann, letter, Choose(card))
        await evening.wait(3.2)
    assert (await evening.state()).selected[0] == card
    assert how != "slow" or str(card) in text_of(letter)
    evening.mend()
    await evening.trick()
    assert (await evening.state()).turn == 1
    assert await evening.all_is_told()


@pytest.mark.logs_errors
@pytest.mark.parametrize("whose", ["ours", "Discord's"])
async def test_a_board_that_can_not_be_described_or_is_refused_is_logged_and_holds_up_nobody(
    evening: Evening, caplog: pytest.LogCaptureFixture, whose: str
) -> None:
    await evening.start()
    posts = len(evening.public())
    if whose == "ours":
        with patch.object(NimmtPresenter, "board", side_effect=ZeroDivisionError("a slip of the pen")):
            await evening.trick()
        broken = [record for record in caplog.records if record.levelno == logging.ERROR]
        assert {record.name for record in broken} == {"bot.discord.dispatcher"}
    else:
        evening.fail_posts(400, 50035, times=1)
        await evening.trick()
        assert "refused (400/50035)" in caplog.text
    assert len(evening.public()) == posts
    assert counted(evening) == [2, 2, 2]
    assert await evening.all_is_told()
    await evening.trick()
    assert len(evening.public()) == posts + 1


# Presses that come too late or together --------------------------------------------------------------------


def tries(wire: Wire) -> int:
    """How often Discord was asked to take an answer."""
    return len(wire.sent("*", "/interactions/*") + wire.sent("*", "/webhooks/*"))


async def test_a_modal_that_was_open_during_a_restart_is_understood(evening: Evening) -> None:
    host, other, _ = evening.people
    panel = await evening.opened(host, await evening.open_table([host]), "lobby.options")
    shown = await evening.press(host, panel, "lobby.option", rest="limit", values=["other"])
    await evening.restart()
    await host.submit_modal(shown, {"value": "42"})
    await evening.press(other, evening.lobby(), "lobby.join")
    await evening.press(host, evening.lobby(), "lobby.start")
    assert (await evening.state()).options.limit == 42


@pytest.mark.parametrize("place", ["channel", "letter"])
async def test_what_comes_too_late_is_tried_once_and_the_move_stands(evening: Evening, place: str) -> None:
    """Discord knows the interaction no more: to ask again would only add to the load. The message itself can
    still be changed where only this person sees it."""
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    card, message = min(offered(letter)), letter if place == "letter" else evening.public()[-1]
    evening.fail("*", "/interactions/*", 404, 10062, times=None)
    evening.fail("*", "/webhooks/*", 404, 10015, times=None)
    with Wire() as wire:
        await evening.send(evening.prepared(ann, message, control(letter, "nimmt.step")))
    assert (await evening.state()).selected[0] == card
    assert tries(wire) == 1
    own = f"/channels/{letter.channel_id}/messages/{letter.id}"
    assert len(wire.sent("PATCH", own)) == (place == "letter")


async def test_a_form_that_comes_too_late_is_tried_once(evening: Evening) -> None:
    post = await evening.open_table(evening.people[:1])
    evening.fail("*", "/interactions/*", 404, 10062, times=None)
    with Wire() as wire:
        await evening.send(evening.prepared(evening.people[0], post, "s1:me.which_zone:0:0:"))
    assert tries(wire) == 1


async def test_of_people_who_choose_in_the_same_instant_one_has_to_confirm(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=5) as evening:
        await evening.start()
        for person in evening.people:
            await evening.wish(person, confirm=True)
        hands = (await evening.state()).hands
        letters = [(person, evening.letters(person)[-1]) for person in evening.people]
        presses = [evening.picking(*each, Choose(min(offered(each[1])))) for each in letters]
        assert all(result.acknowledged for result in await evening.send(*presses))
        await evening.wait(5)
        assert (await evening.state()).turn == 0
        (last,) = [each for each in letters if confirms(each[1])]
        await evening.confirm(*last)
        after = await evening.state()
        assert after.turn == 1
        assert {placed.seat: placed.card for placed in after.last} == dict(enumerate(map(min, hands)))
        assert await evening.all_is_told()
        assert len(evening.posts_with("table.move")) == 1
