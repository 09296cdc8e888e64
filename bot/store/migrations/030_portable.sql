-- What every SQL database can have alike: `user` means something else in others, and none counts ids as SQLite does.
ALTER TABLE seats RENAME COLUMN user TO user_id;
ALTER TABLE former_sitters RENAME COLUMN user TO user_id;
ALTER TABLE people RENAME COLUMN user TO user_id;
ALTER TABLE looks RENAME COLUMN user TO user_id;
ALTER TABLE diary RENAME COLUMN user TO user_id;
ALTER TABLE watchers RENAME COLUMN user TO user_id;
ALTER TABLE wanted RENAME COLUMN user TO user_id;
ALTER TABLE gathered RENAME COLUMN user TO user_id;
ALTER TABLE lessons RENAME COLUMN user TO user_id;

-- The last id of a table that was given out.
CREATE TABLE numbers (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO numbers (name, last) SELECT 'tables', coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'tables';
