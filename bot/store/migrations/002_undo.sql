-- A row with a version here is no move: it takes back everything after that version.
ALTER TABLE log ADD COLUMN back INTEGER CHECK (back >= 0);

CREATE INDEX log_taken_back ON log (table_id, version) WHERE back IS NOT NULL;

-- So much the turns that buttons carry are ahead of the game's own, since steps were taken back.
ALTER TABLE tables ADD COLUMN shift INTEGER NOT NULL DEFAULT 0;
