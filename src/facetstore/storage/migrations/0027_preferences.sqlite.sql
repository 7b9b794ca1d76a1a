-- Preferences: what a page remembers for a user, or for all users of a tenant.

-- No part of the content: a change leaves no history row and no new revision.
CREATE TABLE preference (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    owner       TEXT    NOT NULL,                  -- whose it is; empty: shared by all users
    kind        TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    author      TEXT    NOT NULL,                  -- who created it
    value       TEXT    NOT NULL,                  -- JSON
    changed     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, owner, kind, key)
) STRICT, WITHOUT ROWID;
