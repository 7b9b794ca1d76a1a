-- Audit: who signed in or was refused, and who changed permissions. Rows are added, never changed.

CREATE TABLE audit (
    number      INTEGER PRIMARY KEY,               -- in the order in which it happened, over all tenants
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    at          INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    actor       TEXT,                              -- the element that did it; NULL: the command line, or an unknown caller
    kind        TEXT    NOT NULL,
    subject     TEXT,                              -- the element or facet that it is about
    address     TEXT,                              -- the IP address that it came from, as far as that is known
    detail      TEXT    NOT NULL                   -- JSON: further details
) STRICT;

CREATE INDEX audit_tenant ON audit (tenant, number);
CREATE INDEX audit_subject ON audit (tenant, subject, number);

CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'rows of the audit are never changed');
END;

-- They may only be deleted once their tenant is deleted.
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN (SELECT purge_at FROM tenant WHERE key = OLD.tenant) IS NULL BEGIN
    SELECT RAISE(ABORT, 'rows of the audit are never deleted');
END;
