-- Agents that persons have signed in: which program may act for whom, and the secrets that it holds (OAuth 2.1).

-- No part of the content: a grant leaves no history row and no new revision. The audit says who allowed what.
CREATE TABLE agent_grant (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,
    element     TEXT COLLATE "C" NOT NULL,                  -- the user for whom it acts
    client      TEXT COLLATE "C" NOT NULL,                  -- the program, as it was registered
    name        TEXT COLLATE "C" NOT NULL,                  -- what the program calls itself
    scope       TEXT COLLATE "C" NOT NULL,                  -- what it may do, in words of the protocol
    created     BIGINT NOT NULL,                -- microseconds since 1970 UTC
    used        BIGINT NOT NULL,                -- when it last got new secrets
    expires     BIGINT NOT NULL,                -- after that the user is asked again
    PRIMARY KEY (tenant, id)
);
CREATE INDEX agent_grant_element ON agent_grant (tenant, element);

CREATE TABLE agent_secret (
    tenant      BIGINT NOT NULL,
    hash        TEXT COLLATE "C" NOT NULL,                  -- SHA-256 of the secret
    agent_grant TEXT COLLATE "C" NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,                  -- code, access or refresh
    challenge   TEXT COLLATE "C" NOT NULL,                  -- of a code: what its verifier must fit
    redirect    TEXT COLLATE "C" NOT NULL,                  -- of a code: the address that it was sent to
    expires     BIGINT NOT NULL,                -- microseconds since 1970 UTC
    used        BIGINT NOT NULL,                -- codes and refresh tokens work once; 0: not yet
    PRIMARY KEY (tenant, hash)
);
CREATE INDEX agent_secret_grant ON agent_secret (tenant, agent_grant);
