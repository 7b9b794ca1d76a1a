-- Persons: personal data can be erased, also from the history.
-- seal: every history is chained again. The hash of a row covers its texts by a hash with a random salt, which an erasure deletes.

ALTER TABLE history ADD COLUMN salt TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE history ADD COLUMN sealed TEXT COLLATE "C"; -- of a row from which personal data was erased: the seal of what stood there

CREATE TABLE erased_person (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,                  -- the user
    pseudonym   TEXT COLLATE "C" NOT NULL,
    at          BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    is_open     BIGINT NOT NULL,                  -- being erased in this transaction: rows of the audit may be changed
    PRIMARY KEY (tenant, element)
);

CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM facetstore.tenant WHERE key = OLD.tenant AND purge_at IS NOT NULL) THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND EXISTS (SELECT FROM facetstore.erased_person WHERE tenant = OLD.tenant AND is_open = 1)
       AND (NEW.number, NEW.tenant, NEW.at, NEW.actor, NEW.kind, NEW.subject)
           IS NOT DISTINCT FROM (OLD.number, OLD.tenant, OLD.at, OLD.actor, OLD.kind, OLD.subject) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of the audit are never changed or deleted';
END
$$;
