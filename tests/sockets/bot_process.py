"""The child of the tests' `BotProcess`: `bot_process.py PORT`, the real bot with notes of what it learns."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from bot.running import held_back


def note_arrivals(path: Path) -> None:
    """Writes down the number of every interaction in the moment in which the bot learns of it."""
    from discord.state import ConnectionState

    parse = ConnectionState.parse_interaction_create
    arrivals = path.open("a", buffering=1)

    def noted(state: Any, data: Any) -> None:
        arrivals.write(f"{data['id']}\n")
        parse(state, data)

    ConnectionState.parse_interaction_create = noted


def run() -> int:
    """The bot's own command, once its library knows where Discord is."""
    from bot.__main__ import main
    from bot.bench.bot_process import turn_to

    turn_to(int(sys.argv[1]))
    note_arrivals(Path(os.environ["STAMMTISCH_TEST_ARRIVALS"]))
    return main(["run"])


if __name__ == "__main__":
    with held_back():
        Path(os.environ["STAMMTISCH_TEST_BEGUN"]).touch()
        code = run()
    sys.exit(code)
