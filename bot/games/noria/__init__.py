"""Noria: the base game, the expert setup, and the solo mode against the bot wheel."""
