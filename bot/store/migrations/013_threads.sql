-- Whether the channel of a table is a thread, and whether the bot opened it.
ALTER TABLE tables ADD COLUMN thread TEXT NOT NULL DEFAULT '';
