-- Finding: indexes for filters and order, and the words of elements for search.
-- renew: what is stored of attributes is written anew.

-- Lists walk these in order, and tell type and state of an element without touching its documents.
DROP INDEX version_list_newest;
DROP INDEX version_list_published;
CREATE INDEX version_list_newest ON version (tenant, facet, sort_name, element) INCLUDE (key, type, state) WHERE newest = 1 AND flow = 0;
CREATE INDEX version_list_published ON version (tenant, facet, sort_name, element) INCLUDE (key, type, state) WHERE published = 1 AND flow = 0;

-- Values that are equal, begin alike or lie in a range.
CREATE INDEX attribute_text ON attribute (tenant, name, ordering) INCLUDE (version) WHERE ordering IS NOT NULL;
CREATE INDEX attribute_number ON attribute (tenant, name, number) INCLUDE (version) WHERE number IS NOT NULL;
CREATE INDEX attribute_instant ON attribute (tenant, name, instant) INCLUDE (version) WHERE instant IS NOT NULL;

-- The texts of elements, folded as for order: names, what else is searched, and the rest. `names` are the words of the names
-- alone, on which the order of what is searched depends.
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

-- Without pg_trgm everything is found as well, by reading more.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
    CREATE INDEX words_searched ON words USING gin ((name || E'\x1f' || text) public.gin_trgm_ops);
    CREATE INDEX words_rest ON words USING gin (rest public.gin_trgm_ops);
    CREATE INDEX words_names ON words USING gin (names public.gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
