-- Finished games of servers that may become puzzles there: how many of their positions are none, what was thought of the
-- next one, and once it is found the puzzle itself.
CREATE TABLE game_puzzles (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    looked INTEGER NOT NULL CHECK (looked >= 0),
    thoughts BLOB NOT NULL,
    puzzle BLOB
);

CREATE INDEX game_puzzles_sought ON game_puzzles (at) WHERE puzzle IS NULL;
CREATE INDEX game_puzzles_by_server ON game_puzzles (guild, game, at);

-- The puzzle of a week that comes from a game of its server.
ALTER TABLE puzzle_weeks ADD COLUMN position BLOB;
