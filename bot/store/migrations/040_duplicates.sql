-- The secrets that the tables of a round share in a tournament played as a duplicate: one for each of the tables at
-- once. Told when the round begins is its fingerprint, the secret itself once the last of its tables is over.
CREATE TABLE deals (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    options BLOB NOT NULL,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    PRIMARY KEY (tournament, round, deal)
) WITHOUT ROWID;

CREATE INDEX deals_not_over ON deals (tournament) WHERE is_over = 0;
