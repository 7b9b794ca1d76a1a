-- Webhooks: what is sent to which receiver, how far each has come, and what came of it.

-- No part of the content: a webhook leaves no history row and no new revision. Changes of it are in the audit.
CREATE TABLE webhook (
    tenant        INTEGER NOT NULL REFERENCES tenant (key),
    id            TEXT NOT NULL,
    principal     TEXT,                           -- who made it; NULL: a command
    settings      TEXT NOT NULL,                  -- JSON: receiver, filter and template, without secrets
    state         TEXT NOT NULL,                  -- active or paused
    trouble       TEXT,                           -- why the service paused it
    created       INTEGER NOT NULL,                -- microseconds since 1970 UTC
    changed       INTEGER NOT NULL,
    revision      INTEGER NOT NULL,                -- of the cursor
    cursor        TEXT NOT NULL,                  -- behind which the feed is not sent yet
    numbered      INTEGER NOT NULL,                -- the number of its last delivery
    failures      INTEGER NOT NULL,                -- attempts in a row that failed
    failing_since INTEGER,
    next_at       INTEGER NOT NULL,                -- before that it rests
    generation    INTEGER NOT NULL,                -- counts changes: who works by an earlier one must read it again
    holder        TEXT,                           -- the process that works on it
    held_until    INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

-- What only the sender and the receiver know. Not in backups.
CREATE TABLE webhook_secret (
    tenant         INTEGER NOT NULL,
    webhook        TEXT NOT NULL,
    secret         TEXT NOT NULL,                 -- with which it signs
    previous       TEXT,                          -- the one before, valid for a day
    previous_until INTEGER NOT NULL,
    headers        TEXT NOT NULL,                 -- JSON: what else it sends, such as a password of the receiver
    PRIMARY KEY (tenant, webhook)
) STRICT, WITHOUT ROWID;

-- The last deliveries, those that wait for another attempt, and those that were given up.
CREATE TABLE webhook_delivery (
    tenant       INTEGER NOT NULL,
    webhook      TEXT NOT NULL,
    number       INTEGER NOT NULL,
    event        TEXT NOT NULL,                   -- its id in the feed
    revision     INTEGER NOT NULL,
    element      TEXT,
    kind         TEXT NOT NULL,
    state        TEXT NOT NULL,                   -- delivered, waiting, dead or test
    attempts     INTEGER NOT NULL,
    at           INTEGER NOT NULL,                 -- of the last attempt
    next_at      INTEGER NOT NULL,
    request      TEXT NOT NULL,                   -- what was sent, without secrets
    status       INTEGER,                          -- of the answer; NULL: there was none
    answer       TEXT NOT NULL,                   -- its beginning, or why there is none
    milliseconds INTEGER NOT NULL,
    PRIMARY KEY (tenant, webhook, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_delivery_state ON webhook_delivery (tenant, webhook, state, number);
