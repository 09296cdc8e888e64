"""City of Nördlingen: the rules, the town, the arithmetic of territories."""

PLACE = 3
"""Where the game stands in lists of all games."""
