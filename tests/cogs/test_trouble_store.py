"""The database fails for a while: every press is answered, nothing is half done, and everything is told, a
little later, and once."""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from simulated import World, text_of
from test_kill import check
from test_wanted import calls, wants
from troubled import LOCKED, Evening, Wire, database_held, offered

from bot.discord import router
from bot.discord.handlers import Handlers
from bot.discord.lanes import Item
from bot.games.six_nimmt.moves import Choose
from bot.store import Store, StoreError
from bot.store.errors import DamagedRowError
from bot.tables.matchmaking import Matchmaking
from bot.tables.outbox import Outbox
from bot.tables.preferences import Preferences
from bot.text import words

pytestmark = pytest.mark.logs_errors
NOT_STORED = words("en")("kit.not_stored")


def content(evening: Evening) -> list[str]:
    """All that is stored."""
    with closing(sqlite3.connect(evening.app.settings.database)) as database:
        return list(database.iterdump())


ALL = 21
"""No delivery of a trick uses the database so often."""
CALM_TRICKS = 4
"""Tricks in which nobody is asked for a row."""


def _task() -> str:
    task = asyncio.current_task()
    return "" if task is None else task.get_name()


@contextmanager
def used_by_deliveries(fails: int = 0, *ways: str) -> Generator[Counter[str]]:
    """How often each delivery, with all tasks that it begins, uses the database in these ways; once, at the
    so many-th time, it fails."""
    uses: Counter[str] = Counter()
    delivery, bring = ContextVar("delivery", default=""), Handlers.bring

    async def named(handlers: Handlers, item: Item, *, again: bool) -> None:
        delivery.set(_task())
        await bring(handlers, item, again=again)

    def counted(use: Callable[..., Any]) -> Callable[..., Any]:
        def using(store: Store, *args: Any, **kwargs: Any) -> Any:
            name = delivery.get() or _task()
            if name.startswith("delivery"):
                uses[name] += 1
                if uses[name] == fails:
                    raise LOCKED
            return use(store, *args, **kwargs)

        return using

    with ExitStack() as stack:
        stack.enter_context(patch.object(Handlers, "bring", named))
        for way in ways or ("change", "defer", "read"):
            stack.enter_context(patch.object(Store, way, counted(getattr(Store, way))))
        yield uses


# What people press ------------------------------------------------------------------------------------


