"""kill -9 at named points: nothing accepted is lost, nothing is announced twice, every button answers.

The bot that dies is a fork of the test's own process. Discord survives: it is written down just before.
"""

import asyncio
import os
import pickle
import signal
import traceback
from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection

import pytest
from simulated import Prepared, confirms, controls, text_of
from troubled import Evening, Request, Wire

from bot.discord.dispatcher import PACE
from bot.games.registry import game
from bot.store.store import Change, Writer

POINTS = (
    ("before_commit", 1),
    ("in_transaction", 5),
    ("after_commit", 5),
    ("after_answer", 5),
    ("after_post", 1),
    ("after_edit", 5),
)
"""Where the bot dies when it is there for the so many-th time: while the game begins, or in its midst."""
TRICKS = 2


class Fate:
    """Counts the passages of one point, and ends the process at the right one."""

    def __init__(self, evening: Evening, folder: Path, point: str, number: int) -> None:
        self._evening = evening
        self._folder = folder
        self._point = point
        self._left = number
        self.press: Prepared | None = None

    def at(self, point: str) -> None:
        """The bot is at this point now."""
        if point != self._point:
            return
        self._left -= 1
        if self._left == 0:
            (self._folder / "world").write_bytes(self._evening.saved())
            last = None if self.press is None else (self.press.record, self.press.payload)
            (self._folder / "press").write_bytes(pickle.dumps(last))
            os.kill(os.getpid(), signal.SIGKILL)

    def carried_out(self, request: Request) -> None:
        """Discord has done what the bot asked for."""
        match request.method, request.path.split("/")[1:]:
            case "POST", ["channels", _, "messages"]:
                self.at("after_post")
            case "PATCH", ["channels", _, "messages", _]:
                self.at("after_edit")
            case _, ["interactions" | "webhooks", *_]:
                self.at("after_answer")
            case _:
                pass

    def watch_store(self) -> None:
        """Stops at the edges of transactions: nobody is told of one before it is committed."""
        attempt, execute = Writer._try, Writer._execute

        async def trying(writer: Writer, group: Sequence[Change]) -> Exception | None:
            self.at("before_commit")
            error = await attempt(writer, group)
            self.at("after_commit")
            return error

        def executing(writer: Writer, connection: Connection, change: Change, *, alone: bool) -> None:
            execute(writer, connection, change, alone=alone)
            self.at("in_transaction")

        Writer._try = trying  # type: ignore[method-assign]
        Writer._execute = executing  # type: ignore[method-assign]


async def play(folder: Path, point: str, number: int) -> None:
    """Plays until fate strikes, and notes what each player was told."""
    async with Evening.begin(folder) as evening:
        fate = Fate(evening, folder, point, number)
        prepared = evening.prepared

        def remembered(*args: object) -> Prepared:
            fate.press = prepared(*args)  # type: ignore[arg-type]
            return fate.press

        evening.prepared = remembered  # type: ignore[assignment, method-assign]
        await evening.open_table(evening.people)
        for person in evening.people:
            await evening.wish(person, confirm=True)
        fate.watch_store()
        with Wire() as wire, (folder / "accepted").open("a", buffering=1) as accepted:
            wire.after.append(fate.carried_out)
            await evening.press(evening.people[0], evening.public()[-1], "lobby.start")
            for _ in range(TRICKS):
                for person in evening.people:
                    await evening.choose(person)
                    version = (await evening.app.tables.queries.now_at((await evening.table()).id)).version
                    accepted.write(f"{version}\n")


@pytest.fixture
def accepted(request: pytest.FixtureRequest, tmp_path: Path) -> int:
    """The newest version that was accepted before a bot was killed."""
    child = os.fork()
    if not child:
        try:
            asyncio.run(play(tmp_path, *request.param))
        finally:
            traceback.print_exc()
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    return max(map(int, (tmp_path / "accepted").read_text().split()), default=0)


@pytest.mark.parametrize("accepted", POINTS, indirect=True, ids=str)
async def test_a_killed_bot_goes_on_as_if_nothing_had_been(tmp_path: Path, accepted: int) -> None:
    last = pickle.loads((tmp_path / "press").read_bytes())
    async with Evening.begin(tmp_path, saved=(tmp_path / "world").read_bytes()) as evening:
        if (await evening.table()).status == "lobby":
            assert len(evening.public()) == 1
            await evening.press(evening.people[0], evening.public()[-1], "lobby.start")
        await check(evening, accepted)
        if last is not None:
            await evening.send(Prepared(*last))
            await check(evening, accepted)
            before = await evening.state()
            await evening.send(Prepared(*last))
            assert await evening.state() == before
        await every_button_answers(evening)
        await evening.forget_panels()
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
    posts = evening.public()
    assert len(posts) == 1 + turn + 1, "the lobby, and a board for each turn"
    assert [bool(controls(post)) for post in posts] == [False] * (turn + 1) + [True]
    assert len({text_of(post) for post in posts}) == len(posts)
    for person in evening.people:
        panel = evening.app.live_panels.is_open(evening.app, table.id, person.id)
        letters = evening.letters(person)
        assert len(letters) == turn + (not panel), "a prompt for each turn, or a panel in the channel"
        assert [bool(controls(letter)) for letter in letters] == [False] * turn + [True] * (not panel)


async def every_button_answers(evening: Evening) -> None:
    """The buttons of all messages, whoever sees them; but for the one that would end the trick."""
    seen = [(post, evening.people[1]) for post in evening.public()]
    seen += [(letter, person) for person in evening.people for letter in evening.letters(person)]
    for message, reader in seen:
        for item in controls(message):
            if item["custom_id"].startswith("s1:nimmt.confirm:"):
                continue
            values = [item["options"][0]["value"]] if "options" in item else None
            press = evening.prepared(reader, message, item["custom_id"], values)
            assert (await evening.send(press))[0].acknowledged
        if confirms(message):
            await evening.press(reader, message, "table.back")
