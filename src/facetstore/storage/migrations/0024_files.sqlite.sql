-- Files: the contents of files in chunks, each content once for a tenant, and what uses them.

ALTER TABLE version ADD COLUMN files TEXT /* JSON: the files of the version; NULL: none */;

CREATE TABLE file_content (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,
    hash        TEXT,                              -- SHA-256; NULL: still being received, or to be deleted
    size        INTEGER NOT NULL DEFAULT 0,        -- in bytes
    chunk_bytes INTEGER NOT NULL DEFAULT 0,        -- of all chunks but the last
    idle_since  INTEGER,                           -- last received, or last no longer used, microseconds since 1970 UTC; NULL: in use; -1: to be deleted
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX file_content_hash ON file_content (tenant, hash) WHERE hash IS NOT NULL;
-- Of all tenants: the scheduler looks for contents to collect by one statement.
CREATE INDEX file_content_idle ON file_content (idle_since) WHERE idle_since IS NOT NULL;

CREATE TABLE file_chunk (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    content     TEXT    NOT NULL,
    number      INTEGER NOT NULL,
    data        BLOB    NOT NULL,
    PRIMARY KEY (tenant, content, number)
) STRICT;

CREATE TABLE file_use (
    tenant      INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    hash        TEXT    NOT NULL,
    PRIMARY KEY (tenant, version, hash),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX file_use_hash ON file_use (tenant, hash);

CREATE TABLE trash_file (
    tenant      INTEGER NOT NULL,
    deletion    TEXT    NOT NULL,
    hash        TEXT    NOT NULL,
    PRIMARY KEY (tenant, deletion, hash),
    FOREIGN KEY (tenant, deletion) REFERENCES trash (tenant, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX trash_file_hash ON trash_file (tenant, hash);

-- By triggers, so that no writer can forget it: the days until a content is collected count from when it was last used.
CREATE TRIGGER file_use_ended AFTER DELETE ON file_use BEGIN
    UPDATE file_content SET idle_since = CAST(unixepoch('subsec') * 1000000 AS INTEGER)
     WHERE tenant = OLD.tenant AND hash = OLD.hash;
END;
CREATE TRIGGER trash_file_ended AFTER DELETE ON trash_file BEGIN
    UPDATE file_content SET idle_since = CAST(unixepoch('subsec') * 1000000 AS INTEGER)
     WHERE tenant = OLD.tenant AND hash = OLD.hash;
END;
