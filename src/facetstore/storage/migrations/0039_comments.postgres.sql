-- Comments: what people say about elements and shapes. A thread is its first comment and the replies to it.

CREATE TABLE comment (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,
    thread      TEXT COLLATE "C" NOT NULL,                  -- the first comment of its thread: of that, its own id
    element     TEXT COLLATE "C" NOT NULL,
    version     TEXT COLLATE "C" NOT NULL,                  -- as the element was when it was written
    shape       TEXT COLLATE "C",                              -- of the diagram of the element; NULL: it is about the element
    public      BIGINT NOT NULL,                  -- of the first one: 1 where viewers saw that version, and so see the thread
    author      TEXT COLLATE "C" NOT NULL,
    text        TEXT COLLATE "C" NOT NULL,                  -- empty: it was deleted, and has replies
    mentions    TEXT COLLATE "C" NOT NULL,                  -- JSON: the ids of users
    created     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    resolved    BIGINT NOT NULL,                  -- of the first one: since when the thread is resolved; 0: it is open
    resolver    TEXT COLLATE "C",
    PRIMARY KEY (tenant, id)
);
CREATE INDEX comment_of_thread ON comment (tenant, thread);
CREATE INDEX comment_of_element ON comment (tenant, element);
