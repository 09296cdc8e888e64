"""Bots as processes that need not import or read anything: they are forked from this one, which has done so.

Each connection that is sent to its standard input begins a bot: it brings a line that says what to run it
with, and gets the number of the process and, once that has ended, its exit code.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.__main__ import main
from bot.app import EXTENSIONS
from bot.bench.bot_process import turn_to
from bot.running import held_back
from bot.text import locales, words


def forked() -> dict[str, Any]:
    """Serves until nobody is left to ask; comes back in each bot, with what was sent for it."""
    service = socket.socket(fileno=sys.stdin.fileno())
    while received := socket.recv_fds(service, 1, 1)[1]:
        with socket.socket(fileno=received[0]) as connection, connection.makefile() as lines:
            if os.fork():
                os.waitpid(-1, os.WNOHANG)  # one that has ended meanwhile
                continue
            sent = json.loads(lines.readline())
            bot = os.fork()
            if not bot:
                service.close()
                return sent
            connection.sendall(f"{bot}\n".encode())
            code = os.waitstatus_to_exitcode(os.waitpid(bot, 0)[1])
            connection.sendall(f"{code}\n".encode())
            os._exit(0)
    sys.exit()


def note_arrivals(path: Path) -> None:
    """Writes down the number of every interaction in the moment in which the bot learns of it."""
    from discord.state import ConnectionState

    parse = ConnectionState.parse_interaction_create
    arrivals = path.open("a", buffering=1)

    def noted(state: Any, data: Any) -> None:
        arrivals.write(f"{data['id']}\n")
        parse(state, data)

    ConnectionState.parse_interaction_create = noted


def run(port: int, folder: str, log: str, arrivals: str, environment: dict[str, str]) -> int:
    """The bot's own command, once its library knows where Discord is."""
    os.chdir(folder)
    os.environ.update(environment)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(output, stream.fileno())
    turn_to(port)
    note_arrivals(Path(arrivals))
    return main(["run"])


if __name__ == "__main__":
    for name in EXTENSIONS:
        import_module(name)
    for locale in locales():
        words(locale)("kit.not_stored")  # reads the catalogues
    gc.freeze()
    with held_back():
        code = run(**forked())
    sys.exit(code)
