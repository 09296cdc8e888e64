-- The last of several secret choices, as JSON, and when it is made (microseconds since 1970); NULL without one.
ALTER TABLE seats ADD COLUMN held BLOB;
ALTER TABLE seats ADD COLUMN reveal INTEGER;
