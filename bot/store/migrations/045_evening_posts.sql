-- The post that announces an evening: NULL before somebody has looked for it, 0 where people have taken it away. So many
-- changes of the evening there are to show, of which it shows some.
ALTER TABLE evenings ADD COLUMN post INTEGER;
ALTER TABLE evenings ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE evenings ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;

CREATE INDEX evenings_to_show ON evenings (id) WHERE shown < changes;
