-- The schema of this number at once, for a database that begins with it. The words are SQLite's, as in all that
-- follows: `bot/store/postgres.py` puts its own in their place. Times are microseconds since 1970 (UTC).

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'abandoned')),
    host INTEGER NOT NULL,
    options BLOB NOT NULL,
    locale TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    commitment TEXT NOT NULL,
    secret BLOB,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    shift INTEGER NOT NULL DEFAULT 0,
    settings BLOB NOT NULL DEFAULT x'7B7D',
    paused_since INTEGER,
    thread TEXT NOT NULL DEFAULT '',
    parent INTEGER,
    silent_since INTEGER,
    chance BLOB,
    rules INTEGER NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX one_active_table ON tables (channel) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_by_channel ON tables (channel, updated);
CREATE INDEX tables_by_end ON tables (status, updated);

CREATE TABLE states (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    state BLOB NOT NULL
);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT,
    prompted INTEGER,
    away INTEGER,
    away_name TEXT NOT NULL DEFAULT '',
    pace BLOB NOT NULL DEFAULT x'7B7D',
    plan BLOB,
    held BLOB,
    reveal INTEGER,
    icon TEXT NOT NULL DEFAULT '',
    coached INTEGER CHECK (coached IN (0, 1)),
    character TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_user ON seats (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL CHECK (version > 0),
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    move BLOB NOT NULL,
    automatic INTEGER NOT NULL,
    milestone INTEGER NOT NULL,
    at INTEGER NOT NULL,
    back INTEGER CHECK (back >= 0),
    late INTEGER NOT NULL DEFAULT 0,
    agreed INTEGER NOT NULL DEFAULT 0,
    owed INTEGER CHECK (owed >= 0),
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
CREATE INDEX log_taken_back ON log (table_id, version) WHERE back IS NOT NULL;

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
    version INTEGER NOT NULL,
    notice INTEGER
);
CREATE INDEX posts_by_table ON posts (table_id, kind);

CREATE TABLE timers (
    table_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind)
) WITHOUT ROWID;
CREATE INDEX timers_by_due ON timers (due);

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    dm INTEGER NOT NULL DEFAULT 1 CHECK (dm IN (0, 1)),
    dm_closed INTEGER NOT NULL DEFAULT 0 CHECK (dm_closed IN (0, 1)),
    settings BLOB NOT NULL DEFAULT x'7B7D'
);

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    settings BLOB NOT NULL DEFAULT x'7B7D'
);

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE former_sitters (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT
);
CREATE INDEX former_sitters_by_table ON former_sitters (table_id);

CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    game TEXT NOT NULL,
    guild INTEGER,
    place INTEGER NOT NULL CHECK (place > 0),
    points INTEGER NOT NULL,
    lowest_wins INTEGER NOT NULL CHECK (lowest_wins IN (0, 1)),
    setup TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_by_setup ON results (guild, game, setup) WHERE setup != '';
CREATE INDEX results_by_server ON results (guild, at);

CREATE TABLE offers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options BLOB NOT NULL,
    at INTEGER NOT NULL
);
CREATE INDEX offers_by_time ON offers (at);

CREATE TABLE looks (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID;

CREATE TABLE diary (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    stars INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 5),
    line TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID;

CREATE TABLE watchers (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    channel INTEGER,
    message INTEGER,
    PRIMARY KEY (table_id, user_id)
) WITHOUT ROWID;
CREATE INDEX watchers_by_user ON watchers (user_id);

CREATE TABLE wanted (
    guild INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    wanted BLOB NOT NULL,
    since INTEGER,
    until INTEGER,
    PRIMARY KEY (guild, user_id)
) WITHOUT ROWID;
CREATE INDEX wanted_since ON wanted (since) WHERE since IS NOT NULL;

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
    user_id INTEGER NOT NULL,
    PRIMARY KEY (gathering, user_id)
) WITHOUT ROWID;

CREATE TABLE motions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'carried', 'declined', 'expired', 'dropped')),
    proposer INTEGER NOT NULL,
    proposer_name TEXT NOT NULL,
    person INTEGER,
    name TEXT NOT NULL,
    seat INTEGER,
    version INTEGER,
    agreed TEXT NOT NULL,
    closer TEXT NOT NULL,
    until INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX motions_open ON motions (table_id) WHERE state = 'open';
CREATE INDEX motions_by_person ON motions (table_id, person) WHERE person IS NOT NULL;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    guild INTEGER,
    actor INTEGER,
    act TEXT NOT NULL,
    table_id INTEGER,
    target INTEGER
);
CREATE INDEX audit_by_server ON audit (guild, id);
CREATE INDEX audit_by_time ON audit (at);

CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    lesson INTEGER NOT NULL CHECK (lesson >= 0),
    moves TEXT NOT NULL,
    finished INTEGER NOT NULL CHECK (finished >= 0),
    coached INTEGER NOT NULL CHECK (coached IN (0, 1)),
    PRIMARY KEY (user_id, game)
) WITHOUT ROWID;

CREATE TABLE numbers (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO numbers (name, last) VALUES ('tables', 0);
