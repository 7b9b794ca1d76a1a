-- Pictures: one of each user who wants one.

-- No part of the content: a change leaves no history row and no new revision.
CREATE TABLE picture (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,                  -- the user
    media_type  TEXT    NOT NULL,
    hash        TEXT    NOT NULL,                  -- SHA-256 of the content
    data        BLOB    NOT NULL,
    PRIMARY KEY (tenant, element),
    FOREIGN KEY (tenant, element) REFERENCES element (tenant, id) ON DELETE CASCADE
) STRICT;
