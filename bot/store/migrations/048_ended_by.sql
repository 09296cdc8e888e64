-- In which seat whoever has ended a table without a result sat.
ALTER TABLE tables ADD COLUMN ended_by INTEGER;
