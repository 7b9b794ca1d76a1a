-- Tenants: deleted ones, which cannot be called but can be restored for a while, and how many elements one may hold.

ALTER TABLE tenant ADD COLUMN quota INTEGER /* how many elements it may hold; NULL: any number */;
ALTER TABLE tenant ADD COLUMN deleted_at INTEGER /* microseconds since 1970 UTC; NULL: it is in use */;
ALTER TABLE tenant ADD COLUMN purge_at INTEGER /* from when on a deleted one cannot be restored */;

CREATE INDEX tenant_purge ON tenant (purge_at) WHERE purge_at IS NOT NULL;

-- Purged tenants, so that no key is assigned twice: what is still cached under a key must not be found again.
CREATE TABLE purged_tenant (
    key         INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    at          INTEGER NOT NULL                   -- microseconds since 1970 UTC
) STRICT;
