-- The results of a game in a server, for its leaderboard and its page.
CREATE INDEX results_of_game ON results (guild, game, at);
