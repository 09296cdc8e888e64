-- The post by which people sign up for a tournament: NULL before it is up, 0 where people have taken it away. So many
-- changes of the tournament there are to show, of which it shows some.
ALTER TABLE tournaments ADD COLUMN post INTEGER;
ALTER TABLE tournaments ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;

CREATE INDEX tournaments_to_show ON tournaments (id) WHERE shown < changes;
