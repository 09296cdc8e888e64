-- The channel of the thread in which a table stands, once somebody has looked; 0 where none can be told.
ALTER TABLE tables ADD COLUMN parent INTEGER;
