"""A bot that kills itself: `kill_at.py FOLDER POINT NUMBER` plays a game and dies at the NUMBER-th POINT.

Discord survives: the world is written to FOLDER just before. What a player was told is written to stdout.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection

from simulated import Prepared
from troubled import Evening, Request, Wire

from bot.store.writer import Change, Writer

TRICKS = 3


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


async def main(folder: Path, point: str, number: int) -> None:
    """Plays until fate strikes."""
    async with Evening.begin(folder) as evening:
        fate = Fate(evening, folder, point, number)
        prepared = evening.prepare

        def remembered(*args: object) -> Prepared:
            fate.press = prepared(*args)  # type: ignore[arg-type]
            return fate.press

        evening.prepare = remembered  # type: ignore[assignment, method-assign]
        await evening.fill()
        fate.watch_store()
        with Wire() as wire:
            wire.after.append(fate.carried_out)
            await evening.push(evening.people[0], evening.posts()[-1], "lobby.start")
            for _ in range(TRICKS):
                for person in evening.people:
                    await evening.choose(person)
                    version = (await evening.app.tables.queries.now_at((await evening.table()).id)).version
                    sys.stdout.write(json.dumps(version) + "\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
