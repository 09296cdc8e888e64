-- Who follows a table without sitting there, and the one direct message that shows it to them at `version`.
-- While it has not been sent yet there is none.
CREATE TABLE watchers (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    channel INTEGER,
    message INTEGER,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;

CREATE INDEX watchers_by_user ON watchers (user);
