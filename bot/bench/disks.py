"""`python -m bot bench --slow-disk MS`: how long first answers take while the disk takes its time.

The bot is a process of its own whose every sync is delayed. Everybody plays 6 nimmt!, where all choose at
once.
"""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from bot.bench import commits
from bot.bench.crowd import PATIENCE, Crowd, Offered, Press, Seat, served, town, waits
from bot.bench.figures import Figure, Target, spread
from bot.bench.processes import BotProcess
from bot.bench.slow_disk import SlowDisk

GAME = "nimmt"
TABLES, PEOPLE = 10, 50
FOUR = 4
TRICKS = 3
FIRST = {99: Target("<=", 500)}
TRICK, NONE = Target("<=", 6), Target("<=", 0)
AMID = 0.3
"""Seconds after which the disk is busy with what everybody has just done."""
CALM = 3.0
"""Seconds without a request after which nothing more comes."""


async def figures(folder: Path, disk: SlowDisk) -> list[Figure]:
    """First answers of ten busy tables and after a restart, and how often the disk is waited for."""
    return [
        *await commits.syncs(folder, disk),
        *await _crowded(folder, disk),
        *await _of_four(folder, disk),
        Figure("slow disk", "syncs on any event loop's thread", disk.syncs().on_main_thread, "", NONE),
    ]


async def _crowded(folder: Path, disk: SlowDisk) -> list[Figure]:
    database, environment = folder / "crowded.sqlite3", disk.environment
    async with served(town(PEOPLE, TABLES), database, environment=environment) as served_bot:
        evening = _Evening(*served_bot)
        begun = await evening.sit_down()
        chosen = await evening.choose_at_once(commands=True)
        await evening.end_trick()
        await evening.look()
        await evening.restart()
        again = await evening.choose_at_once()
        unanswered = len(evening.crowd.unanswered())
    return [
        *_first(f"{PEOPLE} people sit down at once", begun),
        *_first(f"{TABLES} tables choose at once", chosen),
        *_first(f"first choices of {PEOPLE} people after a restart", again),
        Figure("slow disk", "presses without an answer", unanswered, "", NONE),
    ]


def _first(name: str, presses: Sequence[Press]) -> Iterator[Figure]:
    """How long the first answers took."""
    return spread("slow disk", f"{name}: first answer", waits(presses)[0], FIRST)


async def _of_four(folder: Path, disk: SlowDisk) -> list[Figure]:
    """The syncs of a whole trick of four people, with all that is posted of it."""
    together, in_turn = list[int](), list[int]()
    database, environment = folder / "four.sqlite3", disk.environment
    async with served(town(FOUR, 1), database, environment=environment) as served_bot:
        evening = _Evening(*served_bot)
        await evening.sit_down()
        for found, choose in ((together, evening.choose_at_once), (in_turn, evening.choose_in_turn)):
            for _ in range(TRICKS):
                await evening.look()
                before = disk.syncs().all
                await choose()
                await evening.end_trick()
                found.append(disk.syncs().all - before)
    return [
        Figure("slow disk", "syncs of a trick of four who choose at once", fmean(together), "", TRICK),
        Figure("slow disk", "syncs of a trick of four who choose in turn", fmean(in_turn), "", TRICK),
    ]


class _Evening:
    """Tables of 6 nimmt! under way, with a bot on a slow disk."""

    def __init__(self, crowd: Crowd, bot: BotProcess) -> None:
        self.crowd = crowd
        self._bot = bot

    async def sit_down(self) -> list[Press]:
        """Everybody does in the same instant; what they have pressed and sent for it."""
        sent = await self.crowd.sit_down((GAME,))
        await self._calm()
        return sent

    async def restart(self) -> None:
        """The bot stops and starts as at an update; meanwhile everybody has taken another name."""
        assert await self._bot.stop() == 0
        for person in self.crowd.server.people:
            person.global_name = f"{person.name} again"
        await self._bot.start()

    async def look(self) -> None:
        """Everybody opens their panel, and nothing goes on any more."""
        for seat in self.crowd.seats:
            await self.crowd.press_action(seat, "table.move")
        await self._calm()

    async def choose_at_once(self, *, commands: bool = False) -> list[Press]:
        """Everybody takes a card in the same instant; with `commands` somebody at each table asks for their
        hand while the choices are being stored. All that was pressed and sent."""
        if not all(self.crowd.in_panel(seat, "nimmt.step") for seat in self.crowd.seats):
            await self.look()
        sent = [self._press(seat, "nimmt.step") for seat in self.crowd.seats]
        if commands:
            await asyncio.sleep(AMID)
            sent += [self.crowd.command(table.seats[0], "table", "hand") for table in self.crowd.tables]
        await self.crowd.answered(sent)
        return sent

    async def choose_in_turn(self) -> None:
        """Everybody takes a card once the one before has seen what became of theirs."""
        for seat in self.crowd.seats:
            await self.crowd.answered([self._press(seat, "nimmt.step")])
            await self._calm()

    async def end_trick(self) -> None:
        """What has to be confirmed is confirmed, and rows are taken, until nothing goes on any more."""
        await self._calm()
        while shown := [(seat, found) for seat in self.crowd.seats if (found := self._to_confirm(seat))]:
            await self.crowd.answered([self.crowd.press(seat, *found) for seat, found in shown])
            await self._calm()

    def _press(self, seat: Seat, action: str) -> Press:
        found = self.crowd.in_panel(seat, action)
        assert found is not None
        return self.crowd.press(seat, *found)

    def _to_confirm(self, seat: Seat) -> Offered:
        """A choice, or a row to be taken for a card below all rows: cards are buttons of the same action."""
        found = self.crowd.in_panel(seat, "nimmt.step")
        row = found if found is not None and "take_row" in found[1]["custom_id"] else None
        return self.crowd.in_panel(seat, "nimmt.confirm") or row

    async def _calm(self) -> None:
        await self.crowd.calm(CALM, patience=PATIENCE)
