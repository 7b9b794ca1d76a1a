-- Proposals of agents: which drafts were made together, by which program with whose credential, and what was decided.

-- The drafts, and the tasks about them, are content. A proposal is a note beside them: it leaves no history row.
CREATE TABLE proposal (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,
    principal   TEXT COLLATE "C" NOT NULL,                  -- whose credential the agent used
    agent       TEXT COLLATE "C" NOT NULL,                  -- the program, as it names itself
    title       TEXT COLLATE "C" NOT NULL,
    reason      TEXT COLLATE "C" NOT NULL,
    drafts      TEXT COLLATE "C" NOT NULL,                  -- JSON: element, version, facet, type, step and version before of each
    created     BIGINT NOT NULL,                            -- microseconds since 1970 UTC
    state       TEXT COLLATE "C" NOT NULL,                  -- open, accepted or declined
    decided     BIGINT NOT NULL,                            -- microseconds since 1970 UTC; 0: not yet
    decided_by  TEXT COLLATE "C",
    note        TEXT COLLATE "C",                           -- why it was declined
    PRIMARY KEY (tenant, id)
);
