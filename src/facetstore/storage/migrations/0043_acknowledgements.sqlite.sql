-- Acknowledgements: whom an element asks to confirm that they have read what is released, and who has confirmed which version.

CREATE TABLE acknowledgement_request (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,
    whom        TEXT    NOT NULL,                  -- of a user, a group or an element with holders its id; or a role of callers
    asker       TEXT    NOT NULL,
    asked       INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, element, whom)
) STRICT, WITHOUT ROWID;
CREATE INDEX acknowledgement_request_of_whom ON acknowledgement_request (tenant, whom);

CREATE TABLE acknowledgement (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    version     TEXT    NOT NULL,                  -- what was read; stays when the version is gone
    person      TEXT    NOT NULL,
    element     TEXT    NOT NULL,
    at          INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    culture     INTEGER NOT NULL,                  -- in which it was read
    PRIMARY KEY (tenant, version, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX acknowledgement_of_element ON acknowledgement (tenant, element);
CREATE INDEX acknowledgement_of_person ON acknowledgement (tenant, person);
