"""What `/games list`, `tables` and `wanted` show; the commands themselves stand in `cogs.games`."""
