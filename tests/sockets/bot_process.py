"""The real bot in a process of its own, with Discord's addresses turned to the server of the test."""

from __future__ import annotations

import os
import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.__main__ import main

if __name__ == "__main__":
    port = os.environ["STAMMTISCH_TEST_PORT"]
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    sys.exit(main(["run"]))
