-- Writing: tasks, locks, responses to repeated requests, the trash.

CREATE TABLE task (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    element     TEXT    NOT NULL,
    version     TEXT    NOT NULL,
    transition  TEXT    NOT NULL,                  -- what opened it
    batch       TEXT    NOT NULL,                  -- shared by those that were opened together
    needed      INTEGER NOT NULL,                  -- how many of these must be accepted
    opened_on   TEXT    NOT NULL,
    assignee    TEXT,                              -- a user or group; NULL: all users with the role
    role        INTEGER,
    state       TEXT    NOT NULL,
    closed_on   TEXT,
    closed_by   TEXT,
    reason      TEXT,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX task_of_version ON task (tenant, version, state);
CREATE INDEX task_open ON task (tenant, assignee, role) WHERE state = 'open';

-- Who is editing an element: others cannot change it, but may take over.
CREATE TABLE edit_lock (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,
    holder      TEXT    NOT NULL,
    since       INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    expires     INTEGER NOT NULL,
    PRIMARY KEY (tenant, element)
) STRICT, WITHOUT ROWID;

-- Responses to writes with an idempotency key: the same request again gets the same response and has no second effect.
CREATE TABLE given_answer (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    principal   TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    digest      TEXT    NOT NULL,                  -- of the request
    at          INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    revision    INTEGER NOT NULL,                  -- of the one element that the response is about; -1: of the tenant
    headers     TEXT    NOT NULL,                  -- JSON
    body        BLOB    NOT NULL,
    PRIMARY KEY (tenant, principal, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX given_answer_age ON given_answer (tenant, at);

-- Deleted elements and versions, stored whole until they are restored.
CREATE TABLE trash (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,                  -- of the deletion
    element     TEXT    NOT NULL,
    type        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    at          INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    actor       TEXT,
    versions    TEXT    NOT NULL,                  -- JSON: each version as history stores it
    children    TEXT    NOT NULL,                  -- JSON: the ids of children that were left without a parent
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX trash_age ON trash (tenant, at);
