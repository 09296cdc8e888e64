-- What is set for a table whatever its game, as JSON.
ALTER TABLE tables ADD COLUMN settings BLOB NOT NULL DEFAULT x'7B7D';

-- The person who left a seat and may come back to it, also while a computer plays there.
ALTER TABLE seats ADD COLUMN away INTEGER;
ALTER TABLE seats ADD COLUMN away_name TEXT NOT NULL DEFAULT '';

-- Who sat in a seat of a game under way before others did, up to which version; oldest first by id.
CREATE TABLE former_sitters (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    computer TEXT
);

CREATE INDEX former_sitters_by_table ON former_sitters (table_id);