async def test_what_is_pressed_or_typed_is_told_that_nothing_was_changed_and_works_afterwards(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """In the language of the client where somebody is met for the first time. Who only looks is served."""
    await evening.start()
    ann, new = evening.people[0], evening.person("くみこ", "ja")
    (letter,) = evening.letters(ann)
    card, before = offered(letter)[3], content(evening)
    board = evening.public()[-1]
    with database_held(evening):
        for _ in range(2):
            result = await evening.pick(ann, letter, Choose(card))
            assert text_of(evening.private(result)) == NOT_STORED
        assert await evening.says(ann, "nimmt play", card=card) == NOT_STORED
        assert await evening.says(new, "table watch") == words("ja")("kit.not_stored")
        assert NOT_STORED not in text_of(await evening.opened(ann, board, "table.more"))
    assert content(evening) == before
    await evening.pick(ann, letter, Choose(card))
    assert (await evening.state()).selected[0] == card
    assert [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [record for record in caplog.records if record.exc_info], "one line each, no traceback"


async def test_what_trying_again_does_not_mend_is_no_passing_trouble(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.start()
    for error, key in (
        (StoreError("no room left"), "kit.not_stored"),
        (DamagedRowError("a stored row is damaged"), "kit.failed"),
    ):
        failing = AsyncMock(side_effect=error)
        monkeypatch.setitem(router.HANDLERS, "table.more", (failing, "shown"))
        assert text_of(await evening.more(evening.people[0])) == words("en")(key)


# What is told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["gatherings", "begin_call", "end_call"])
async def test_people_who_want_the_same_are_called_once_the_database_works(tmp_path: Path, at: str) -> None:
    async with Evening.begin(tmp_path) as evening:
        ann, ben, _ = evening.people
        await wants(evening, ann)
        with patch.object(Matchmaking, at, side_effect=LOCKED):
            await wants(evening, ben)
            await evening.wait(8)
        await evening.wait(20)
        assert len(calls(evening)) == 1
        assert await evening.app.tables.matchmaking.gatherings() == ()


@pytest.mark.parametrize("first", range(1, ALL, CALM_TRICKS))
async def test_wherever_a_delivery_lacks_the_database_each_thing_is_told_once(
    evening: Evening, first: int
) -> None:
    """Also where nobody can look for what was posted: it is remembered until it is written down."""
    await evening.start()
    evening.fail("GET", "/channels/*/messages", 403, 50001, times=None)
    for number in range(first, first + CALM_TRICKS):
        with used_by_deliveries(number) as uses:
            await evening.trick()
            await evening.wait(30)
        await check(evening)
        assert max(uses.values()) >= number or number > ALL - 2 * CALM_TRICKS
        assert max(uses.values()) < ALL or number < ALL - 1


async def test_that_messages_are_closed_is_said_once_although_it_can_not_be_written(evening: Evening) -> None:
    cleo = evening.people[2]
    await evening.start()
    evening.close_messages(cleo)
    evening.fail("GET", "/channels/*/messages", 403, 50001, times=None)
    with patch.object(Preferences, "found_closed", side_effect=LOCKED):
        await evening.trick()
        await evening.wait(20)
    await evening.wait(30)
    assert [post.ping_user_ids for post in evening.saying("closed to me")] == [[cleo.id]]
    assert await evening.all_is_told()


async def test_a_delivery_writes_once(evening: Evening) -> None:
    """A board with its retired predecessor, a prompt with the one it settles: one change each."""
    await evening.start()
    with used_by_deliveries(0, "change", "defer") as changes:
        await evening.trick()
    assert len(changes) >= 7
    assert set(changes.values()) == {1}


async def test_who_was_not_told_of_a_silence_since_the_database_failed_is_told_soon(evening: Evening) -> None:
    await evening.start()
    evening.bar()
    with patch.object(Preferences, "person", side_effect=LOCKED):
        await evening.trick()
    await evening.wait(40)
    for person in evening.people:
        assert sum("no longer allowed" in text_of(each) for each in evening.letters(person)) == 1


@pytest.mark.parametrize("how", ["database", "end of the bot"])
async def test_an_apology_has_a_nonce_of_its_own_for_each_silence(evening: Evening, how: str) -> None:
    """Discord swallows what has the nonce of a moment ago: it is the same for a repetition alone."""
    nonces: list[set[str]] = []
    await evening.start()
    for _ in range(2):
        evening.bar()
        with Wire() as wire:
            with patch.object(Outbox, "note_posts", side_effect=LOCKED):
                await evening.trick()
                if how == "end of the bot":
                    await evening.restart()
            await evening.wait(40)
        said = [each.body["nonce"] for each in wire.sent("POST", "*/messages")]
        sorry = [nonce for nonce in said if nonce.startswith("a")]
        assert len(sorry) == (3 if how == "database" else 6)
        nonces.append({*sorry})
        evening.unbar()
        await evening.wait(5)
        assert (await evening.table()).silent_since is None
    assert [len(each) for each in nonces] == [3, 3]
    assert not nonces[0] & nonces[1]
    assert all(len(nonce) <= 25 for each in nonces for nonce in each)


async def test_a_damaged_table_holds_up_no_other(world: World, caplog: pytest.LogCaptureFixture) -> None:
    people, tables = world.members(3), list[int]()
    for number in range(2):
        world.channel = world.guild.create_text_channel(f"corner-{number}")
        tables.append(await world.start_game(people))
    broken = tables[0]
    with closing(sqlite3.connect(world.app.store.place)) as outside, outside:
        outside.execute("UPDATE tables SET created = ? WHERE id = ?", (2**62, broken))
        outside.execute(
            "INSERT INTO notices (table_id, kind, version, state, attempts, at)"
            " VALUES (?, 'progress', 0, 'pending', 0, 0)",
            (broken,),
        )
    world.app.dispatcher.kick(broken)
    before = len(world.public())
    await people[0].slash(world.channel, "table show")
    assert len(world.public()) > before
    assert f"nothing can be posted of table {broken}" in caplog.text
    assert await world.app.tables.outbox.with_notices() == (broken,)
