"""What holds for every worker process: it may not take the machine's memory, nor outlive the bot."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

MIB = 1 << 20
_PREFERRED = 800
"""Of 1,000: where memory runs out, the kernel ends workers before the bot or anybody else."""


def confine(memory: int) -> None:
    """To be called first in a worker: so many bytes and no more, which end as `MemoryError`, and the first
    one to be killed where the machine has none left. Ctrl+C is for the bot, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        limit = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_PREFERRED))


def cores() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def memory() -> int:
    """The bytes that the machine has, or the container, if that has been given less."""
    try:
        found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0
    with suppress(OSError, ValueError):
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return found
