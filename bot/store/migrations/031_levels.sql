-- The games of one kind in order of time, across servers: the levels of the computers are rated one game after the other.
CREATE INDEX results_by_game ON results (game, at, table_id);
