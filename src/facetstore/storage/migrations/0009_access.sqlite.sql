-- Access: permissions set on elements and facets. A setting makes a zone: its element and all below it, down to the next one.

CREATE TABLE permission (
    zone        INTEGER PRIMARY KEY,               -- its number, which versions refer to
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,                  -- on which it is set
    inherits    INTEGER NOT NULL,
    excludes    INTEGER NOT NULL,
    grants      TEXT    NOT NULL,                  -- JSON: who gets which permission sets
    UNIQUE (tenant, element)
) STRICT;

CREATE TABLE facet_permission (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    facet       TEXT    NOT NULL,
    grants      TEXT    NOT NULL,
    PRIMARY KEY (tenant, facet)
) STRICT, WITHOUT ROWID;

ALTER TABLE tenant ADD COLUMN zoned INTEGER NOT NULL DEFAULT 0 /* the revision of the last change of zones; 0: there never were any */;
ALTER TABLE trash ADD COLUMN facet TEXT NOT NULL DEFAULT '';
ALTER TABLE trash ADD COLUMN zone INTEGER NOT NULL DEFAULT 0 /* the zone in which it was when it was deleted */;
ALTER TABLE version ADD COLUMN zone INTEGER NOT NULL DEFAULT 0 /* the zone whose permissions hold; 0: none */;

-- Reads that need the index alone still do for callers from whom a zone is hidden.
DROP INDEX version_newest;
DROP INDEX version_published;
DROP INDEX version_list_newest;
DROP INDEX version_list_published;
DROP INDEX version_place;
CREATE INDEX version_newest ON version (tenant, element, sort_name, reference, zone) WHERE newest = 1;
CREATE INDEX version_published ON version (tenant, element, sort_name, reference, zone) WHERE published = 1;
CREATE INDEX version_list_newest ON version (tenant, facet, sort_name, element, type, state, zone) WHERE newest = 1 AND flow = 0;
CREATE INDEX version_list_published ON version (tenant, facet, sort_name, element, type, state, zone) WHERE published = 1 AND flow = 0;
CREATE INDEX version_place ON version (tenant, key, facet, newest, published, flow, sort_name, element, type, state, named, complete, zone);
DROP INDEX version_released;
CREATE INDEX version_released ON version (tenant, facet, released_on DESC, element, published, visible, type, zone) WHERE flow = 0 AND released_on IS NOT NULL;
CREATE INDEX version_zone ON version (tenant, zone) WHERE zone <> 0;

-- A token has the role that the attributes of its element give it.
ALTER TABLE token DROP COLUMN role;
