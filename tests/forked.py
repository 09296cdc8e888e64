"""Processes of the bot that need not import or read anything: they are forked from one that has done so.

Each message to the standard input of that one (`serve`) begins a process: it names the function to be called
and brings a connection, which gets the process's number and later its exit code, and the output's two ends.
"""

import asyncio
import atexit
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from subprocess import Popen
from typing import IO, Any

ROOT = Path(__file__).parent.parent
MESSAGE = 1 << 16
ROOM = 4
"""Times the memory that a thread of a bot has for what is drawn again and again."""


class Forked:
    """A process that calls a function (`module:name`) with these arguments and exits with what it returns."""

    def __init__(
        self,
        call: str,
        *arguments: Any,
        folder: Path,
        environment: Mapping[str, str],
        out: IO[Any],
        err: IO[Any],
    ) -> None:
        self.returncode: int | None = None
        # Messages, not a stream: of a process that ends at once, number and exit code come together.
        self._connection, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        request = {
            "call": call,
            "arguments": arguments,
            "folder": str(folder),
            "environment": dict(environment),
        }
        with theirs:
            ends = [theirs.fileno(), out.fileno(), err.fileno()]
            server = _server(environment.get("LD_PRELOAD", ""))
            socket.send_fds(server, [json.dumps(request).encode()], ends)
        self.pid = int(self._connection.recv(16))

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):  # it has ended by itself: its exit code says how
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def ended(self, seconds: float = 300) -> int:
        """The exit code, once it has ended."""
        if self.returncode is None:
            self._connection.settimeout(seconds)
            self.returncode = int(self._connection.recv(16))
            self._connection.close()
        return self.returncode

    async def wait(self) -> int:
        """The same for those who wait in an event loop, however many they are: it has few threads."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        if self.returncode is None:
            end = self._connection.fileno()
            loop.add_reader(end, over.set)
            try:
                await over.wait()
            finally:
                loop.remove_reader(end)
        return self.ended()


@cache
def _server(preload: str) -> socket.socket:
    """What all are forked from that have this library, which lives as long as this process does."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "LD_PRELOAD": preload}
    with theirs:
        server = Popen([sys.executable, "-m", "tests.forked"], stdin=theirs, env=environment, cwd=ROOT)
    atexit.register(server.wait)
    atexit.register(ours.close)
    return ours


def serve() -> Mapping[str, Any]:
    """Serves until nobody is left to ask; comes back in each process, with what was asked of it."""
    service = socket.socket(fileno=sys.stdin.fileno())
    while (received := socket.recv_fds(service, MESSAGE, 3))[0]:
        connection, *output = received[1]
        if os.fork():
            os.waitpid(-1, os.WNOHANG)  # one that has ended meanwhile
            for end in received[1]:
                os.close(end)
            continue
        process = os.fork()
        if not process:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            for end, number in zip(output, (1, 2), strict=True):
                os.dup2(end, number)
            return json.loads(received[0])
        os.write(connection, str(process).encode())
        for end in output:
            os.close(end)
        os.write(connection, str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])).encode())
        os._exit(0)
    sys.exit()


def prepare() -> None:
    """Imports and reads what bots need, and draws a picture of each game: what it is made of is there for all
    of them, with room for all games at once, as in a process that only draws. Their computers give way to no
    other tests."""
    from bot.app import EXTENSIONS
    from bot.games.registry import keys
    from bot.opponents.runner import ThinkingProcess
    from bot.text import locales, words
    from render.pen import Bounded
    from render.png import warm
    from tests import sketches

    for name in (*EXTENSIONS, "bot.running", "tests.forked_bot"):
        import_module(name)
    for locale in locales():
        words(locale)("kit.not_stored")  # reads the catalogues
    Bounded.room, ThinkingProcess.nice = ROOM, 0
    for game in keys():
        sketches.kept[game] = sketches.blank(warm(game))
    gc.freeze()


if __name__ == "__main__":
    from bot.running import held_back

    prepare()
    with held_back():
        asked = serve()
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        module, _, name = asked["call"].partition(":")
        code = getattr(import_module(module), name)(*asked["arguments"])
    sys.exit(code)
