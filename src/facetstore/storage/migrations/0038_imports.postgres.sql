-- Plans of imports: a file, how it is read, and what it would change. After it was applied: which elements it changed.

-- No part of the content: a plan leaves no history row and no new revision. It expires.
CREATE TABLE import_plan (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,
    principal   TEXT COLLATE "C" NOT NULL,                  -- who made it; for all others it does not exist
    facet       TEXT COLLATE "C" NOT NULL,
    state       TEXT COLLATE "C" NOT NULL,                  -- planned, applied or undone
    file        BYTEA NOT NULL,                             -- empty once it is applied
    settings    TEXT COLLATE "C" NOT NULL,                  -- JSON: how to read the file
    result      TEXT COLLATE "C" NOT NULL,                  -- JSON: findings, mapping and difference
    digest      TEXT COLLATE "C" NOT NULL,                  -- of the whole difference
    revision    BIGINT NOT NULL,                            -- at which it was applied; 0: not yet
    changed     TEXT COLLATE "C" NOT NULL,                  -- JSON: the ids of what it changed and created
    created     BIGINT NOT NULL,                            -- microseconds since 1970 UTC
    expires     BIGINT NOT NULL,
    PRIMARY KEY (tenant, id)
);
