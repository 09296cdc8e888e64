-- Which process serves which shards of the bot, until when by the clock of the database, and the number of this lease: what was begun under an earlier one is not written.
CREATE TABLE leases (
    shards TEXT PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    count INTEGER NOT NULL,
    holder TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO numbers (name, last) VALUES ('leases', 0);
