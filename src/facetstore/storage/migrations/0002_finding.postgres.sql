-- Finding: indexes for filters and order, and the words of elements for search.
-- renew: the rows of attributes are written again.

-- Lists walk these in order, and read type and state of an element without its documents.
DROP INDEX version_list_newest;
DROP INDEX version_list_published;
CREATE INDEX version_list_newest ON version (tenant, facet, sort_name, element) INCLUDE (key, type, state) WHERE newest = 1 AND flow = 0;
CREATE INDEX version_list_published ON version (tenant, facet, sort_name, element) INCLUDE (key, type, state) WHERE published = 1 AND flow = 0;

-- Values that are equal, begin alike or lie in a range.
CREATE INDEX attribute_text ON attribute (tenant, name, ordering) INCLUDE (version) WHERE ordering IS NOT NULL;
CREATE INDEX attribute_number ON attribute (tenant, name, number) INCLUDE (version) WHERE number IS NOT NULL;
CREATE INDEX attribute_instant ON attribute (tenant, name, instant) INCLUDE (version) WHERE instant IS NOT NULL;

-- The texts of elements, folded as for order: names, other searched texts, and the rest. `names` are the words of the names, on
-- which the rank of hits depends.
CREATE TABLE words (
    tenant      BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    text        TEXT COLLATE "C" NOT NULL,
    rest        TEXT COLLATE "C" NOT NULL,
    names       TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, version),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
);
