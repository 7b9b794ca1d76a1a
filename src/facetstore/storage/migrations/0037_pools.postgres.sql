-- Pools: databases that share the tenants of an installation. Every pool numbers from a range of its own, so that a tenant keeps its
-- numbers wherever it lives: from number * 2^40 on.

CREATE TABLE pool (
    number       BIGINT NOT NULL PRIMARY KEY,
    name         TEXT COLLATE "C" NOT NULL UNIQUE,
    installation TEXT COLLATE "C" NOT NULL,        -- of the first pool, the same in all of them
    here         BIGINT NOT NULL,                  -- 1: it is this database
    joined       BIGINT NOT NULL,                  -- 1: it knows its number itself
    versions     BIGINT NOT NULL,                  -- keys of versions up to this one are taken (in SQLite; here the sequence knows)
    zones        BIGINT NOT NULL                   -- numbers of zones up to this one are taken (likewise)
);

-- Where tenants live: every pool knows all of them, so that those of a pool that does not answer are not taken for unknown ones.
CREATE TABLE directory (
    address      TEXT COLLATE "C" NOT NULL PRIMARY KEY,     -- collection/storage, casefolded
    id           TEXT COLLATE "C" NOT NULL UNIQUE,
    pool         TEXT COLLATE "C" NOT NULL
);

ALTER TABLE tenant ADD COLUMN moved_to TEXT COLLATE "C" /* the pool in which it lives now; its rows here are deleted at purge_at */;
ALTER TABLE tenant ADD COLUMN arriving TEXT COLLATE "C" /* copying: its rows come from another pool; complete: they are all here */;
