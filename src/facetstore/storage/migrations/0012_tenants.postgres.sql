-- Tenants: deleted ones, which cannot be called but can be restored for a while, and how many elements one may hold.

ALTER TABLE tenant ADD COLUMN quota BIGINT /* how many elements it may hold; NULL: any number */;
ALTER TABLE tenant ADD COLUMN deleted_at BIGINT /* microseconds since 1970 UTC; NULL: it is in use */;
ALTER TABLE tenant ADD COLUMN purge_at BIGINT /* from when on a deleted one cannot be restored */;

CREATE INDEX tenant_purge ON tenant (purge_at) WHERE purge_at IS NOT NULL;

-- Purged tenants, so that no key is assigned twice: what is still cached under a key must not be found again.
CREATE TABLE purged_tenant (
    key         BIGINT  NOT NULL PRIMARY KEY,
    id          TEXT COLLATE "C" NOT NULL,
    address     TEXT COLLATE "C" NOT NULL,
    at          BIGINT  NOT NULL                   -- microseconds since 1970 UTC
);
