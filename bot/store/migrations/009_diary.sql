-- What people wrote about finished games: a line, and an impression of 1 to 5 stars (0: none).
CREATE TABLE diary (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    stars INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 5),
    line TEXT NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;

CREATE INDEX results_by_server ON results (guild, at);
