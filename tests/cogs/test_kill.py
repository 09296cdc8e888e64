"""kill -9 at named points: nothing accepted is lost, nothing is announced twice, every button answers."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from simulated import Prepared, controls, text_of
from troubled import Evening

from bot.discord.dispatcher import PACE
from bot.games.registry import game

HERE = Path(__file__).parent
POINTS = (
    ("before_commit", 1),
    ("in_transaction", 5),
    ("after_commit", 5),
    ("after_answer", 5),
    ("after_post", 1),
    ("after_edit", 5),
)
"""Where the bot dies when it is there for the so many-th time: while the game begins, or in its midst."""


@pytest.mark.parametrize(("point", "number"), POINTS)
async def test_a_killed_bot_goes_on_as_if_nothing_had_been(tmp_path: Path, point: str, number: int) -> None:
    accepted = await killed(tmp_path, point, number)
    async with Evening.begin(tmp_path, saved=(tmp_path / "world").read_bytes()) as evening:
        await goes_on(evening, accepted, pickle.loads((tmp_path / "press").read_bytes()))


async def killed(folder: Path, *fate: object) -> int:
    """Kills a bot there; the newest version that was accepted."""
    paths = os.pathsep.join(map(str, (HERE, HERE.parent, HERE.parent.parent)))
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *map(str, (HERE / "kill_at.py", folder, *fate)),
        env={**os.environ, "PYTHONPATH": paths},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    told, complaints = await child.communicate()
    assert child.returncode == -signal.SIGKILL, complaints.decode()
    return max(map(json.loads, told.decode().splitlines()), default=0)


async def goes_on(evening: Evening, accepted: int, last: tuple[Any, Any] | None) -> None:
    """What the next bot makes of it, also where the last press arrives again, and once more."""
    if (await evening.table()).status == "lobby":
        assert len(evening.posts()) == 1
        await evening.push(evening.people[0], evening.posts()[-1], "lobby.start")
    await check(evening, accepted)
    if last is not None:
        await evening.deliver(Prepared(*last))
        await check(evening, accepted)
        before = await evening.state()
        await evening.deliver(Prepared(*last))
        assert await evening.state() == before
    await every_button_answers(evening)
    turn = (await evening.state()).turn
    for person in evening.people:
        await evening.choose(person)
    assert (await evening.state()).turn == turn + 1
    await check(evening, accepted)


async def check(evening: Evening, accepted: int) -> None:
    """Everything that was accepted stands, is told, and is told once."""
    await evening.wait(PACE)
    table = await evening.table()
    tables = evening.app.tables
    moment = await tables.queries.now_at(table.id)
    rules = game(table.game)
    assert moment.version >= accepted
    assert rules.encode(moment.state) == rules.encode(
        (await tables.queries.moment(table.id, moment.version)).state
    )
    assert await tables.outbox.with_notices() == ()
    turn = rules.turn(moment.state)
    posts = evening.posts()
    assert len(posts) == 1 + turn + 1, "the lobby, and a board for each turn"
    assert [bool(controls(post)) for post in posts] == [False] * (turn + 1) + [True]
    assert len({text_of(post) for post in posts}) == len(posts)
    for person in evening.people:
        letters = evening.letters(person)
        assert len(letters) == turn + 1, "a prompt for each turn"
        assert [bool(controls(letter)) for letter in letters] == [False] * turn + [True]


async def every_button_answers(evening: Evening) -> None:
    """The buttons of all messages, whoever sees them; but for the one that would end the trick."""
    seen = [(post, evening.people[1]) for post in evening.posts()]
    seen += [(letter, person) for person in evening.people for letter in evening.letters(person)]
    for message, reader in seen:
        for item in controls(message):
            if item["custom_id"].startswith("s1:nimmt.confirm:"):
                continue
            values = [item["options"][0]["value"]] if "options" in item else []
            assert (await evening.press(reader, message, item["custom_id"], *values)).acknowledged
