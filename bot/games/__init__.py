"""The rules of the games: data in, data out. Nothing here knows Discord, files, clocks or pictures."""
