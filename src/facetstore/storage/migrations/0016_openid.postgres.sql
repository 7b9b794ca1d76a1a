-- OpenID Connect: sign-ins that were begun at a provider and have not come back yet.

CREATE TABLE openid_sign_in (
    tenant      BIGINT NOT NULL,                  -- 0: there is none at the address, which must stay unknown
    hash        TEXT COLLATE "C" NOT NULL,                  -- SHA-256 of the secret in the cookie of the browser that has begun it
    back        TEXT COLLATE "C" NOT NULL,                  -- the path of the page to come back to
    expires     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, hash)
);

CREATE INDEX openid_sign_in_expires ON openid_sign_in (tenant, expires);
