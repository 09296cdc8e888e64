"""What `/games privacy`, `export`, `forget-me` and `audit` answer; the commands themselves stand in
`cogs.games`."""
