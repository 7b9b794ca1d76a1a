-- Persons: personal data can be erased, also from the history.
-- seal: every history is chained again. The hash of a row covers its texts by a hash with a random salt, which an erasure deletes.

ALTER TABLE history ADD COLUMN salt TEXT NOT NULL DEFAULT '';
ALTER TABLE history ADD COLUMN sealed TEXT /* of a row from which personal data was erased: the seal of what stood there */;

CREATE TABLE erased_person (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,                  -- the user
    pseudonym   TEXT    NOT NULL,
    at          INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    is_open     INTEGER NOT NULL,                  -- being erased in this transaction: rows of the audit may be changed
    PRIMARY KEY (tenant, element)
) STRICT, WITHOUT ROWID;

DROP TRIGGER audit_unchanged;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
WHEN NOT (EXISTS (SELECT 1 FROM erased_person WHERE tenant = OLD.tenant AND is_open = 1)
          AND (NEW.number, NEW.tenant, NEW.at, NEW.actor, NEW.kind, NEW.subject)
              IS (OLD.number, OLD.tenant, OLD.at, OLD.actor, OLD.kind, OLD.subject)) BEGIN
    SELECT RAISE(ABORT, 'rows of the audit are never changed');
END;
