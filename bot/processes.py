"""Worker processes: one is started when it is needed, and again when it was lost; it may neither take the
machine's memory nor outlive the bot."""

import os
import signal
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess, SpawnProcess
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Lock
from typing import ClassVar

MIB = 1 << 20
READY = b"ready"
"""What a worker sends first."""
START = 60.0
"""Seconds for a process to come up, also on a machine that has much else to do."""
_INSTALLED = [name for name in ("stammtisch",) if name in sys.modules]
"""What a server loads first: it is told neither our `sys.path` nor what we have loaded."""
_STARTING = Lock()
_PREFERRED = 800
"""Of 1,000: where memory runs out, the kernel ends workers before the bot or anybody else."""


class WorkerProcess:
    """A worker and the pipe to it. Its methods block: one thread asks; `close` may come from another."""

    preload: ClassVar[list[str]] = []
    """Modules that a server, from which workers are then forked, loads for all of them."""
    nice: ClassVar[int] = 0
    """So much lower than the bot's is its priority, while it still loads its modules, too."""

    def __init__(
        self, name: str, serve: Callable[[Connection], None], seconds: float, closed: type[Exception]
    ) -> None:
        """`seconds`: for one answer; `closed`: what is raised once no new worker is started."""
        self._name, self._serve, self._seconds, self._closed_error = name, serve, seconds, closed
        self._process: ForkServerProcess | SpawnProcess | None = None
        self._connection: Connection | None = None
        self._at_exit: Finalize | None = None
        self._closed = False
        self._lock = Lock()
        """Held by whoever ends the process."""

    @property
    def pid(self) -> int | None:
        """The process, None before the first question."""
        return None if self._process is None else self._process.pid

    def ask(self, asked: bytes) -> bytes:
        """The answer. The worker is gone after a `TimeoutError`, or the `EOFError` or `OSError` of one that
        was lost; the next question starts another."""
        try:
            connection = self.running()
            connection.send_bytes(asked)
            if not connection.poll(self._seconds):
                raise TimeoutError
            return connection.recv_bytes()
        except (EOFError, OSError):
            self.release()
            raise

    def running(self) -> Connection:
        """The pipe to a worker that runs."""
        if self._process is None or self._connection is None or not self._process.is_alive():
            self.release()
            return self._start()
        return self._connection

    def close(self) -> None:
        """Ends the worker, also in the middle of its work; no new one is started."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def release(self) -> None:
        """Lets go of what is left of the worker, once nobody waits for it."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process.close()
                self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._at_exit is not None:
            self._at_exit.cancel()
            self._at_exit = None

    def _start(self) -> Connection:
        if self._closed:
            raise self._closed_error("the bot is stopping")
        context = get_context("forkserver") if self.preload else get_context("spawn")
        context.set_forkserver_preload([*_INSTALLED, *self.preload])
        ours, theirs = context.Pipe()
        process = context.Process(target=self._serve, args=(theirs,), name=self._name, daemon=True)
        with theirs, _STARTING:
            process.start()
        self._process, self._connection = process, ours
        if self.nice and process.pid is not None:
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + self.nice)
        # At an exit without `close` a worker that is busy would be waited for, or replaced.
        self._at_exit = Finalize(None, self.close, exitpriority=0)
        # A worker that reads no more gets so much time; then sending ends in an `OSError`.
        with socket.socket(fileno=os.dup(ours.fileno())) as pipe:
            wait = struct.pack("ll", max(int(self._seconds), 1), 0)
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, wait)
        if self._closed or not ours.poll(START) or ours.recv_bytes() != READY:
            process.kill()
        return ours


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
