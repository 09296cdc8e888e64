"""What `/games statistics` and `/games leaderboard` show; the commands themselves stand in `cogs.games`."""
