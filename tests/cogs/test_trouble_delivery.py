"""What the dispatcher does when Discord takes no message: nobody misses anything, nobody hears it twice."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.http.client import FakeHTTPClient
from simulated import controls, leading_to, text_of
from troubled import LOW, Evening, Request, Wire, control, has, is_silent, offered

from bot.discord.dispatcher import PACE
from bot.games.six_nimmt.moves import Choose
from bot.text import words
from cogs.six_nimmt.presenter import NimmtPresenter

POST = "/channels/{channel}/messages"
MODERATOR = discord.Permissions(manage_messages=True)


def living(evening: Evening) -> list[int]:
    """The posts in the channel that have controls."""
    return [each.id for each in evening.posts() if controls(each)]


async def idle(evening: Evening) -> bool:
    """Whether nothing waits to be told."""
    return await evening.app.tables.outbox.with_notices() == ()


# Closed and unwanted direct messages --------------------------------------------------------------


async def test_closed_messages_are_said_once_and_the_boards_call_from_then_on(evening: Evening) -> None:
    cleo = evening.people[2]
    evening.close_messages(cleo)
    await evening.start()
    said = [each.id for each in evening.posts() if cleo.mention in text_of(each) and not controls(each)]
    assert len(said) == 1
    for decisions in range(1, 4):
        assert evening.pings() == [decisions] * 3, "nobody is called twice for one decision"
        await evening.trick()
        board = evening.posts()[-1]
        assert board.ping_user_ids == [cleo.id]
        assert not is_silent(board)
    again = [each.id for each in evening.posts() if "closed" in text_of(each)]
    assert again == said
    assert evening.letters(cleo) == []


async def test_only_the_owner_of_a_low_card_is_pinged_for_the_row(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, secret=LOW) as evening:
        await evening.start()
        for person in evening.people:
            await evening.choose(person)
        assert await evening.asked() is evening.people[2]
        assert evening.pings() == [1, 1, 2]


async def test_messages_that_close_during_a_game_are_called_once_at_once(evening: Evening) -> None:
    cleo = evening.people[2]
    await evening.start()
    evening.close_messages(cleo)
    await evening.trick()
    (sentence,) = [each for each in evening.posts() if each.ping_user_ids == [cleo.id]]
    assert not controls(sentence)
    assert not is_silent(sentence)
    assert evening.pings() == [2, 2, 2]


async def test_who_has_left_the_server_is_called_there_once_like_who_closed_messages(
    evening: Evening,
) -> None:
    cleo = evening.people[2]
    await evening.start()
    evening.estrange(cleo)
    await evening.trick()
    evening.mend()
    for person in evening.people[:2]:
        await evening.choose(person)
    await evening.choose_in_channel(cleo)
    said = [each for each in evening.posts() if "closed to me" in text_of(each)]
    assert [each.ping_user_ids for each in said] == [[cleo.id]]
    assert evening.posts()[-1].ping_user_ids == [cleo.id]


async def test_messages_do_not_count_as_closed_because_we_were_out_of_the_server(evening: Evening) -> None:
    cleo = evening.people[2]
    await evening.start()
    for person in evening.people:
        evening.estrange(person)
    evening.bar()
    await evening.trick()
    await evening.wait(60)
    evening.mend()
    evening.unbar()
    await evening.wait(60)
    letters = len(evening.letters(cleo))
    for person in evening.people:
        await evening.choose_in_channel(person)
    await evening.wait(5)
    assert len(evening.letters(cleo)) == letters + 1
    assert evening.posts()[-1].ping_user_ids == []


async def test_who_wants_no_messages_gets_none_and_is_called_by_the_board(evening: Evening) -> None:
    ann = evening.people[0]
    await evening.start()
    menu = await evening.push(ann, evening.posts()[-1], "table.more")
    assert menu.response is not None
    shown = evening.env.backend.get_message(evening.channel.id, menu.response.id)
    await evening.push(ann, shown, "table.dm")
    letters = len(evening.letters(ann))
    await evening.trick()
    assert evening.posts()[-1].ping_user_ids == [ann.id]
    assert len(evening.letters(ann)) == letters


async def test_a_board_that_calls_nobody_rings_no_phone(evening: Evening) -> None:
    await evening.start()
    await evening.trick()
    board = evening.posts()[-1]
    assert has(board, "table.move")
    assert board.ping_user_ids == []
    assert is_silent(board)


# Posts, channels and permissions that are gone ----------------------------------------------------


async def test_a_board_post_that_was_deleted_comes_back_silently(evening: Evening) -> None:
    await evening.start()
    lost = evening.posts()[-1]
    evening.lose(lost)
    assert not living(evening)
    await evening.choose(evening.people[0])
    board = evening.posts()[-1]
    assert board.id != lost.id
    assert has(board, "table.move")
    assert is_silent(board)
    assert board.ping_user_ids == []


async def test_a_prompt_that_was_deleted_holds_nothing_up(evening: Evening) -> None:
    await evening.start()
    evening.lose(evening.letters(evening.people[0])[-1])
    await evening.choose_in_channel(evening.people[0])
    for person in evening.people[1:]:
        await evening.choose(person)
    assert await idle(evening)
    assert len(evening.prompts(evening.people[0])) == 1


async def test_when_the_channel_is_gone_the_players_are_told_once_and_play_on_by_message(
    evening: Evening,
) -> None:
    await evening.start()
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.choose(evening.people[0])
    await evening.world.restart()
    for person in evening.people[1:]:
        await evening.choose(person)
    assert (await evening.state()).turn == 1
    told = [
        [each for each in evening.letters(person) if "gone" in text_of(each)] for person in evening.people
    ]
    assert [len(each) for each in told] == [1, 1, 1]
    assert evening.posts() == []


async def test_when_we_may_not_post_the_players_are_told_once_and_a_press_lets_the_game_go_on(
    evening: Evening,
) -> None:
    await evening.start()
    seen = len(evening.posts())
    evening.bar()
    await evening.trick()
    await evening.trick()
    for person in evening.people:
        assert len([each for each in evening.letters(person) if "allowed" in text_of(each)]) == 1
    assert len(evening.posts()) == seen
    evening.unbar()
    await evening.push(evening.people[1], evening.posts()[-1], "table.move")
    assert len(evening.posts()) == seen + 1
    assert living(evening) == [evening.posts()[-1].id]
    await evening.wait(5)
    assert await idle(evening)
    evening.bar()
    await evening.trick()
    for person in evening.people:
        assert len([each for each in evening.letters(person) if "allowed" in text_of(each)]) == 2


async def test_the_prompt_of_somebody_who_left_loses_its_controls(evening: Evening) -> None:
    await evening.start()
    cleo = evening.people[2]
    asked = await cleo.slash(evening.channel, "table leave")
    await evening.push(cleo, evening.private(asked), "table.leave")
    (letter,) = evening.letters(cleo)
    assert not controls(letter)
    assert text_of(letter) == "You no longer sit at table 1."


@pytest.mark.parametrize("removed", [False, True])
async def test_whoever_left_or_was_removed_reads_it_in_their_own_language(
    evening: Evening, removed: bool
) -> None:
    """Nobody is kept as away for who was removed, and still we know whose message it is."""
    cleo = evening.people[2]
    evening.world.locales[cleo.id] = "ja"
    await evening.start()
    if removed:
        keeper = evening.world.guild.create_role("keeper", permissions=MODERATOR)
        mia = evening.world.guild.add_member(evening.env.create_user("Mia"), roles=[keeper])
        asked = evening.private(await mia.slash(evening.channel, "table kick", person=cleo))
        await evening.push(mia, asked, "table.kick")
    else:
        await evening.world.leave(cleo)
    (letter,) = evening.letters(cleo)
    assert text_of(letter) == words("ja")("kit.dispatcher.left", table=1)


# Trouble that passes ------------------------------------------------------------------------------


async def test_a_post_that_fails_for_a_while_comes_later_and_once(evening: Evening) -> None:
    await evening.start()
    before = len(evening.posts())
    evening.fail("POST", POST.format(channel=evening.channel.id), 503, times=3)
    await evening.trick()
    assert len(evening.posts()) == before
    await evening.wait(600)
    assert len(evening.posts()) == before + 1
    assert living(evening) == [evening.posts()[-1].id]
    assert await idle(evening)


@pytest.mark.parametrize(
    ("where", "error"),
    [
        ("channel", BackendError(503, 0, "upstream connect error")),
        ("letter", BackendError(503, 0, "upstream connect error")),
        ("channel", aiohttp.ServerDisconnectedError()),
    ],
    ids=["channel", "letter", "connection"],
)
async def test_a_post_that_went_through_although_discord_said_no_is_not_repeated(
    evening: Evening, where: str, error: Exception
) -> None:
    """The answer got lost on its way: the dispatcher looks for its own message before it tries again."""
    await evening.start()
    ann = evening.people[0]
    place = evening.channel.id if where == "channel" else evening.env.backend.dm_channels[ann.id]
    posts, letters = len(evening.posts()), len(evening.letters(ann))
    lost: list[Request] = []

    def lose_answer(request: Request) -> None:
        if request.method == "POST" and request.path == POST.format(channel=place) and not lost:
            lost.append(request)
            raise error

    with Wire() as wire:
        wire.after.append(lose_answer)
        await evening.trick()
        await evening.wait(600)
    assert len(lost) == 1
    assert await idle(evening)
    assert len(evening.posts()) - posts == 1
    assert len(evening.letters(ann)) - letters == 1


async def test_every_send_has_a_nonce_that_a_repetition_shares(evening: Evening) -> None:
    await evening.start()
    failing = POST.format(channel=evening.channel.id)
    evening.fail("POST", failing, 503, times=2)
    with Wire() as wire:
        await evening.trick()
        await evening.wait(600)
    nonces = [each.body["nonce"] for each in wire.requests if each.method == "POST" and each.path == failing]
    assert len(nonces) >= 3
    assert nonces[0] == nonces[1] == nonces[2]
    assert all(0 < len(nonce) <= 25 for nonce in nonces)
    sent = [
        each.body["nonce"] for each in wire.requests if each.method == "POST" and "/messages" in each.path
    ]
    assert len(set(sent)) == len(sent) - 2


# Refreshes ----------------------------------------------------------------------------------------


async def test_refreshes_of_one_post_are_paced_and_the_latest_wins(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=10) as evening:
        await evening.start()
        board = evening.posts()[-1]
        path = f"/channels/{evening.channel.id}/messages/{board.id}"
        with Wire() as wire:
            for person in evening.people[:8]:
                await evening.choose(person)
            at_once = [each for each in wire.requests if (each.method, each.path) == ("PATCH", path)]
            await evening.wait(PACE + 0.1)
            edits = [each for each in wire.requests if (each.method, each.path) == ("PATCH", path)]
        assert len(at_once) == 1
        assert len(edits) == 2
        text = text_of(evening.env.backend.get_message(evening.channel.id, board.id))
        assert "Ivo" in text
        assert "June" in text
        assert "Hana" not in text


async def test_a_refresh_rings_no_phone(evening: Evening) -> None:
    await evening.start()
    with Wire() as wire:
        await evening.choose(evening.people[0])
    edits = [each for each in wire.requests if each.method == "PATCH" and "/channels/" in each.path]
    assert edits
    assert all(each.body["allowed_mentions"] == {"parse": []} for each in edits)


# Restarts -----------------------------------------------------------------------------------------


async def test_what_was_not_delivered_before_the_end_is_delivered_after_the_start(evening: Evening) -> None:
    await evening.start()
    evening.fail("POST", POST.format(channel=evening.channel.id), 503, times=None)
    await evening.trick()
    before = len(evening.posts())
    await evening.world.restart()
    assert len(evening.posts()) == before
    evening.mend()
    await evening.world.restart()
    assert len(evening.posts()) == before + 1
    assert living(evening) == [evening.posts()[-1].id]
    assert await idle(evening)
    with Wire() as wire:
        await evening.world.restart()
    assert [each for each in wire.requests if "/messages" in each.path] == [], "nothing is left to tell"


async def test_a_game_with_a_restart_after_every_action_ends_with_each_thing_said_once(
    tmp_path: Path, short_games: None
) -> None:
    async with Evening.begin(tmp_path, people=2) as evening:
        await evening.start(rounds=1)
        while (await evening.table()).status == "playing":
            for person in evening.people:
                await evening.choose_if_asked(person)
                await evening.world.restart()
            asked = await evening.asked()
            if asked is not None:
                await evening.take_row(asked)
                await evening.world.restart()
        assert await idle(evening)
        names = [tuple(each["custom_id"] for each in controls(post)) for post in evening.posts()]
        assert names[-1][0] == control(evening.posts()[-1], "table.rematch")
        assert all(name == () for name in names[:-1])
        milestones = await evening.app.tables.queries.milestones((await evening.table()).id)
        assert len(evening.posts()) >= len(milestones)
        texts = [text_of(post) for post in evening.posts()]
        assert len(set(texts)) == len(texts)


# An answer that comes too late ---------------------------------------------------------------------


async def test_an_answer_after_more_than_three_seconds_keeps_the_move(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.start()
    tables = evening.app.tables
    act = tables.play.act

    async def slow(*args: object, **options: object) -> object:
        await evening.app.wait(asyncio.sleep(3.1), reason="a slow disk")
        return await act(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(tables.play, "act", slow)
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    card = offered(letter)[2]
    await evening.press(ann, letter, *leading_to(letter, Choose(card)))
    await evening.wait(3.2)
    assert (await evening.state()).selected[0] == card
    assert str(card) in text_of(evening.env.backend.get_message(letter.channel_id, letter.id))
    assert await idle(evening)


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (503, 0), (400, 40060)])
async def test_a_move_stands_when_its_answer_can_not_be_given(
    evening: Evening, status: int, code: int
) -> None:
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    card = offered(letter)[2]
    evening.fail("*", "/webhooks/*", status, code, times=None)
    evening.fail("*", "/interactions/*", status, code, times=None)
    await evening.press(ann, letter, *leading_to(letter, Choose(card)))
    assert (await evening.state()).selected[0] == card
    evening.mend()
    await evening.trick()
    assert await idle(evening)


@pytest.mark.logs_errors
async def test_a_board_that_can_not_be_described_is_logged_and_holds_up_nobody(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.start()
    posts = len(evening.posts())
    with patch.object(NimmtPresenter, "board", side_effect=ZeroDivisionError("a slip of the pen")):
        await evening.trick()
    assert len(evening.posts()) == posts
    assert [len(evening.letters(person)) for person in evening.people] == [2, 2, 2]
    broken = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert {record.name for record in broken} == {"bot.discord.dispatcher"}
    await evening.trick()
    assert len(evening.posts()) == posts + 1
    assert await evening.app.tables.outbox.with_notices() == ()


@pytest.mark.logs_errors
async def test_a_message_that_discord_does_not_take_at_all_is_logged_and_dropped(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.start()
    evening.fail("POST", f"/channels/{evening.channel.id}/messages", 400, 50035)
    await evening.trick()
    assert await evening.app.tables.outbox.with_notices() == ()
    assert any("refused (400/50035)" in record.getMessage() for record in caplog.records)
    await evening.trick()
    assert has(evening.posts()[-1], "table.move")


async def test_a_move_stands_when_the_connection_breaks_under_its_answer(evening: Evening) -> None:
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    card = offered(letter)[4]

    def cut(request: Request) -> None:
        if request.path.startswith(("/interactions", "/webhooks")):
            raise aiohttp.ServerDisconnectedError

    with Wire() as wire:
        wire.after.append(cut)
        await evening.press(ann, letter, *leading_to(letter, Choose(card)))
    assert (await evening.state()).selected[0] == card
    await evening.trick()
    assert (await evening.state()).turn == 1


async def test_a_refresh_in_a_thread_that_stays_archived_becomes_a_silent_new_post(evening: Evening) -> None:
    await evening.start()
    board = evening.posts()[-1]
    evening.fail("PATCH", f"/channels/{evening.channel.id}/messages/{board.id}", 400, 50083, times=None)
    await evening.choose(evening.people[0])
    fresh = evening.posts()[-1]
    assert fresh.id != board.id
    assert is_silent(fresh)
    assert text_of(fresh)
    assert controls(fresh)


OUTAGE = 60.0
SOON = 5.0


def break_down(evening: Evening, how: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Discord is away; the requests that were made in vain."""
    tried: list[str] = []
    request = FakeHTTPClient.request

    async def refused(client: FakeHTTPClient, route: Any, **rest: Any) -> Any:
        tried.append(route.method)
        if how == "refused":
            raise ConnectionRefusedError
        return await request(client, route, **rest)

    if how != "refused":
        evening.fail("POST" if how == "posts alone" else "*", "/channels/*", 503, times=None)
    monkeypatch.setattr(FakeHTTPClient, "request", refused)
    return tried


