-- The character of the computer in a seat, which its name stands for; empty where it has none of its own.
ALTER TABLE seats ADD COLUMN character TEXT NOT NULL DEFAULT '';
