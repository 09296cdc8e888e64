-- Moves that were made because a deadline had passed.
ALTER TABLE log ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
