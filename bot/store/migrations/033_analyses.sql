-- Analyses of finished games: who asked for one and when, how many decisions there are and how many of them are judged,
-- and once it is finished what is said of the whole; then the verdicts one by one, each a person's own who decided.
CREATE TABLE analyses (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    decisions INTEGER NOT NULL CHECK (decisions >= 0),
    judged INTEGER NOT NULL CHECK (judged >= 0),
    result BLOB
);
CREATE INDEX analyses_open ON analyses (at) WHERE result IS NULL;

CREATE TABLE verdicts (
    table_id INTEGER NOT NULL REFERENCES analyses (table_id) ON DELETE CASCADE,
    action INTEGER NOT NULL CHECK (action >= 0),
    seat INTEGER NOT NULL,
    user_id INTEGER,
    verdict BLOB NOT NULL,
    PRIMARY KEY (table_id, action)
) WITHOUT ROWID;
