"""Nothing can be stored for a while: every press is answered, nothing is half done, and then all goes on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult
from simulated import leading_to, text_of
from troubled import Evening, offered

from bot.discord import router
from bot.discord.router import Call
from bot.games.six_nimmt.moves import Choose
from bot.store import StoreError, files
from bot.store.errors import DamagedRowError
from bot.text import words

pytestmark = pytest.mark.logs_errors
NOT_STORED = words("en")("kit.not_stored")


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """An evening whose store waits only for a moment where another program holds the file."""
    monkeypatch.setattr(files, "BUSY_SECONDS", 0.02)
    async with Evening.begin(tmp_path) as evening:
        yield evening


@contextmanager
def held(evening: Evening) -> Generator[None]:
    """In this block another program holds the database, so that nobody else can write."""
    path = evening.app.settings.database
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def content(evening: Evening) -> list[str]:
    """All that is stored."""
    with closing(sqlite3.connect(evening.app.settings.database)) as database:
        return list(database.iterdump())


def said(result: InteractionResult) -> str:
    """The private words somebody got in answer."""
    answer: Any = result.followups[-1] if result.followups else result.response
    assert answer is not None
    assert answer.ephemeral
    return text_of(answer)


async def test_a_press_is_told_that_nothing_was_changed_and_works_afterwards(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    card = str(offered(letter)[3])
    before = content(evening)
    with held(evening):
        for _ in range(2):
            result = await evening.press(ann, letter, *leading_to(letter, Choose(int(card))))
            assert said(result) == NOT_STORED
    assert content(evening) == before
    await evening.press(ann, letter, *leading_to(letter, Choose(int(card))))
    assert (await evening.state()).selected[0] == int(card)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [record for record in caplog.records if record.exc_info], "one line each, no traceback"


async def test_who_is_met_for_the_first_time_is_told_so_in_the_language_of_the_client(
    evening: Evening,
) -> None:
    lobby = await evening.open()
    new = evening.world.person("くみこ", "ja")
    with held(evening):
        result = await evening.push(new, lobby, "lobby.join")
    assert said(result) == words("ja")("kit.not_stored")
    await evening.push(new, evening.posts()[-1], "lobby.join")
    assert new.id in [seat.user for seat in (await evening.table()).sitters]


async def test_a_command_is_told_so_too(evening: Evening) -> None:
    await evening.start()
    ann = evening.people[0]
    with held(evening):
        assert (
            said(await ann.slash(evening.channel, "nimmt play", card=(await evening.state()).hands[0][0]))
            == NOT_STORED
        )
    assert (await evening.state()).selected[0] is None


async def test_who_only_looks_is_served_all_the_time(evening: Evening) -> None:
    await evening.start()
    with held(evening):
        result = await evening.push(evening.people[0], evening.posts()[-1], "table.more")
    assert NOT_STORED not in said(result)


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (StoreError("no room left"), "kit.not_stored"),
        (DamagedRowError("a stored row is damaged"), "kit.failed"),
    ],
)
async def test_what_trying_again_does_not_mend_is_no_passing_trouble(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, error: StoreError, key: str
) -> None:
    async def failing(press: Call) -> None:
        raise error

    monkeypatch.setitem(router.HANDLERS, "table.more", (failing, "shown"))
    await evening.start()
    result = await evening.push(evening.people[0], evening.posts()[-1], "table.more")
    assert said(result) == words("en")(key)
