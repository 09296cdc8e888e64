-- Tournaments. What is fixed at the start and the rounds are JSON; `told` of `chapters` rounds and ends are announced.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    options BLOB NOT NULL,
    rules BLOB NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    press TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'paused', 'over', 'cancelled')),
    at INTEGER NOT NULL,
    begins INTEGER,
    course BLOB NOT NULL,
    chapters INTEGER NOT NULL,
    told INTEGER NOT NULL
);

CREATE UNIQUE INDEX tournaments_by_press ON tournaments (press);
CREATE INDEX tournaments_by_server ON tournaments (guild, id);
CREATE INDEX tournaments_by_end ON tournaments (state, at);
CREATE INDEX tournaments_to_tell ON tournaments (id) WHERE told < chapters;

-- Who directs a tournament besides those who manage the server.
CREATE TABLE directors (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (tournament, user_id)
) WITHOUT ROWID;

-- Who has signed up; those without a line wait for one once the tournament has begun.
CREATE TABLE entrants (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    line INTEGER,
    PRIMARY KEY (tournament, user_id)
) WITHOUT ROWID;

-- The tables of the rounds, by lines in the order of their seats; a result outlives its table.
CREATE TABLE pods (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    pod INTEGER NOT NULL,
    box INTEGER NOT NULL,
    table_id INTEGER,
    lines TEXT NOT NULL,
    places TEXT NOT NULL,
    scores TEXT NOT NULL,
    PRIMARY KEY (tournament, round, pod)
) WITHOUT ROWID;

CREATE INDEX pods_to_open ON pods (tournament) WHERE table_id IS NULL;

-- The tournament that a table is played for.
ALTER TABLE tables ADD COLUMN tournament INTEGER;
