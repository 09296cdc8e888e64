-- How far people are in the guided first games: the lesson under way with their moves as a JSON list, and how many
-- lessons they have finished; and whether in a whole game they are told what is good.
CREATE TABLE lessons (
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    lesson INTEGER NOT NULL CHECK (lesson >= 0),
    moves TEXT NOT NULL,
    finished INTEGER NOT NULL CHECK (finished >= 0),
    coached INTEGER NOT NULL CHECK (coached IN (0, 1)),
    PRIMARY KEY (user, game)
) WITHOUT ROWID;
