-- What was done to tables and people by those who may: by ids alone, and by nobody (NULL) where it was the house
-- or somebody who was forgotten. The table may be gone.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    guild INTEGER,
    actor INTEGER,
    act TEXT NOT NULL,
    table_id INTEGER
);

CREATE INDEX audit_by_server ON audit (guild, id);
CREATE INDEX audit_by_time ON audit (at);

-- Which tables have ended long ago.
CREATE INDEX tables_by_end ON tables (status, updated);
