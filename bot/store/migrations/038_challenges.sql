-- Where a challenge opens each week: the day (0 is Monday), when the next one does, how many there were, and whether the
-- last one could not be told there.
CREATE TABLE challenge_servers (
    guild INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 6),
    due INTEGER NOT NULL,
    number INTEGER NOT NULL,
    barred INTEGER NOT NULL CHECK (barred IN (0, 1))
);

-- The same secret for everybody who takes a challenge: it is over once that may be known. What is told of it last stands
-- in `told`.
CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    game TEXT NOT NULL,
    options BLOB NOT NULL,
    seats TEXT NOT NULL,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    known INTEGER NOT NULL CHECK (known IN (0, 1)),
    opened INTEGER NOT NULL,
    closes INTEGER NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    told TEXT NOT NULL CHECK (told IN ('pending', 'sending', 'done', 'dropped'))
);

CREATE INDEX challenges_open ON challenges (id) WHERE is_over = 0;
CREATE INDEX challenges_untold ON challenges (id) WHERE told IN ('pending', 'sending');
CREATE INDEX challenges_by_server ON challenges (guild, id);
CREATE INDEX challenges_by_commitment ON challenges (commitment);

-- Who has taken a challenge, at which table: once.
CREATE TABLE challenge_entries (
    challenge INTEGER NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (challenge, user_id)
) WITHOUT ROWID;

CREATE INDEX challenge_entries_by_person ON challenge_entries (user_id);
CREATE INDEX challenge_entries_by_table ON challenge_entries (table_id);
