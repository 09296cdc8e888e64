"""Thurn and Taxis: the rules, the land, the computer players."""

PLACE = 2
"""Where the game stands in lists of all games."""
