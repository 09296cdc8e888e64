"""The adapter to Discord: interactions in, messages out; what all games share of it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.app import App as App
else:
    App = Any
    """For type checkers alone: at run time the app, which puts the adapter together, comes later."""

CONTROLS = ("called_role", "invitations", "lobby", "votes", "opening", "panel", "reminders", "table_posts")
"""Modules that register the handlers of the controls that all games share."""


def register_controls() -> None:
    """Has the router know what all games share."""
    for name in CONTROLS:
        import_module(f"{__name__}.{name}")
