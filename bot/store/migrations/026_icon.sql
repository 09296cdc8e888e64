-- The icon that the person in a seat has chosen for all tables; empty for the symbol of the seat.
ALTER TABLE seats ADD COLUMN icon TEXT NOT NULL DEFAULT '';
