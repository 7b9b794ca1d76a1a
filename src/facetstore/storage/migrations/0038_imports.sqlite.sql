-- Plans of imports: a file, how it is read, and what it would change. After it was applied: which elements it changed.

-- No part of the content: a plan leaves no history row and no new revision. It expires.
CREATE TABLE import_plan (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,
    principal   TEXT    NOT NULL,                  -- who made it; for all others it does not exist
    facet       TEXT    NOT NULL,
    state       TEXT    NOT NULL,                  -- planned, applied or undone
    file        BLOB    NOT NULL,                  -- empty once it is applied
    settings    TEXT    NOT NULL,                  -- JSON: how to read the file
    result      TEXT    NOT NULL,                  -- JSON: findings, mapping and difference
    digest      TEXT    NOT NULL,                  -- of the whole difference
    revision    INTEGER NOT NULL,                  -- at which it was applied; 0: not yet
    changed     TEXT    NOT NULL,                  -- JSON: the ids of what it changed and created
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    expires     INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
