-- Counting: in which cultures versions are named and complete, and when all of them were released that ever were.
-- renew: that is worked out for what is stored.

ALTER TABLE version ADD COLUMN named TEXT COLLATE "C" /* the cultures in which it has a name, between commas; NULL: its name depends on none */;
ALTER TABLE version ADD COLUMN complete TEXT COLLATE "C" /* the same of those in which everything mandatory is filled */;

-- Also holds what has expired since; the list of what was released last passes over it.
DROP INDEX version_last_released;
CREATE INDEX version_released ON version (tenant, facet, released_on DESC, element) INCLUDE (published, visible, type) WHERE flow = 0 AND released_on IS NOT NULL;
