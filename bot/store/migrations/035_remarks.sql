-- What people write about games in a server: a review with a grade of 1 to 10, notes by topic, and replies to them.
CREATE TABLE remarks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('review', 'rules', 'strategy', 'house', 'reply')),
    grade INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 10),
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    parent INTEGER REFERENCES remarks (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX one_review ON remarks (guild, game, user_id) WHERE kind = 'review';
CREATE INDEX remarks_by_game ON remarks (guild, game, kind, at);
CREATE INDEX remarks_by_person ON remarks (guild, user_id);
CREATE INDEX remarks_by_parent ON remarks (parent);

CREATE TABLE thanks (
    remark INTEGER NOT NULL REFERENCES remarks (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (remark, user_id)
) WITHOUT ROWID;
