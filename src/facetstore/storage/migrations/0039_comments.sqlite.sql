-- Comments: what people say about elements and shapes. A thread is its first comment and the replies to it.

CREATE TABLE comment (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,
    thread      TEXT    NOT NULL,                  -- the first comment of its thread: of that, its own id
    element     TEXT    NOT NULL,
    version     TEXT    NOT NULL,                  -- as the element was when it was written
    shape       TEXT,                              -- of the diagram of the element; NULL: it is about the element
    public      INTEGER NOT NULL,                  -- of the first one: 1 where viewers saw that version, and so see the thread
    author      TEXT    NOT NULL,
    text        TEXT    NOT NULL,                  -- empty: it was deleted, and has replies
    mentions    TEXT    NOT NULL,                  -- JSON: the ids of users
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    resolved    INTEGER NOT NULL,                  -- of the first one: since when the thread is resolved; 0: it is open
    resolver    TEXT,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_of_thread ON comment (tenant, thread);
CREATE INDEX comment_of_element ON comment (tenant, element);
