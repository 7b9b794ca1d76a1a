-- Tokens: how often each was used, from where, and when.

-- What reads show of a token and of its hosts, but is no change of them: it leaves no history row and no new revision.
CREATE TABLE token_use (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,                  -- the token, or the host that it was used from
    first_on    TEXT COLLATE "C" NOT NULL,                  -- local to the tenant
    last_on     TEXT COLLATE "C" NOT NULL,
    number      BIGINT NOT NULL,
    PRIMARY KEY (tenant, element)
);

-- The last day on which it was logged which tokens expire soon: one node a day does it.
CREATE TABLE expiry_notice (
    day         TEXT COLLATE "C" NOT NULL PRIMARY KEY       -- in UTC
);
