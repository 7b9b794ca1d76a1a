-- Review dates: when a version in force was last confirmed as still right, and for which date its review was announced as overdue.

CREATE TABLE review_date (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    version     TEXT COLLATE "C" NOT NULL, -- stays when the version is gone
    element     TEXT COLLATE "C" NOT NULL,
    confirmed   TEXT COLLATE "C", -- the day, in the time of the tenant
    person      TEXT COLLATE "C", -- who has last confirmed it
    at          BIGINT, -- microseconds since 1970 UTC
    announced   TEXT COLLATE "C", -- the day of the release or confirmation that was looked at
    PRIMARY KEY (tenant, version)
);
CREATE INDEX review_date_of_person ON review_date (tenant, person);
