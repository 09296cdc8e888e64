"""Stammtisch: board games in Discord, a move now and a move tonight."""

__version__ = "0.1.0"
