-- Spans: from which revision until which an element stood where in lists and trees, so that those of an earlier moment are cut by an index.
-- spans: they are filled from the history.

-- Derived from the history, which proves it. One row for each version that an element shows: its newest one, and the one that viewers see.
CREATE TABLE span (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,
    version     TEXT    NOT NULL,                  -- its id
    since       INTEGER NOT NULL,                  -- the first revision in which it was so
    until       INTEGER NOT NULL,                  -- the first revision in which it was not so any more; 2^62: it still is
    facet       TEXT    NOT NULL,
    type        TEXT    NOT NULL,
    state       TEXT,
    parent      TEXT,
    position    INTEGER NOT NULL,
    sort_name   TEXT    NOT NULL,
    released_on TEXT,
    newest      INTEGER NOT NULL,
    published   INTEGER NOT NULL,
    stereotype  TEXT,
    creation_id TEXT,
    PRIMARY KEY (tenant, element, version, since)
) STRICT, WITHOUT ROWID;

-- Lists walk the first one in order, trees the second one; both hold all that decides whether a row is of a moment.
CREATE INDEX span_list ON span (tenant, facet, sort_name, element, since, until, newest, published, released_on);
CREATE INDEX span_place ON span (tenant, parent, facet, position, element, since, until, newest);

-- Which permissions hold for what is deleted.
CREATE INDEX trash_element ON trash (tenant, element, at, id, zone);
