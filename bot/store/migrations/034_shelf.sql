-- Games that people of a server play elsewhere, by the name somebody typed; 0 where nobody said for how many people
-- they are or how long they take.
CREATE TABLE titles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    minutes INTEGER NOT NULL
);

CREATE UNIQUE INDEX titles_by_name ON titles (guild, folded);

-- The marks that people gave games in a server; `game` is the key of one that can be played here, or the number of a
-- title. Whoever has finished a game here has played it.
CREATE TABLE shelf (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    own INTEGER NOT NULL CHECK (own IN (0, 1)),
    interested INTEGER NOT NULL CHECK (interested IN (0, 1)),
    favourite INTEGER NOT NULL CHECK (favourite IN (0, 1)),
    played INTEGER,
    PRIMARY KEY (guild, user_id, game)
) WITHOUT ROWID;

CREATE INDEX shelf_by_game ON shelf (guild, game);
CREATE INDEX results_by_time ON results (at);
