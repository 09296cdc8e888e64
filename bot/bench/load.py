"""`python -m bot bench --load`: many tables at once, over real HTTP, beside the smallest discord.py bot.

The bot is a process of its own. People press at a steady pace, whether it keeps up or not. In the same
seconds somebody presses at the minimal bot on the same machine, so that figures are ratios, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

from bot.bench import machine
from bot.bench.copies import opened
from bot.bench.crowd import Crowd, Press, Seat, Table, served, town, waits
from bot.bench.discord_server import DiscordServer, until
from bot.bench.figures import Figure, Target, percentile, spread
from bot.bench.machine import Usage
from bot.bench.minimal import PICTURE
from bot.bench.processes import BotProcess
from bot.bench.slow_disk import SlowDisk, Syncs
from bot.store import Repositories, statements
from bot.store.statements import Tally

ANSWER = {99: Target("<=", 150)}
SHOWN = {95: Target("<=", 2000), 99: Target("<=", 4000)}
CPU, MEMORY, FLAT, NONE = Target("<=", 12), Target("<=", 160), Target("<=", 1.1), Target("<=", 0)
BESIDE = 4.0
"""Presses a second at the minimal bot."""
DRAIN = 120
"""Seconds that the bot may take to finish what people have pressed."""
CALM = 2.0
"""So long nothing comes any more once everything is finished."""
LASTING = 20_000
"""Presses over which memory has to stay flat; after fewer of them the caches are still being filled."""
KNOCK = 0.01
"""Seconds between two looks at how late the bench itself is."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much goes on: presses come at `rate` a second."""

    tables: int = 30
    people: int = 60
    rate: int = 36
    seconds: int = 40


@dataclass(frozen=True, slots=True)
class Counts:
    """What the bot's process has used and done up to a moment."""

    used: Usage
    done: Tally
    syncs: Syncs | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that was seen while there was load."""

    presses: Sequence[Press]
    beside: Sequence[Press]
    spent: Counts
    used_beside: Usage
    process: float
    """The most memory that the bot's own process has held, in MiB; then that of each of its children."""
    children: tuple[float, ...]
    held: Sequence[float]
    """What the bot's own process held second by second."""
    late: Sequence[float]
    """By how many seconds the bench itself was late."""


async def figures(size: Size, folder: Path, disk: SlowDisk | None) -> list[Figure]:
    """What so many people at so many tables find, with the bot on this disk."""
    database, counts = folder / "load.sqlite3", statements.new_file(folder / "load.tally")
    environment = disk.environment if disk else None
    server = town(size.people, size.tables)
    async with served(server, database, counts=counts, environment=environment) as (crowd, bot):
        await crowd.sit_down()
        board = server.backend.get_message(crowd.tables[0].channel, crowd.tables[0].board)
        png = server.backend.cdn.get(board.attachments[0]["url"])
        assert png is not None, "the first board has a picture, for the minimal bot to send"
        async with Beside(folder, png) as beside:
            loaded = await _load(size, crowd, beside, bot, counts, disk)
        code = await bot.stop()
    accepted = await _accepted(database, crowd, loaded.presses)
    return list(_figures(crowd, loaded, accepted, bot.log.read_text(encoding="utf-8"), code))


# The load ----------------------------------------------------------------------------------------------


class Beside:
    """The minimal bot as a process of its own, on a Discord of its own, and somebody who presses there."""

    def __init__(self, folder: Path, png: bytes) -> None:
        picture = folder / "minimal.png"
        picture.write_bytes(png)
        server = DiscordServer(("player",))
        self.crowd = Crowd(server)
        self.seat = Seat(server.people[0].id, Table(server.channel.id, "minimal", []))
        self.bot = BotProcess(
            server, folder / "minimal.sqlite3", module="bot.bench.minimal", arguments=(picture,)
        )

    async def __aenter__(self) -> Beside:
        server = self.crowd.server
        await server.start()
        await self.bot.start()
        assert await until(lambda: bool(server.backend.commands.get(None)), seconds=60)
        await self.crowd.answered([self.crowd.command(self.seat, "post")])
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bot.kill()
        await self.crowd.server.close()

    def press(self) -> Press:
        """The button that acknowledges and then changes the picture."""
        message = next(reversed(self.crowd.server.backend.messages[self.seat.table.channel].values()))
        return self.crowd.press(self.seat, message, {"custom_id": PICTURE, "type": 2})


