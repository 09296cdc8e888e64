-- What became of each seat of a finished game. Who sat there stands in `seats` alone, so that a person is
-- forgotten in one place. What began with the same setup can be compared; most games have none ('').
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    game TEXT NOT NULL,
    guild INTEGER,
    place INTEGER NOT NULL CHECK (place > 0),
    points INTEGER NOT NULL,
    lowest_wins INTEGER NOT NULL CHECK (lowest_wins IN (0, 1)),
    setup TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX results_by_setup ON results (guild, game, setup) WHERE setup != '';
