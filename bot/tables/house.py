"""House values of the tables, in one place."""

from __future__ import annotations

from datetime import timedelta

LOBBY_OPEN = timedelta(days=7)
"""An untouched lobby closes by itself after this time."""

HEARTBEAT = timedelta(minutes=5)
"""So often the bot notes that it is alive; the health check allows for three of them."""

KEPT = timedelta(days=2)
"""How long accepted interactions and delivered notices are remembered."""

RETRY = timedelta(minutes=1)
"""After trouble with the database the clock tries again."""

REMEMBERED = 256
"""Moments of all tables that are kept decoded."""

RECALLED = 16
"""So many of the last moments of a game that had to be replayed are kept too: what comes next looks back."""