async def _load(
    size: Size, crowd: Crowd, beside: Beside, bot: BotProcess, counts: Path, disk: SlowDisk | None
) -> Loaded:
    def spent() -> Counts:
        process = bot.process.pid
        return Counts(machine.usage(process), statements.read(counts), disk.syncs(process) if disk else None)

    await crowd.calm(CALM, patience=DRAIN)
    first, first_beside = len(crowd.presses), len(beside.crowd.presses)
    before, before_beside = spent(), machine.usage(beside.bot.process.pid)
    late, held = list[float](), list[float]()
    knocking = asyncio.create_task(_knock(late))
    weighing = asyncio.create_task(_weigh(bot.process.pid, held))
    await asyncio.gather(
        steadily(size.rate, size.seconds, crowd.press_something),
        steadily(BESIDE, size.seconds, beside.press),
    )
    knocking.cancel()
    weighing.cancel()
    await crowd.calm(CALM, patience=DRAIN)
    after, process = spent(), bot.process.pid
    return Loaded(
        presses=crowd.presses[first:],
        beside=beside.crowd.presses[first_beside:],
        spent=Counts(
            after.used - before.used,
            after.done - before.done,
            after.syncs - before.syncs if after.syncs and before.syncs else None,
        ),
        used_beside=machine.usage(beside.bot.process.pid) - before_beside,
        process=machine.peak(process),
        children=tuple(machine.peak(child) for child in machine.descendants(process)),
        held=held,
        late=late,
    )


async def steadily(rate: float, seconds: float, press: Any) -> None:
    """So many presses a second, each at its time: who comes late makes up for it."""
    begin = perf_counter()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(begin + number / rate - perf_counter(), 0))
        press()


async def _knock(late: list[float]) -> None:
    while True:
        begin = perf_counter()
        await asyncio.sleep(KNOCK)
        late.append(perf_counter() - begin - KNOCK)


async def _weigh(process: int, held: list[float]) -> None:
    while True:
        held.append(machine.resident(process))
        await asyncio.sleep(1)


# What came of it ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accepted:
    """The presses that were moves, and how long the boards took that show the end of their turns."""

    moves: int
    boards: Sequence[float]
    missing: int
    """Boards that never came."""


async def _accepted(database: Path, crowd: Crowd, presses: Sequence[Press]) -> Accepted:
    async with opened(database) as (store, _):
        found = [(press, await store.read(partial(_ended, press=press))) for press in presses]
    moves = [(press, turn) for press, turn in found if turn is not None]
    shown = [_shown(crowd, press, turn) for press, turn in moves if turn]
    return Accepted(len(moves), [each for each in shown if each is not None], shown.count(None))


async def _ended(stored: Repositories, press: Press) -> int | None:
    """The turn that began with what was pressed, 0 if the same one went on or nothing followed; None if no
    move was made."""
    row = await stored.keys.get(press.key)
    if row is None:
        return None
    made = await stored.log.between(row.table, row.version - 1, row.version + 1)
    return made[1].turn if len(made) == 2 and made[1].turn > made[0].turn else 0


def _shown(crowd: Crowd, press: Press, turn: int) -> float | None:
    """The seconds until everybody in the channel saw this turn or a later one."""
    channel = press.seat.table.channel
    came = (
        board.at
        for board in crowd.boards
        if board.channel == channel and board.at > press.at and board.turn >= turn
    )
    return next((at - press.at for at in came), None)


