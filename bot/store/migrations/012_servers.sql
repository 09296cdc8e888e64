-- What is set for a server, as JSON; its language is one of these settings.
ALTER TABLE servers ADD COLUMN settings BLOB NOT NULL DEFAULT x'7B7D';
UPDATE servers SET settings = CAST(json_object('language', locale) AS BLOB);
ALTER TABLE servers DROP COLUMN locale;
