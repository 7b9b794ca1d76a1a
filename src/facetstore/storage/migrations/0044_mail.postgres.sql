-- Mail: who wants it, and what waits to be sent.

ALTER TABLE notice ADD COLUMN mailed BIGINT NOT NULL DEFAULT 0;     -- 1: it is in a mail, or was noticed before mail was wanted
UPDATE notice SET mailed = 1;
CREATE INDEX notice_to_mail ON notice (tenant, person) WHERE mailed = 0;

CREATE TABLE mail_choice (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    person      TEXT COLLATE "C" NOT NULL,
    pace        TEXT COLLATE "C" NOT NULL,                  -- never, atOnce or daily
    address     TEXT COLLATE "C" NOT NULL,                  -- that the person has confirmed; empty: none
    leave       TEXT COLLATE "C" NOT NULL,                  -- the secret of the link that ends mail
    proof       TEXT COLLATE "C" NOT NULL,                  -- the digest of the secret that confirms an address; empty: none is asked for
    asked       TEXT COLLATE "C" NOT NULL,                  -- the address that it confirms
    proof_until BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    PRIMARY KEY (tenant, person)
);
CREATE INDEX mail_choice_leave ON mail_choice (tenant, leave);

CREATE TABLE mail (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    id          TEXT COLLATE "C" NOT NULL,                  -- part of its Message-ID
    person      TEXT COLLATE "C" NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,                  -- notices or confirm
    notices     TEXT COLLATE "C" NOT NULL,                  -- JSON: their ids
    address     TEXT COLLATE "C" NOT NULL,                  -- of a question for an address: that address
    secret      TEXT COLLATE "C" NOT NULL,                  -- of such a question, until it is sent
    created     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    attempts    BIGINT NOT NULL,
    state       TEXT COLLATE "C" NOT NULL,                  -- waiting, sent or dropped
    next_at     BIGINT NOT NULL,                  -- microseconds since 1970 UTC
    holder      TEXT COLLATE "C",                             -- the process that sends it
    held_until  BIGINT NOT NULL,
    PRIMARY KEY (tenant, id)
);
CREATE INDEX mail_waiting ON mail (tenant, next_at) WHERE state = 'waiting';
CREATE INDEX mail_of_person ON mail (tenant, person, created);