# Figures -----------------------------------------------------------------------------------------------


def _figures(crowd: Crowd, seen: Loaded, accepted: Accepted, log: str, code: int) -> Iterator[Figure]:
    answers, pictures = waits(seen.presses)
    beside, pictures_beside = waits(seen.beside)
    yield Figure("load", "presses", len(seen.presses), "")
    yield from spread("load", "acknowledged", answers, ANSWER)
    yield from spread("load", "minimal bot: acknowledged", beside, {})
    yield from _ratios("acknowledged", answers, beside)
    yield from spread("load", "picture of one's own", pictures, SHOWN)
    yield from spread("load", "minimal bot: picture", pictures_beside, {})
    yield from _ratios("picture of one's own", pictures, pictures_beside)
    yield from spread("load", "board after the end of a turn", accepted.boards, SHOWN)
    yield from _costs(seen, accepted)
    for name, count in {
        "boards that never came": accepted.missing,
        "presses without an answer": len(crowd.unanswered(seen.presses)),
        "errors in the log": log.count(" ERROR ") + log.count("Traceback"),
        "requests that Discord refused": crowd.refused.total(),
        "exit code": code,
    }.items():
        yield Figure("load", name, count, "", NONE)
    yield Figure("load", "delay of the bench itself, p99", percentile(seen.late, 99) * 1000, "ms")


def _ratios(what: str, ours: Sequence[float], theirs: Sequence[float]) -> Iterator[Figure]:
    for share in (50, 99) if ours and theirs else ():
        ratio = percentile(ours, share) / percentile(theirs, share)
        yield Figure("load", f"{what}, p{share}, ratio to the minimal bot", ratio, "x")


def memory(held: Sequence[float], presses: int) -> Iterator[Figure]:
    """What was held in tenths of the time, and how much more in the last than in the first one."""
    tenths = {tenth: _in_tenth(held, tenth) for tenth in (1, 5, 10)}
    for tenth, average in tenths.items():
        yield Figure("load", f"memory in tenth {tenth} of the time, own process", average, "MiB")
    target = FLAT if presses >= LASTING else None
    yield Figure("load", "memory in tenth 10, ratio to tenth 1", tenths[10] / tenths[1], "x", target)


def _in_tenth(held: Sequence[float], tenth: int) -> float:
    first = (tenth - 1) * len(held) // 10
    return fmean(held[first : max(tenth * len(held) // 10, first + 1)])


def _costs(seen: Loaded, accepted: Accepted) -> Iterator[Figure]:
    presses, moves, spent = len(seen.presses), accepted.moves or 1, seen.spent
    own = spent.used.own / presses * 1000
    theirs = seen.used_beside.own / len(seen.beside) * 1000
    yield Figure("load", "processor time a press, own process", own, "ms", CPU)
    yield Figure("load", "processor time a press, its children", spent.used.children / presses * 1000, "ms")
    yield Figure("load", "minimal bot: processor time a press", theirs, "ms")
    yield Figure("load", "processor time a press, own process, ratio to the minimal bot", own / theirs, "x")
    yield Figure("load", "peak memory, own process", seen.process, "MiB", MEMORY)
    yield from memory(seen.held, presses)
    for number, child in enumerate(seen.children, 1):
        yield Figure("load", f"peak memory, child {number}", child, "MiB")
    yield Figure("load", "accepted moves", accepted.moves, "")
    counted = {"statements": spent.done.statements, "transactions": spent.done.commits}
    on_main_thread = {"statements": spent.done.on_main_thread}
    if spent.syncs is not None:
        counted["syncs"], on_main_thread["syncs"] = spent.syncs
    for what, count in counted.items():
        yield Figure("load", f"{what} an accepted move, with all that goes on beside", count / moves, "")
    for what, count in on_main_thread.items():
        yield Figure("load", f"{what} on the event loop's thread", count, "", NONE)
