"""6 nimmt!: the rules, from `rules.en.md` and `rules.ja.md` beside this file."""
