"""My City: Roll & Build: the rules and the twelve sheets."""

PLACE = 4
"""Where the game stands in lists of all games."""
