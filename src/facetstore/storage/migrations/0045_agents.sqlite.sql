-- Agents that persons have signed in: which program may act for whom, and the secrets that it holds (OAuth 2.1).

-- No part of the content: a grant leaves no history row and no new revision. The audit says who allowed what.
CREATE TABLE agent_grant (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT NOT NULL,
    element     TEXT NOT NULL,                  -- the user for whom it acts
    client      TEXT NOT NULL,                  -- the program, as it was registered
    name        TEXT NOT NULL,                  -- what the program calls itself
    scope       TEXT NOT NULL,                  -- what it may do, in words of the protocol
    created     INTEGER NOT NULL,                -- microseconds since 1970 UTC
    used        INTEGER NOT NULL,                -- when it last got new secrets
    expires     INTEGER NOT NULL,                -- after that the user is asked again
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_grant_element ON agent_grant (tenant, element);

CREATE TABLE agent_secret (
    tenant      INTEGER NOT NULL,
    hash        TEXT NOT NULL,                  -- SHA-256 of the secret
    agent_grant TEXT NOT NULL,
    kind        TEXT NOT NULL,                  -- code, access or refresh
    challenge   TEXT NOT NULL,                  -- of a code: what its verifier must fit
    redirect    TEXT NOT NULL,                  -- of a code: the address that it was sent to
    expires     INTEGER NOT NULL,                -- microseconds since 1970 UTC
    used        INTEGER NOT NULL,                -- codes and refresh tokens work once; 0: not yet
    PRIMARY KEY (tenant, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_secret_grant ON agent_secret (tenant, agent_grant);
