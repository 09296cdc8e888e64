-- Since when nothing could be posted where a table stands.
ALTER TABLE tables ADD COLUMN silent_since INTEGER;
