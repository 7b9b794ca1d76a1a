-- Audit: who signed in or was refused, and who changed permissions. Rows are added, never changed.

CREATE TABLE audit (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order in which it happened, over all tenants
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    at          BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    actor       TEXT COLLATE "C",                              -- the element that did it; NULL: the command line, or an unknown caller
    kind        TEXT COLLATE "C" NOT NULL,
    subject     TEXT COLLATE "C",                              -- the element or facet that it is about
    address     TEXT COLLATE "C",                              -- the IP address that it came from, as far as that is known
    detail      TEXT COLLATE "C" NOT NULL                   -- JSON: further details
);

CREATE INDEX audit_tenant ON audit (tenant, number);
CREATE INDEX audit_subject ON audit (tenant, subject, number);

-- They may only be deleted once their tenant is deleted.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM facetstore.tenant WHERE key = OLD.tenant AND purge_at IS NOT NULL) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'rows of the audit are never changed or deleted';
END
$$;

CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();
