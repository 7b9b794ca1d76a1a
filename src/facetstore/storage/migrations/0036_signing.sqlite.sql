-- Signing: the keys by which the service signs release records. They belong to no tenant.

CREATE TABLE signing_key (
    id          TEXT    NOT NULL PRIMARY KEY,      -- the first digits of the SHA-256 of the public key
    public      BLOB    NOT NULL,
    private     BLOB,                              -- not there once it is retired
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    retired     INTEGER                            -- since when it signs nothing new
) STRICT;

-- One of them is not retired.
CREATE UNIQUE INDEX signing_key_current ON signing_key ((retired IS NULL)) WHERE retired IS NULL;
