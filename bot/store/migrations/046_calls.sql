-- Whether somebody who has taken over a line is still to be let into the threads of their tables and called there.
ALTER TABLE entrants ADD COLUMN is_heir INTEGER NOT NULL DEFAULT 0;

-- Whether those who come to an evening are still to be called since its time has changed or it was called off.
ALTER TABLE evenings ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;

CREATE INDEX entrants_heirs ON entrants (tournament) WHERE is_heir = 1;
CREATE INDEX evenings_calling ON evenings (id) WHERE calls = 1;
