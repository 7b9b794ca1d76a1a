-- Review dates: when a version in force was last confirmed as still right, and for which date its review was announced as overdue.

CREATE TABLE review_date (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    version     TEXT NOT NULL, -- stays when the version is gone
    element     TEXT NOT NULL,
    confirmed   TEXT, -- the day, in the time of the tenant
    person      TEXT, -- who has last confirmed it
    at          INTEGER, -- microseconds since 1970 UTC
    announced   TEXT, -- the day of the release or confirmation that was looked at
    PRIMARY KEY (tenant, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_date_of_person ON review_date (tenant, person);
