-- For how long a person's move was owed, in microseconds, without rests and vacations; of older ones unknown.
ALTER TABLE log ADD COLUMN owed INTEGER CHECK (owed >= 0);
