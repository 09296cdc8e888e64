"""What Linux knows about processes: the processor time they have used and the memory they hold."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
MIB = 1024
"""In the kibibytes in which the system counts."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The seconds of processor time that a process and its children have used."""

    own: float
    children: float

    def __sub__(self, before: Usage) -> Usage:
        return Usage(self.own - before.own, self.children - before.children)


def known() -> bool:
    """Whether this system tells it."""
    return (PROC / "self" / "stat").exists()


def usage(process: int) -> Usage:
    """Of a process; its children with all of theirs, also those that have ended by now."""
    own, ended = _times(process)
    living = sum(sum(_times(child)) for child in descendants(process))
    return Usage(own, ended + living)


def descendants(process: int) -> list[int]:
    """The children of a process and theirs, as far as they live."""
    parents: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdecimal() and (fields := _fields(int(entry.name))):
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, look = list[int](), [process]
    while look:
        found += (children := parents.get(look.pop(), []))
        look += children
    return sorted(found)


def peak(process: int) -> float:
    """The most memory a process has held so far, in MiB; 0 if it has ended."""
    return _memory(process, "VmHWM:")


def resident(process: int) -> float:
    """The memory a process holds now, in MiB; 0 if it has ended."""
    return _memory(process, "VmRSS:")


def _memory(process: int, line: str) -> float:
    status = _read(process, "status")
    return int(status.partition(line)[2].split()[0]) / MIB if line in status else 0.0


def _read(process: int, file: str) -> str:
    """What the system says of a process; nothing of one that has ended, or where it says nothing."""
    try:
        return (PROC / str(process) / file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _times(process: int) -> tuple[float, float]:
    """The seconds it has used, and those of its children that have ended."""
    fields = _fields(process)
    if not fields:
        return 0.0, 0.0
    user, system, ended_user, ended_system = map(int, fields[11:15])
    tick = os.sysconf("SC_CLK_TCK")
    return (user + system) / tick, (ended_user + ended_system) / tick


def _fields(process: int) -> list[str]:
    """What `/proc/PID/stat` says after the name, which may hold anything; nothing of one that has ended."""
    return _read(process, "stat").rpartition(")")[2].split()
