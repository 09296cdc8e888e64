-- What somebody at a table proposes, who has agreed to it (a JSON list), and what became of it.
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
    until INTEGER NOT NULL
);

CREATE INDEX motions_open ON motions (table_id) WHERE state = 'open';
CREATE INDEX motions_by_person ON motions (table_id, person) WHERE person IS NOT NULL;

-- Steps taken back because everybody at the table agreed.
ALTER TABLE log ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0;
