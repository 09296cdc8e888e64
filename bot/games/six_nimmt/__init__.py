"""6 nimmt!: the rules, from `rules.en.md` and `rules.ja.md` beside this file."""

PLACE = 1
"""Where the game stands in lists of all games."""
