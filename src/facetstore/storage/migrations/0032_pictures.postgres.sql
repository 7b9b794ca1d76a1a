-- Pictures: one of each user who wants one.

-- No part of the content: a change leaves no history row and no new revision.
CREATE TABLE picture (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,                  -- the user
    media_type  TEXT COLLATE "C" NOT NULL,
    hash        TEXT COLLATE "C" NOT NULL,                  -- SHA-256 of the content
    data        BYTEA NOT NULL,
    PRIMARY KEY (tenant, element),
    FOREIGN KEY (tenant, element) REFERENCES element (tenant, id) ON DELETE CASCADE
);
