-- The notice that put a message of ours up: a board of the same version may have been posted before.
ALTER TABLE posts ADD COLUMN notice INTEGER;
