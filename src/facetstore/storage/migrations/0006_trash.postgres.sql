-- Trash: drafts that were deleted alone, and versions by the stereotype they carry.

ALTER TABLE trash ADD COLUMN version TEXT COLLATE "C" /* the draft that was deleted alone; NULL: the whole element was */;

CREATE INDEX version_stereotype ON version (tenant, stereotype) WHERE stereotype IS NOT NULL;
