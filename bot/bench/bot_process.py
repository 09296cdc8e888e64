"""The child of `processes.BotProcess`: the real bot, whose Discord is a server on this machine.

It loads nothing that the bot doesn't load, so that its memory and its start are those of the bot.
"""

import os
import sys
from pathlib import Path


def turn_to(port: int) -> None:
    """discord.py in this process speaks to the server on this port, and to nobody else."""
    import discord.http
    import yarl
    from discord.gateway import DiscordWebSocket

    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")


def _run(port: int, tally: Path | None) -> int:
    from bot.__main__ import main
    from bot.store.statements import count_into

    turn_to(port)
    if tally is not None:
        count_into(tally)
    return main(["run", "--standby"] if "STAMMTISCH_SHARDS" in os.environ else ["run"])


if __name__ == "__main__":
    sys.exit(_run(int(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None))
