-- The version of its game's rules by which a table is played, 0 before the start. All games of before began
-- with the first one.
ALTER TABLE tables ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
UPDATE tables SET rules = 0 WHERE status = 'lobby';
