-- What the person in a seat wants done once a decision is their own, as JSON; NULL without a plan.
ALTER TABLE seats ADD COLUMN plan BLOB;
