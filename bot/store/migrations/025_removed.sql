-- Who was removed from a table, where an act did that; NULL elsewhere, in older lines, and once the person is forgotten.
ALTER TABLE audit ADD COLUMN target INTEGER;
