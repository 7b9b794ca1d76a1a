-- Files: the contents of files in chunks, each content once for a tenant, and what uses them.

ALTER TABLE version ADD COLUMN files TEXT COLLATE "C" /* JSON: the files of the version; NULL: none */;

CREATE TABLE file_content (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,
    hash        TEXT COLLATE "C",                           -- SHA-256; NULL: still being received, or to be deleted
    size        BIGINT NOT NULL DEFAULT 0,        -- in bytes
    chunk_bytes BIGINT NOT NULL DEFAULT 0,        -- of all chunks but the last
    idle_since  BIGINT,                           -- last received, or last no longer used, microseconds since 1970 UTC; NULL: in use; -1: to be deleted
    PRIMARY KEY (tenant, id)
);

CREATE UNIQUE INDEX file_content_hash ON file_content (tenant, hash) WHERE hash IS NOT NULL;
-- Of all tenants: the scheduler looks for contents to collect by one statement.
CREATE INDEX file_content_idle ON file_content (idle_since) WHERE idle_since IS NOT NULL;

CREATE TABLE file_chunk (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    content     TEXT COLLATE "C" NOT NULL,
    number      BIGINT NOT NULL,
    data        BYTEA    NOT NULL,
    PRIMARY KEY (tenant, content, number)
);

-- Most files are compressed already.
ALTER TABLE file_chunk ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE file_use (
    tenant      BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    hash        TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, version, hash)
);

CREATE INDEX file_use_hash ON file_use (tenant, hash);

CREATE TABLE trash_file (
    tenant      BIGINT NOT NULL,
    deletion    TEXT COLLATE "C" NOT NULL,
    hash        TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, deletion, hash),
    FOREIGN KEY (tenant, deletion) REFERENCES trash (tenant, id) ON DELETE CASCADE
);

CREATE INDEX trash_file_hash ON trash_file (tenant, hash);

-- By triggers, so that no writer can forget it: the days until a content is collected count from when it was last used.
CREATE FUNCTION note_idle_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE facetstore.file_content SET idle_since = CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)
     WHERE tenant = OLD.tenant AND hash = OLD.hash;
    RETURN NULL;
END
$$;

CREATE TRIGGER file_use_ended AFTER DELETE ON file_use FOR EACH ROW EXECUTE FUNCTION note_idle_file();
CREATE TRIGGER trash_file_ended AFTER DELETE ON trash_file FOR EACH ROW EXECUTE FUNCTION note_idle_file();

CREATE OR REPLACE FUNCTION forget_details() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    each    record;
BEGIN
    -- By lists of keys, which leave the planner no choice but the primary keys.
    FOR each IN SELECT gone.tenant, array_agg(gone.key) AS keys FROM gone GROUP BY gone.tenant LOOP
        DELETE FROM facetstore.attribute WHERE tenant = each.tenant AND version = ANY (each.keys);
        DELETE FROM facetstore.reference WHERE tenant = each.tenant AND version = ANY (each.keys);
        DELETE FROM facetstore.card_related WHERE tenant = each.tenant AND version = ANY (each.keys);
        DELETE FROM facetstore.shape WHERE tenant = each.tenant AND version = ANY (each.keys);
        DELETE FROM facetstore.flow WHERE tenant = each.tenant AND version = ANY (each.keys);
        DELETE FROM facetstore.words WHERE tenant = each.tenant AND version = ANY (each.keys);
        DELETE FROM facetstore.file_use WHERE tenant = each.tenant AND version = ANY (each.keys);
    END LOOP;
    RETURN NULL;
END
$$;
