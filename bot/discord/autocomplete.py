"""What Discord offers while somebody types a command, within its limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from discord import app_commands

from bot.discord.layout import ENTRIES, ENTRY
from bot.text import cut

V = TypeVar("V", str, int)


def suggestions(lines: Iterable[tuple[str, V]]) -> list[app_commands.Choice[V]]:
    """As many of these lines, each a name and the value for which it stands, as Discord takes; a value that
    is too long is cut, too."""
    return [
        app_commands.Choice(
            name=cut(name, ENTRY), value=cut(value, ENTRY) if isinstance(value, str) else value
        )
        for name, value in list(lines)[:ENTRIES]
    ]
