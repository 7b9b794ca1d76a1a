-- Webhooks: what is sent to which receiver, how far each has come, and what came of it.

-- No part of the content: a webhook leaves no history row and no new revision. Changes of it are in the audit.
CREATE TABLE webhook (
    tenant        BIGINT NOT NULL REFERENCES tenant (key),
    id            TEXT COLLATE "C" NOT NULL,
    principal     TEXT COLLATE "C",                           -- who made it; NULL: a command
    settings      TEXT COLLATE "C" NOT NULL,                  -- JSON: receiver, filter and template, without secrets
    state         TEXT COLLATE "C" NOT NULL,                  -- active or paused
    trouble       TEXT COLLATE "C",                           -- why the service paused it
    created       BIGINT NOT NULL,                -- microseconds since 1970 UTC
    changed       BIGINT NOT NULL,
    revision      BIGINT NOT NULL,                -- of the cursor
    cursor        TEXT COLLATE "C" NOT NULL,                  -- behind which the feed is not sent yet
    numbered      BIGINT NOT NULL,                -- the number of its last delivery
    failures      BIGINT NOT NULL,                -- attempts in a row that failed
    failing_since BIGINT,
    next_at       BIGINT NOT NULL,                -- before that it rests
    generation    BIGINT NOT NULL,                -- counts changes: who works by an earlier one must read it again
    holder        TEXT COLLATE "C",                           -- the process that works on it
    held_until    BIGINT NOT NULL,
    PRIMARY KEY (tenant, id)
);

-- What only the sender and the receiver know. Not in backups.
CREATE TABLE webhook_secret (
    tenant         BIGINT NOT NULL,
    webhook        TEXT COLLATE "C" NOT NULL,
    secret         TEXT COLLATE "C" NOT NULL,                 -- with which it signs
    previous       TEXT COLLATE "C",                          -- the one before, valid for a day
    previous_until BIGINT NOT NULL,
    headers        TEXT COLLATE "C" NOT NULL,                 -- JSON: what else it sends, such as a password of the receiver
    PRIMARY KEY (tenant, webhook)
);

-- The last deliveries, those that wait for another attempt, and those that were given up.
CREATE TABLE webhook_delivery (
    tenant       BIGINT NOT NULL,
    webhook      TEXT COLLATE "C" NOT NULL,
    number       BIGINT NOT NULL,
    event        TEXT COLLATE "C" NOT NULL,                   -- its id in the feed
    revision     BIGINT NOT NULL,
    element      TEXT COLLATE "C",
    kind         TEXT COLLATE "C" NOT NULL,
    state        TEXT COLLATE "C" NOT NULL,                   -- delivered, waiting, dead or test
    attempts     BIGINT NOT NULL,
    at           BIGINT NOT NULL,                 -- of the last attempt
    next_at      BIGINT NOT NULL,
    request      TEXT COLLATE "C" NOT NULL,                   -- what was sent, without secrets
    status       BIGINT,                          -- of the answer; NULL: there was none
    answer       TEXT COLLATE "C" NOT NULL,                   -- its beginning, or why there is none
    milliseconds BIGINT NOT NULL,
    PRIMARY KEY (tenant, webhook, number)
);
CREATE INDEX webhook_delivery_state ON webhook_delivery (tenant, webhook, state, number);
