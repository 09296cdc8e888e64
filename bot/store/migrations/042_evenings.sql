-- Evenings on which people of a server want to play, by themselves or at Discord: `told` is how far the post of its
-- state is. `games` is a list of keys in JSON.
CREATE TABLE evenings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    games TEXT NOT NULL,
    starts INTEGER NOT NULL,
    until INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'begun', 'over', 'cancelled')),
    told TEXT NOT NULL CHECK (told IN ('pending', 'sending', 'done', 'dropped')),
    press TEXT NOT NULL
);

CREATE INDEX evenings_active ON evenings (starts) WHERE state IN ('open', 'begun');
CREATE INDEX evenings_untold ON evenings (id) WHERE told IN ('pending', 'sending');
CREATE UNIQUE INDEX evenings_by_press ON evenings (press);

-- Who has invited to an evening, and what they wrote about it.
CREATE TABLE evening_hosts (
    evening INTEGER PRIMARY KEY REFERENCES evenings (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE INDEX evening_hosts_by_person ON evening_hosts (user_id);

-- Who has said that they come.
CREATE TABLE evening_guests (
    evening INTEGER NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (evening, user_id)
) WITHOUT ROWID;

CREATE INDEX evening_guests_by_person ON evening_guests (user_id);

-- The events of Discord that stand for something: an evening, a challenge or a round. `event` is NULL while it may
-- have been made without an answer, 0 where people have taken it away; `shown` is what it says.
CREATE TABLE scheduled_events (
    kind TEXT NOT NULL CHECK (kind IN ('evening', 'challenge', 'round')),
    number INTEGER NOT NULL,
    part INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    event INTEGER,
    shown TEXT NOT NULL,
    PRIMARY KEY (kind, number, part)
) WITHOUT ROWID;
