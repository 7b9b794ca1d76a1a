-- Pools: databases that share the tenants of an installation. Every pool numbers from a range of its own, so that a tenant keeps its
-- numbers wherever it lives: from number * 2^40 on.

CREATE TABLE pool (
    number       INTEGER NOT NULL PRIMARY KEY,
    name         TEXT    NOT NULL UNIQUE,
    installation TEXT    NOT NULL,                 -- of the first pool, the same in all of them
    here         INTEGER NOT NULL,                 -- 1: it is this database
    joined       INTEGER NOT NULL,                 -- 1: it knows its number itself
    versions     INTEGER NOT NULL,                 -- keys of versions up to this one are taken
    zones        INTEGER NOT NULL                  -- numbers of zones up to this one are taken
) STRICT;

-- Where tenants live: every pool knows all of them, so that those of a pool that does not answer are not taken for unknown ones.
CREATE TABLE directory (
    address      TEXT    NOT NULL PRIMARY KEY,     -- collection/storage, casefolded
    id           TEXT    NOT NULL UNIQUE,
    pool         TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE tenant ADD COLUMN moved_to TEXT /* the pool in which it lives now; its rows here are deleted at purge_at */;
ALTER TABLE tenant ADD COLUMN arriving TEXT /* copying: its rows come from another pool; complete: they are all here */;
