-- Limits: how many requests each caller has left, shared by all nodes. What is lost in a crash would be full again in seconds.

CREATE UNLOGGED TABLE rate_bucket (
    subject     TEXT COLLATE "C" NOT NULL PRIMARY KEY,  -- the tenant's key and the token or person
    level       BIGINT NOT NULL,                        -- in millionths of a request
    at          BIGINT NOT NULL,                        -- when it was computed, in microseconds since 1970 UTC
    lent        TEXT COLLATE "C" NOT NULL               -- JSON: what processes hold, and until when
);
