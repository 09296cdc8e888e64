-- Named groups of people in a server. Who has been a member for longest leads one.
CREATE TABLE circles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    about TEXT NOT NULL,
    is_public INTEGER NOT NULL CHECK (is_public IN (0, 1))
);

CREATE INDEX circles_by_server ON circles (guild, folded);
CREATE UNIQUE INDEX public_circles ON circles (guild, folded) WHERE is_public = 1;

CREATE TABLE circle_members (
    circle INTEGER NOT NULL REFERENCES circles (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (circle, user_id)
) WITHOUT ROWID;

CREATE INDEX circle_members_by_person ON circle_members (user_id);

CREATE TABLE circle_invitations (
    circle INTEGER NOT NULL REFERENCES circles (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (circle, user_id)
) WITHOUT ROWID;

CREATE INDEX circle_invitations_by_person ON circle_invitations (user_id);

-- The circle whose members alone can sign up for a tournament; it may be gone.
ALTER TABLE tournaments ADD COLUMN circle INTEGER;
