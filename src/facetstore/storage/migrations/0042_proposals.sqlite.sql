-- Proposals of agents: which drafts were made together, by which program with whose credential, and what was decided.

-- The drafts, and the tasks about them, are content. A proposal is a note beside them: it leaves no history row.
CREATE TABLE proposal (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,
    principal   TEXT    NOT NULL,                  -- whose credential the agent used
    agent       TEXT    NOT NULL,                  -- the program, as it names itself
    title       TEXT    NOT NULL,
    reason      TEXT    NOT NULL,
    drafts      TEXT    NOT NULL,                  -- JSON: element, version, facet, type, step and version before of each
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    state       TEXT    NOT NULL,                  -- open, accepted or declined
    decided     INTEGER NOT NULL,                  -- microseconds since 1970 UTC; 0: not yet
    decided_by  TEXT,
    note        TEXT,                              -- why it was declined
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
