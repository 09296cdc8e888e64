"""Pieces of work that go wrong in a worker, in a module of their own: it has to import them."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path


def die(note: Path) -> bytes:
    """Ends its process; each try leaves a line."""
    _leave(note)
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def die_once(note: Path) -> bytes:
    if not note.exists():
        die(note)
    _leave(note)
    return b"drawn"


def hang(note: Path) -> bytes:
    _leave(note)
    while True:
        time.sleep(1)


def hang_on(note: Path) -> bytes:
    """The same, where the kernel's alarm, if one is set, goes off soon."""
    signal.alarm(min(signal.alarm(0), 1))
    return hang(note)


def devour(note: Path) -> bytes:
    _leave(note)
    found: list[bytes] = []
    while True:
        found.append(bytes(range(256)) * (1 << 18))


def fail(card: int) -> bytes:
    """An error whose words hold a secret."""
    raise ValueError(f"the card is {card}")


def told(what: Callable[[], object]) -> bytes:
    return str(what()).encode()


def modules() -> str:
    return " ".join(sys.modules)


def threads() -> str:
    """How many threads there are, also of libraries."""
    return f"{threading.active_count()} {len(os.listdir('/proc/self/task'))}"


def loaded_fonts() -> int:
    from render import fonts

    return fonts.font.cache_info().currsize


def preference() -> str:
    """How readily the kernel ends this process where memory runs out."""
    return Path("/proc/self/oom_score_adj").read_text().strip()


def _leave(note: Path) -> None:
    with note.open("a") as file:
        file.write(f"{os.getpid()}\n")