@pytest.mark.parametrize("how", ["503", "posts alone", "refused"])
async def test_after_an_outage_all_is_told_within_seconds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    await evening.start()
    posts, letters = len(evening.posts()), [len(evening.letters(each)) for each in evening.people]
    with monkeypatch.context() as patched:
        tried = break_down(evening, how, patched)
        await evening.trick()
        await evening.wait(OUTAGE)
    evening.mend()
    assert len(evening.posts()) == posts
    await evening.wait(SOON)
    assert len(evening.posts()) == posts + 1
    for person, before in zip(evening.people, letters, strict=True):
        assert len(evening.letters(person)) == before + 1
        assert has(evening.letters(person)[-1], "nimmt.menu")
    assert [each.id for each in evening.posts() if controls(each)] == [evening.posts()[-1].id]
    assert OUTAGE / 5 < len(tried) < OUTAGE * 2.5
    await evening.wait(SOON)
    assert await evening.app.tables.outbox.with_notices() == ()


async def test_a_channel_alone_in_trouble_is_not_taken_for_an_outage(evening: Evening) -> None:
    """It is tried less and less often, whatever succeeds elsewhere."""
    await evening.start()
    path = f"/channels/{evening.channel.id}/messages"
    evening.fail("POST", path, 503, times=None)
    await evening.trick()
    assert [len(evening.letters(person)) for person in evening.people] == [2, 2, 2], "letters do not wait"
    await evening.wait(600)
    tries = sum((each.method, each.path) == ("POST", path) for each in evening.env.http_requests)
    assert tries < 120
    evening.mend()
    await evening.wait(20)
    assert has(evening.posts()[-1], "table.move")
