-- Finding: indexes for filters and order, and the words of elements for search.
-- renew: the rows of attributes are written again.

-- Lists walk these in order, and read type and state of an element without its documents.
DROP INDEX version_list_newest;
DROP INDEX version_list_published;
CREATE INDEX version_list_newest ON version (tenant, facet, sort_name, element, type, state) WHERE newest = 1 AND flow = 0;
CREATE INDEX version_list_published ON version (tenant, facet, sort_name, element, type, state) WHERE published = 1 AND flow = 0;
-- The places in lists of versions that were found by their values: a narrow copy of a wide table.
CREATE INDEX version_place ON version (tenant, key, facet, newest, published, flow, sort_name, element, type, state);

-- Values that are equal, begin alike or lie in a range; the rest of a row's key is part of each entry.
CREATE INDEX attribute_text ON attribute (tenant, name, ordering) WHERE ordering IS NOT NULL;
CREATE INDEX attribute_number ON attribute (tenant, name, number) WHERE number IS NOT NULL;
CREATE INDEX attribute_instant ON attribute (tenant, name, instant) WHERE instant IS NOT NULL;

-- Every three letters in a row of an element's texts, folded as for order. `scope` names the tenant in three letters; `names`
-- is stored as it is, because the rank of hits depends on it.
CREATE VIRTUAL TABLE words USING fts5 (
    scope, name, text, rest, names UNINDEXED,
    content = '', contentless_delete = 1, contentless_unindexed = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER version_words AFTER DELETE ON version BEGIN
    DELETE FROM words WHERE rowid = old.key;
END;
