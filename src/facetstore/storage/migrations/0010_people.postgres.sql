-- People: how they sign in. None of it is part of an element, so that no operation on elements reaches it.

CREATE TABLE account (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,                  -- the user who signs in
    login       TEXT COLLATE "C" NOT NULL,                  -- as it is compared: without regard to letter case
    password    TEXT COLLATE "C",                              -- its argon2id hash; NULL: there is none
    PRIMARY KEY (tenant, element)
);

CREATE UNIQUE INDEX account_login ON account (tenant, login);

-- Users who are signed in.
CREATE TABLE session (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    hash        TEXT COLLATE "C" NOT NULL,                  -- SHA-256 of the secret in the cookie
    element     TEXT COLLATE "C" NOT NULL,                  -- the user who acts
    created     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    expires     BIGINT NOT NULL,
    PRIMARY KEY (tenant, hash)
);

CREATE INDEX session_element ON session (tenant, element);
CREATE INDEX session_expires ON session (tenant, expires);

-- Links that sign a user in, each once.
CREATE TABLE sign_in_link (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    hash        TEXT COLLATE "C" NOT NULL,                  -- SHA-256 of the secret in the link
    element     TEXT COLLATE "C" NOT NULL,
    expires     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, hash)
);

-- What reads show of a user, but is no change of the user: it leaves no history row and no new revision.
CREATE TABLE sign_in_count (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,
    first_on    TEXT COLLATE "C" NOT NULL,                  -- local to the tenant
    last_on     TEXT COLLATE "C" NOT NULL,
    number      BIGINT NOT NULL,
    PRIMARY KEY (tenant, element)
);

-- Failed sign-ins, after which the next attempt has to wait. Without a tenant: attempts at tenants that do not exist count, too.
CREATE TABLE sign_in_attempt (
    subject     TEXT COLLATE "C" NOT NULL PRIMARY KEY,      -- SHA-256 of a tenant with a name, or of an address
    failed      BIGINT NOT NULL,
    at          BIGINT NOT NULL                   -- of the last attempt, microseconds since 1970 UTC
);

CREATE INDEX sign_in_attempt_age ON sign_in_attempt (at);
