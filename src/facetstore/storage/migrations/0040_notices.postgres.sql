-- Notices: what persons follow, what they are to know, and how far the history was read for that.

CREATE TABLE subscription (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,
    person      TEXT COLLATE "C" NOT NULL,
    below       BIGINT NOT NULL,                  -- 1: also everything below it
    created     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, element, person)
);
CREATE INDEX subscription_of_person ON subscription (tenant, person);

CREATE TABLE notice (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    person      TEXT COLLATE "C" NOT NULL,
    id          TEXT COLLATE "C" NOT NULL,                  -- made from what it is about, so that it is stored once
    kind        TEXT COLLATE "C" NOT NULL,
    element     TEXT COLLATE "C" NOT NULL,
    version     TEXT COLLATE "C",
    actor       TEXT COLLATE "C",
    detail      TEXT COLLATE "C" NOT NULL,                  -- such as the days that are left
    public      BIGINT NOT NULL,                  -- 0: it is about a draft, which viewers do not see
    created     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    seen        BIGINT NOT NULL,                  -- when it was marked as read; 0: not yet
    PRIMARY KEY (tenant, person, id)
);
CREATE INDEX notice_of_person ON notice (tenant, person, created);

CREATE TABLE notice_progress (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    source      TEXT COLLATE "C" NOT NULL,                  -- history or days
    done        BIGINT NOT NULL,                  -- up to this revision, or day since 1970
    PRIMARY KEY (tenant, source)
);
-- What happened before is no news.
INSERT INTO notice_progress (tenant, source, done) SELECT key, 'history', revision FROM tenant;
