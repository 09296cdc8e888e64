-- When a game was paused; nothing while it goes on. Until now none could be.
ALTER TABLE tables DROP COLUMN paused;
ALTER TABLE tables ADD COLUMN paused_since INTEGER;

-- What time has to do with a seat, and what a person has set for all tables, as JSON.
ALTER TABLE seats ADD COLUMN pace BLOB NOT NULL DEFAULT x'7B7D';
ALTER TABLE people ADD COLUMN settings BLOB NOT NULL DEFAULT x'7B7D';

-- The clock looks at once at every game under way, so that nobody there waits unnoticed.
INSERT INTO timers (table_id, kind, due) SELECT id, 'decisions', updated FROM tables WHERE status = 'playing';
