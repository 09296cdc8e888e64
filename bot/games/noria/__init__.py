"""Noria: the base game, the expert setup, and the solo mode against the bot wheel."""

PLACE = 5
"""Where the game stands in lists of all games."""
