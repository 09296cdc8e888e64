-- What a button offers that has no room for it: a table with options of any length, where none was to be had.
CREATE TABLE offers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options BLOB NOT NULL,
    at INTEGER NOT NULL
);

CREATE INDEX offers_by_time ON offers (at);
