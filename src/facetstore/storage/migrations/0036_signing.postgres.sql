-- Signing: the keys by which the service signs release records. They belong to no tenant.

CREATE TABLE signing_key (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,      -- the first digits of the SHA-256 of the public key
    public      BYTEA NOT NULL,
    private     BYTEA,                            -- not there once it is retired
    created     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    retired     BIGINT                            -- since when it signs nothing new
);

-- One of them is not retired.
CREATE UNIQUE INDEX signing_key_current ON signing_key ((retired IS NULL)) WHERE retired IS NULL;
