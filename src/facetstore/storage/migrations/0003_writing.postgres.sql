-- Writing: tasks, locks, responses to repeated requests, the trash.

CREATE TABLE task (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,
    element     TEXT COLLATE "C" NOT NULL,
    version     TEXT COLLATE "C" NOT NULL,
    transition  TEXT COLLATE "C" NOT NULL,                  -- what opened it
    batch       TEXT COLLATE "C" NOT NULL,                  -- shared by those that were opened together
    needed      BIGINT NOT NULL,                  -- how many of these must be accepted
    opened_on   TEXT COLLATE "C" NOT NULL,
    assignee    TEXT COLLATE "C",                              -- a user or group; NULL: all users with the role
    role        BIGINT,
    state       TEXT COLLATE "C" NOT NULL,
    closed_on   TEXT COLLATE "C",
    closed_by   TEXT COLLATE "C",
    reason      TEXT COLLATE "C",
    PRIMARY KEY (tenant, id)
);

CREATE INDEX task_of_version ON task (tenant, version, state);
CREATE INDEX task_open ON task (tenant, assignee, role) WHERE state = 'open';

-- Who is editing an element: others cannot change it, but may take over.
CREATE TABLE edit_lock (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,
    holder      TEXT COLLATE "C" NOT NULL,
    since       BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    expires     BIGINT NOT NULL,
    PRIMARY KEY (tenant, element)
);

-- Responses to writes with an idempotency key: the same request again gets the same response and has no second effect.
CREATE TABLE given_answer (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    principal   TEXT COLLATE "C" NOT NULL,
    key         TEXT COLLATE "C" NOT NULL,
    digest      TEXT COLLATE "C" NOT NULL,                  -- of the request
    at          BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    revision    BIGINT NOT NULL,                  -- of the one element that the response is about; -1: of the tenant
    headers     TEXT COLLATE "C" NOT NULL,                  -- JSON
    body        BYTEA    NOT NULL,
    PRIMARY KEY (tenant, principal, key)
);

CREATE INDEX given_answer_age ON given_answer (tenant, at);

-- Deleted elements and versions, stored whole until they are restored.
CREATE TABLE trash (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,                  -- of the deletion
    element     TEXT COLLATE "C" NOT NULL,
    type        TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    at          BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    actor       TEXT COLLATE "C",
    versions    TEXT COLLATE "C" NOT NULL,                  -- JSON: each version as history stores it
    children    TEXT COLLATE "C" NOT NULL,                  -- JSON: the ids of children that were left without a parent
    PRIMARY KEY (tenant, id)
);

CREATE INDEX trash_age ON trash (tenant, at);
