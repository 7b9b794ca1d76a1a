-- Preferences: what a page remembers for a user, or for all users of a tenant.

-- No part of the content: a change leaves no history row and no new revision.
CREATE TABLE preference (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    owner       TEXT COLLATE "C" NOT NULL,                  -- whose it is; empty: shared by all users
    kind        TEXT COLLATE "C" NOT NULL,
    key         TEXT COLLATE "C" NOT NULL,
    author      TEXT COLLATE "C" NOT NULL,                  -- who created it
    value       TEXT COLLATE "C" NOT NULL,                  -- JSON
    changed     BIGINT NOT NULL,                            -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, owner, kind, key)
);
