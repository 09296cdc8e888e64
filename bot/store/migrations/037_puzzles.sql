-- Where a puzzle is posted each week: the day (0 is Monday), when the next one is, how many there were, and whether the
-- last one could not be posted there.
CREATE TABLE puzzle_servers (
    guild INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    day INTEGER NOT NULL CHECK (day BETWEEN 0 AND 6),
    due INTEGER NOT NULL,
    number INTEGER NOT NULL,
    barred INTEGER NOT NULL CHECK (barred IN (0, 1))
);

-- The puzzles that were posted, by the names that they have in the data of their games. What is told of one last stands
-- in `told`.
CREATE TABLE puzzle_weeks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    locale TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    closes INTEGER NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    told TEXT NOT NULL CHECK (told IN ('pending', 'sending', 'done', 'dropped'))
);

CREATE INDEX puzzle_weeks_open ON puzzle_weeks (id) WHERE is_over = 0;
CREATE INDEX puzzle_weeks_untold ON puzzle_weeks (id) WHERE told IN ('pending', 'sending');
CREATE INDEX puzzle_weeks_by_server ON puzzle_weeks (guild, id);

-- What a person answered last: the move, as its game writes it.
CREATE TABLE puzzle_answers (
    week INTEGER NOT NULL REFERENCES puzzle_weeks (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    move BLOB NOT NULL,
    PRIMARY KEY (week, user_id)
) WITHOUT ROWID;

CREATE INDEX puzzle_answers_by_person ON puzzle_answers (user_id);
