-- Notices: what persons follow, what they are to know, and how far the history was read for that.

CREATE TABLE subscription (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,
    person      TEXT    NOT NULL,
    below       INTEGER NOT NULL,                  -- 1: also everything below it
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, element, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_of_person ON subscription (tenant, person);

CREATE TABLE notice (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    person      TEXT    NOT NULL,
    id          TEXT    NOT NULL,                  -- made from what it is about, so that it is stored once
    kind        TEXT    NOT NULL,
    element     TEXT    NOT NULL,
    version     TEXT,
    actor       TEXT,
    detail      TEXT    NOT NULL,                  -- such as the days that are left
    public      INTEGER NOT NULL,                  -- 0: it is about a draft, which viewers do not see
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    seen        INTEGER NOT NULL,                  -- when it was marked as read; 0: not yet
    PRIMARY KEY (tenant, person, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notice_of_person ON notice (tenant, person, created);

CREATE TABLE notice_progress (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    source      TEXT    NOT NULL,                  -- history or days
    done        INTEGER NOT NULL,                  -- up to this revision, or day since 1970
    PRIMARY KEY (tenant, source)
) STRICT, WITHOUT ROWID;
-- What happened before is no news.
INSERT INTO notice_progress (tenant, source, done) SELECT key, 'history', revision FROM tenant;
