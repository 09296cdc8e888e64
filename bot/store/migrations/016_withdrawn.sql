-- Motions that were taken back by whoever had proposed them; until now their names told.
ALTER TABLE motions ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
UPDATE motions SET withdrawn = 1 WHERE state = 'declined' AND closer = proposer_name;
