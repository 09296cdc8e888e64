"""How much memory a bot with one busy table takes, and each process beside it (told by Linux alone)."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.app import build
from bot.bench import machine
from bot.bench.delay import begun, trick
from bot.bench.figures import Figure, Target
from bot.bench.stage import Stage, stage
from bot.config import Settings
from bot.games import registry

GAME = "thurn_and_taxis"
"""Its pictures are the largest ones."""
OWN = Target("<=", 160)
FIRST = 4
"""After a fourth of all moves memory is looked at for the first time."""
KINDS = {
    "multiprocessing.forkserver": "what drawing is forked from",
    "multiprocessing.resource_tracker": "resource tracker",
    "multiprocessing.spawn": "computers",
}


@dataclass(frozen=True, slots=True)
class Process:
    """One process in MiB: what it has in memory, and its share where processes have parts in common."""

    name: str
    resident: float
    share: float


async def figures(folder: Path, *, actions: int) -> list[Figure]:
    """Memory of a bot in a process of its own after so many moves at one table, with all that they show."""
    if sys.platform != "linux":
        return []
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.bench.memory", str(folder), str(actions), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await child.communicate()
    early, late = ([Process(**each) for each in json.loads(line)] for line in told.splitlines())
    found = [
        Figure("memory", f"the bot's own process, {moves:,} moves", measured[0].resident, "MiB", OWN)
        for moves, measured in ((actions // FIRST, early), (actions, late))
    ]
    for number, other in enumerate(late[1:], start=1):
        found.append(Figure("memory", f"beside it, {number}: {other.name}", other.share, "MiB"))
    return found


def processes() -> list[Process]:
    """This process and all that it has started, as far as they live."""
    own = os.getpid()
    named = [(own, "bot"), *((child, _kind(child)) for child in machine.descendants(own))]
    return [Process(name, machine.resident(process), machine.share(process)) for process, name in named]


def _kind(process: int) -> str:
    command = machine.command(process)
    kind = next((name for module, name in KINDS.items() if module in command), command[:20])
    forked = kind == KINDS["multiprocessing.forkserver"] and command == machine.command(
        machine.parent(process)
    )
    return "drawing" if forked else kind


async def _busy(folder: Path, actions: int) -> None:
    """Games of one person against computers, which go on until so many moves have been made."""
    game = registry.game(GAME)
    bot = build(Settings(database=folder / "memory.sqlite3"), guild_ready_timeout=0.0)
    told, before, made = [actions, actions // FIRST], 0, 0
    async with stage(bot, 1) as ours:
        while told:
            table, on = await begun(ours, bot, game), True
            while told and on:
                on = await trick(ours, bot, game, table)
                _forget(ours)
                made = (await bot.tables.queries.now_at(table)).table.version
                if before + made >= told[-1]:
                    told.pop()
                    sys.stdout.write(_told() + "\n")
            before += made


def _told() -> str:
    return json.dumps([asdict(process) for process in processes()])


def _forget(ours: Stage) -> None:
    """What the simulated Discord remembers is not the bot's."""
    ours.tape.clear()
    ours.tape.times.clear()
    backend = ours.env.backend
    vars(backend.cdn)["_blobs"].clear()
    for messages in backend.messages.values():
        for number in list(messages)[:-60]:
            del messages[number]


if __name__ == "__main__":
    asyncio.run(_busy(Path(sys.argv[1]), int(sys.argv[2])))
