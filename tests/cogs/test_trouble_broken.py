"""What breaks inside the bot or on the wire stays where it is: the rest goes on, and the log says so."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import aiohttp
import pytest
from simulated import controls, leading_to, text_of
from troubled import Evening, Request, Wire, has, is_silent, offered

from bot.games.six_nimmt.moves import Choose
from cogs.six_nimmt.presenter import NimmtPresenter


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with Evening.begin(tmp_path) as evening:
        yield evening


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


async def test_a_connection_that_breaks_is_tried_again(evening: Evening) -> None:
    await evening.start()
    posts, broken = len(evening.posts()), []

    def cut(request: Request) -> None:
        if request.path == f"/channels/{evening.channel.id}/messages" and len(broken) < 2:
            broken.append(request)
            raise aiohttp.ServerDisconnectedError

    with Wire() as wire:
        wire.after.append(cut)
        await evening.trick()
        await evening.wait(120)
    assert broken
    assert len(evening.posts()) == posts + 1
    assert await evening.app.tables.outbox.with_notices() == ()


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
