"""A slow disk: a library that is loaded before all others delays each sync of a process and counts it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("slow_disk.c")


class Syncs(NamedTuple):
    """How often the disk was waited for."""

    all: int
    on_main_thread: int

    def __sub__(self, before: Syncs) -> Syncs:
        return Syncs(*(now - then for now, then in zip(self, before, strict=True)))


@dataclass(frozen=True, slots=True)
class SlowDisk:
    """For the processes that are started with its `environment`."""

    library: Path
    milliseconds: int
    lines: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """What a process needs to have this disk."""
        return {
            "LD_PRELOAD": str(self.library),
            "SLOW_DISK_MS": str(self.milliseconds),
            "SLOW_DISK_COUNT": str(self.lines),
        }

    def syncs(self, process: int | None = None) -> Syncs:
        """Up to now, of one process or of all."""
        lines = self.lines.read_text(encoding="ascii").splitlines() if self.lines.exists() else []
        pairs = [line.split() for line in lines]
        pairs = [pair for pair in pairs if process is None or int(pair[0]) == process]
        return Syncs(len(pairs), sum(process == thread for process, thread in pairs))


def counting() -> SlowDisk:
    """The one that this process was started with."""
    return SlowDisk(
        Path(os.environ["LD_PRELOAD"]), int(os.environ["SLOW_DISK_MS"]), Path(os.environ["SLOW_DISK_COUNT"])
    )


def why_not() -> str:
    """Why there can be no such library here, as a sentence; empty if there can."""
    if sys.platform != "linux":
        return "Syncs are delayed and counted on Linux only: these figures are skipped."
    if shutil.which("cc") is None:
        return "There is no C compiler (cc) to delay and count syncs with: these figures are skipped."
    return ""


def built(folder: Path) -> Path | None:
    """The library, made on the spot; None where `why_not` says so."""
    if why_not():
        return None
    library = folder / "slow_disk.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE), "-ldl"],
        check=True,
        capture_output=True,
    )
    return library
