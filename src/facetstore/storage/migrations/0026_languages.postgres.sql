-- Languages: the languages and the predefined stereotypes of a tenant are elements.
-- configuration: every tenant gets the elements that are missing.

ALTER TABLE version ADD COLUMN unshown TEXT COLLATE "C";       -- texts in languages that the tenant has removed, as JSON

-- A language that comes back looks for them.
CREATE INDEX version_unshown ON version (tenant, key) WHERE unshown IS NOT NULL;
