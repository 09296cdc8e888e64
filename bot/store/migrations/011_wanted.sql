-- What people would like to play in a server, as JSON. It counts since they said so, up to a time or until
-- they withdraw it; what doesn't count any more is what they are offered the next time.
CREATE TABLE wanted (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    wanted BLOB NOT NULL,
    since INTEGER,
    until INTEGER,
    PRIMARY KEY (guild, user)
) WITHOUT ROWID;

CREATE INDEX wanted_since ON wanted (since) WHERE since IS NOT NULL;

-- People who were brought together for a game, so that it happens once.
CREATE TABLE gatherings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'done', 'dropped'))
);

CREATE INDEX gatherings_open ON gatherings (id) WHERE state IN ('pending', 'sending');
CREATE INDEX gatherings_by_server ON gatherings (guild);

CREATE TABLE gathered (
    gathering INTEGER NOT NULL REFERENCES gatherings (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    PRIMARY KEY (gathering, user)
) WITHOUT ROWID;
