-- Presence: which users have which elements open. What is lost in a crash is there again in seconds.

CREATE UNLOGGED TABLE presence (
    tenant      BIGINT NOT NULL,
    holder      TEXT COLLATE "C" NOT NULL,  -- the user and the window
    person      TEXT COLLATE "C" NOT NULL,
    element     TEXT COLLATE "C" NOT NULL,
    shape       TEXT COLLATE "C" NOT NULL,  -- of its diagram; empty: none
    editing     BIGINT NOT NULL,            -- 1: there are changes that are not saved
    until       BIGINT NOT NULL,            -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, holder)
);
