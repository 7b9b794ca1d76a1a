-- Trash: drafts that were deleted alone, and who misses a stereotype.

ALTER TABLE trash ADD COLUMN version TEXT COLLATE "C" /* the draft that was deleted alone; NULL: the whole element was */;

CREATE INDEX version_stereotype ON version (tenant, stereotype) WHERE stereotype IS NOT NULL;
