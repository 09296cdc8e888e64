"""The helpers of this folder are imported by their names; what waits most of the time begins early."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

sys.path.insert(0, str(Path(__file__).parent))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def begun(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[dict[Any, asyncio.Task[None]]]:
    """What `early` tests and those with a parameter `waiting` await, each with a database of its own: it goes
    on beside the others of this folder, which share an event loop, from the first one on that asks for it."""
    folder = tmp_path_factory.mktemp("begun")
    given = [getattr(item, "callspec", None) for item in request.session.items]
    waiting = [each.params["waiting"] for each in given if each and "waiting" in each.params]
    waiting += [
        item.obj.work for item in request.session.items if hasattr(getattr(item, "obj", None), "work")
    ]
    tasks = {
        work: asyncio.create_task(work(folder / f"{number}.sqlite3")) for number, work in enumerate(waiting)
    }
    yield tasks
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)


@pytest.fixture(autouse=True)
def _real_chance(real_chance: None) -> None:
    """Whatever goes on beside a test may look meanwhile what its own draws have led to."""
