-- Counting: in which cultures versions are named and complete, and when they were released, also if they have expired since.
-- renew: that is computed for stored versions.

ALTER TABLE version ADD COLUMN named TEXT /* the cultures in which it has a name, separated by commas; NULL: its name depends on none */;
ALTER TABLE version ADD COLUMN complete TEXT /* the same for the cultures in which everything mandatory is filled */;

DROP INDEX version_place;
CREATE INDEX version_place ON version (tenant, key, facet, newest, published, flow, sort_name, element, type, state, named, complete);

-- Also holds versions that have expired since; the list of elements released last skips them.
DROP INDEX version_last_released;
CREATE INDEX version_released ON version (tenant, facet, released_on DESC, element, published, visible, type) WHERE flow = 0 AND released_on IS NOT NULL;
