-- Whether the person in a seat is told at each decision what is good; NULL where they have not said, and the game decides.
ALTER TABLE seats ADD COLUMN coached INTEGER CHECK (coached IN (0, 1));
