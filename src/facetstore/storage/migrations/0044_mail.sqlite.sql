-- Mail: who wants it, and what waits to be sent.

ALTER TABLE notice ADD COLUMN mailed INTEGER NOT NULL DEFAULT 0;     -- 1: it is in a mail, or was noticed before mail was wanted
UPDATE notice SET mailed = 1;
CREATE INDEX notice_to_mail ON notice (tenant, person) WHERE mailed = 0;

CREATE TABLE mail_choice (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    person      TEXT    NOT NULL,
    pace        TEXT    NOT NULL,                  -- never, atOnce or daily
    address     TEXT    NOT NULL,                  -- that the person has confirmed; empty: none
    leave       TEXT    NOT NULL,                  -- the secret of the link that ends mail
    proof       TEXT    NOT NULL,                  -- the digest of the secret that confirms an address; empty: none is asked for
    asked       TEXT    NOT NULL,                  -- the address that it confirms
    proof_until INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_choice_leave ON mail_choice (tenant, leave);

CREATE TABLE mail (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    id          TEXT    NOT NULL,                  -- part of its Message-ID
    person      TEXT    NOT NULL,
    kind        TEXT    NOT NULL,                  -- notices or confirm
    notices     TEXT    NOT NULL,                  -- JSON: their ids
    address     TEXT    NOT NULL,                  -- of a question for an address: that address
    secret      TEXT    NOT NULL,                  -- of such a question, until it is sent
    created     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    attempts    INTEGER NOT NULL,
    state       TEXT    NOT NULL,                  -- waiting, sent or dropped
    next_at     INTEGER NOT NULL,                  -- microseconds since 1970 UTC
    holder      TEXT,                              -- the process that sends it
    held_until  INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_waiting ON mail (tenant, next_at) WHERE state = 'waiting';
CREATE INDEX mail_of_person ON mail (tenant, person, created);
