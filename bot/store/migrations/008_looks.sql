-- The last version of a table that a person has looked at. Their own moves stand in the log and need no row.
CREATE TABLE looks (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
