-- What the draws of a table depend on besides its secret, as JSON: what people have contributed and, from the
-- start on, what the secret is bound to. NULL at tables of before, whose draws depend on the secret alone.
ALTER TABLE tables ADD COLUMN chance BLOB;
