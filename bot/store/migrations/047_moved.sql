-- When the time of an evening has changed last, or it was called off: a call from before that is another one.
ALTER TABLE evenings ADD COLUMN moved_at INTEGER;
