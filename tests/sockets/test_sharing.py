"""Processes that share a bot on one PostgreSQL, beside a Discord of several shards."""

from pathlib import Path

import pytest

from bot.bench.postgres_server import Databases
from bot.bench.shards import Trial, parts, tried
from bot.store.shards import Shards
from tests.forked_bot import Sharing


@pytest.mark.parametrize("processes", range(1, 9))
def test_every_shard_is_part_of_one_process(processes: int) -> None:
    found = parts(8, processes)
    assert len(found) == processes
    assert [number for part in found for number in part.ids] == list(range(8))
    assert parts(8, 2) == [Shards(0, 3, 8), Shards(4, 7, 8)]


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_nothing_is_lost_or_posted_twice_when_processes_and_the_database_fail(
    tmp_path: Path, databases: Databases
) -> None:
    """kill -9 of a process and of the database; a process stands still for longer than its lease, which lasts
    only some seconds here."""
    trial = Trial(processes=2, shards=4, tables=5, rate=15, kills=1, between=4, stall=7)
    found = await tried(databases, tmp_path, trial, Sharing)
    assert not [figure for figure in found if figure.ok is False and figure.unit != "s"]
