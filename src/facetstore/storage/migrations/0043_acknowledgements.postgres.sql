-- Acknowledgements: whom an element asks to confirm that they have read what is released, and who has confirmed which version.

CREATE TABLE acknowledgement_request (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,
    whom        TEXT COLLATE "C" NOT NULL,                  -- of a user, a group or an element with holders its id; or a role of callers
    asker       TEXT COLLATE "C" NOT NULL,
    asked       BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, element, whom)
);
CREATE INDEX acknowledgement_request_of_whom ON acknowledgement_request (tenant, whom);

CREATE TABLE acknowledgement (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    version     TEXT COLLATE "C" NOT NULL,                  -- what was read; stays when the version is gone
    person      TEXT COLLATE "C" NOT NULL,
    element     TEXT COLLATE "C" NOT NULL,
    at          BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    culture     BIGINT NOT NULL,                  -- in which it was read
    PRIMARY KEY (tenant, version, person)
);
CREATE INDEX acknowledgement_of_element ON acknowledgement (tenant, element);
CREATE INDEX acknowledgement_of_person ON acknowledgement (tenant, person);
