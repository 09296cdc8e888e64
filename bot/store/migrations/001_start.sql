-- Times are microseconds since 1970 (UTC). Moves, options and states are the JSON the games encode.

PRAGMA application_id = 1400136045;

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'abandoned')),
    paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
    host INTEGER NOT NULL,
    options BLOB NOT NULL,
    locale TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    commitment TEXT NOT NULL,
    secret BLOB,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
);

CREATE UNIQUE INDEX one_active_table ON tables (channel) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_by_channel ON tables (channel, updated);

-- Apart from the tables, so that listing tables never reads a state.
CREATE TABLE states (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    state BLOB NOT NULL
);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user INTEGER,
    name TEXT NOT NULL,
    computer TEXT,
    prompted INTEGER,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user) WHERE user IS NOT NULL;

CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL CHECK (version > 0),
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    move BLOB NOT NULL,
    automatic INTEGER NOT NULL,
    milestone INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

-- Interactions that were accepted: a repeated delivery finds its first answer here.
CREATE TABLE keys (
    key TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX keys_by_time ON keys (at);

CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER,
    version INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'done', 'dropped')),
    attempts INTEGER NOT NULL,
    at INTEGER NOT NULL
);

CREATE INDEX notices_open ON notices (table_id, id) WHERE state IN ('pending', 'sending');
CREATE INDEX notices_closed ON notices (at) WHERE state IN ('done', 'dropped');

CREATE TABLE posts (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER,
    version INTEGER NOT NULL
);

CREATE INDEX posts_by_table ON posts (table_id, kind);

-- table_id 0 is the house itself.
CREATE TABLE timers (
    table_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind)
) WITHOUT ROWID;

CREATE INDEX timers_by_due ON timers (due);

CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    dm INTEGER NOT NULL DEFAULT 1 CHECK (dm IN (0, 1)),
    dm_closed INTEGER NOT NULL DEFAULT 0 CHECK (dm_closed IN (0, 1))
);

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    locale TEXT NOT NULL
);

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
