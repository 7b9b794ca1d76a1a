-- People: how they sign in. None of it is part of an element, so that no operation on elements reaches it.

CREATE TABLE account (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,                  -- the user who signs in
    login       TEXT    NOT NULL,                  -- as it is compared: without regard to letter case
    password    TEXT,                              -- its argon2id hash; NULL: there is none
    PRIMARY KEY (tenant, element)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX account_login ON account (tenant, login);

-- Users who are signed in.
CREATE TABLE session (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    hash        TEXT    NOT NULL,                  -- SHA-256 of the secret in the cookie
    element     TEXT    NOT NULL,                  -- the user who acts
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    expires     INTEGER NOT NULL,
    PRIMARY KEY (tenant, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX session_element ON session (tenant, element);
CREATE INDEX session_expires ON session (tenant, expires);

-- Links that sign a user in, each once.
CREATE TABLE sign_in_link (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    hash        TEXT    NOT NULL,                  -- SHA-256 of the secret in the link
    element     TEXT    NOT NULL,
    expires     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, hash)
) STRICT, WITHOUT ROWID;

-- What reads show of a user, but is no change of the user: it leaves no history row and no new revision.
CREATE TABLE sign_in_count (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,
    first_on    TEXT    NOT NULL,                  -- local to the tenant
    last_on     TEXT    NOT NULL,
    number      INTEGER NOT NULL,
    PRIMARY KEY (tenant, element)
) STRICT, WITHOUT ROWID;

-- Failed sign-ins, after which the next attempt has to wait. Without a tenant: attempts at tenants that do not exist count, too.
CREATE TABLE sign_in_attempt (
    subject     TEXT    NOT NULL PRIMARY KEY,      -- SHA-256 of a tenant with a name, or of an address
    failed      INTEGER NOT NULL,
    at          INTEGER NOT NULL                   -- of the last attempt, microseconds since 1970 UTC
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_attempt_age ON sign_in_attempt (at);
