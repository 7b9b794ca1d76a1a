-- The core: tenants, elements with their versions, references, diagrams, tokens, history.
-- `tenant` leads every key. Ids are lower-case GUID texts; the rows of a version refer to `version.key`.

CREATE TABLE tenant (
    key         INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    address     TEXT    NOT NULL UNIQUE,           -- collection/storage, casefolded: how a request finds it
    collection  TEXT    NOT NULL,
    storage     TEXT    NOT NULL,
    settings    TEXT    NOT NULL,                  -- JSON, see domain/tenant.py
    additions   TEXT    NOT NULL DEFAULT '{}',     -- the tenant's own metamodel, JSON
    revision    INTEGER NOT NULL DEFAULT 0,        -- every write adds one
    definition  INTEGER NOT NULL DEFAULT 0,        -- the revision of the last change of settings or additions
    access      INTEGER NOT NULL DEFAULT 0,        -- counts the changes of who may call and what callers may do
    head        TEXT    NOT NULL DEFAULT ''        -- hash of the newest history row: the chain's end
) STRICT;

CREATE TABLE element (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,
    facet       TEXT    NOT NULL,
    type        TEXT    NOT NULL,
    parent      TEXT,
    position    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX element_children ON element (tenant, parent, position, id) WHERE parent IS NOT NULL;
CREATE INDEX element_top ON element (tenant, facet, type, position, id) WHERE parent IS NULL;

CREATE TABLE version (
    key          INTEGER PRIMARY KEY,
    tenant       INTEGER NOT NULL REFERENCES tenant (key),
    id           TEXT    NOT NULL,                 -- of unversioned elements: the element's id
    element      TEXT    NOT NULL,
    facet        TEXT    NOT NULL,
    type         TEXT    NOT NULL,
    state        TEXT,
    major        INTEGER NOT NULL,
    minor        INTEGER NOT NULL,
    created_on   TEXT    NOT NULL,                 -- with major and minor: the order of an element's versions
    released_on  TEXT,
    newest       INTEGER NOT NULL,                 -- what an id selects for callers who see drafts
    visible      INTEGER NOT NULL,                 -- viewers may see this version
    published    INTEGER NOT NULL,                 -- what an id selects for viewers: the newest visible one
    was_released INTEGER NOT NULL,                 -- is in the release history
    flow         INTEGER NOT NULL,                 -- lives only inside a diagram
    authored     INTEGER NOT NULL,                 -- names an author or secondary author
    sort_name    TEXT    NOT NULL,                 -- order key of the name in the tenant's default culture
    revision     INTEGER NOT NULL,                 -- of this version: what If-Match compares
    attributes   TEXT    NOT NULL,                 -- all attributes as JSON, addresses left out
    card         TEXT    NOT NULL,                 -- identity and what lists show, as JSON, still open
    reference    TEXT    NOT NULL,                 -- how others refer to this version, as JSON
    creation_id  TEXT,
    stereotype   TEXT,
    UNIQUE (tenant, id),
    UNIQUE (tenant, key)                           -- what the rows of a version refer to: their keys lead with the tenant, too
) STRICT;

CREATE INDEX version_of_element ON version (tenant, element, major, minor, created_on, id);
-- These two answer a reference, and the place of a child among its siblings, from the index alone: one descent of one tree for each.
CREATE INDEX version_newest ON version (tenant, element, sort_name, reference) WHERE newest = 1;
CREATE INDEX version_published ON version (tenant, element, sort_name, reference) WHERE published = 1;
-- Lists walk these in order; a far page counts in them without reading documents.
CREATE INDEX version_list_newest ON version (tenant, facet, sort_name, element) WHERE newest = 1 AND flow = 0;
CREATE INDEX version_list_published ON version (tenant, facet, sort_name, element) WHERE published = 1 AND flow = 0;
CREATE INDEX version_last_released ON version (tenant, facet, released_on DESC, element) WHERE published = 1 AND flow = 0 AND released_on IS NOT NULL;

-- One row per version, attribute and culture, for filters, order and search.
CREATE TABLE attribute (
    tenant      INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    culture     INTEGER NOT NULL,
    equality    TEXT,                              -- casefold of NFC
    ordering    TEXT,                              -- NFKD without marks, casefolded, cut to a bounded length
    number      REAL,
    instant     INTEGER,                           -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, version, name, culture),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE reference (
    tenant      INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    context     TEXT    NOT NULL,
    position    INTEGER NOT NULL,
    target      TEXT    NOT NULL,
    PRIMARY KEY (tenant, version, context, position),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX reference_target ON reference (tenant, target, context);

-- What lists show of a version's references, as JSON: stored if it cannot change unless the version does.
CREATE TABLE card_related (
    tenant      INTEGER NOT NULL,
    version     INTEGER PRIMARY KEY,
    related     TEXT    NOT NULL,
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) STRICT;

CREATE TABLE shape (
    tenant      INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    id          TEXT    NOT NULL,
    element     TEXT    NOT NULL,
    position    INTEGER NOT NULL,
    PRIMARY KEY (tenant, version, id),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX shape_element ON shape (tenant, element);

CREATE TABLE flow (
    tenant      INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    shape       TEXT    NOT NULL,
    position    INTEGER NOT NULL,
    predecessor TEXT    NOT NULL,
    PRIMARY KEY (tenant, version, shape, position),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    hash        TEXT    NOT NULL,                  -- SHA-256 of the secret, which itself is not stored
    element     TEXT    NOT NULL,                  -- the authToken element that acts
    role        INTEGER NOT NULL,
    expires     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, hash)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX token_element ON token (tenant, element);

-- Append-only. `change` holds what the change left behind (the whole version, or what was set), so that any earlier
-- state can be rebuilt from the first row on; `hash` chains each row to the one before it.
CREATE TABLE history (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    revision    INTEGER NOT NULL,
    ordinal     INTEGER NOT NULL,
    at          INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    actor       TEXT,
    kind        TEXT    NOT NULL,
    element     TEXT,
    version     TEXT,
    reason      TEXT,
    change      TEXT    NOT NULL,
    hash        TEXT    NOT NULL,
    PRIMARY KEY (tenant, revision, ordinal)
) STRICT;

CREATE INDEX history_element ON history (tenant, element, revision) WHERE element IS NOT NULL;
