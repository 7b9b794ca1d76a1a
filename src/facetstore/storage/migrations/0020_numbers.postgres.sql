-- Numbers: letters are found by numbers of our own (storage/rows/letters.py) in one index. Older databases have
-- indexes of an extension, pg_trgm, which are dropped with the table. The rest of the texts is stored as numbers only.
-- renew: the words are written again.

DROP VIEW searched_words;
DROP TABLE words;
CREATE TABLE words (
    tenant      BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    name        TEXT COLLATE "C" NOT NULL,
    text        TEXT COLLATE "C" NOT NULL,
    names       TEXT COLLATE "C" NOT NULL,
    letters     INTEGER[] NOT NULL,
    PRIMARY KEY (tenant, version),
    FOREIGN KEY (tenant, version) REFERENCES version (tenant, key) ON DELETE CASCADE
) WITH (toast_tuple_target = 8160);  -- texts that are compared are not compressed, as far as a row has room in a page
COMMENT ON TABLE words IS 'The texts of elements, folded as for order; the words of names once more; and the numbers of their letters.';
CREATE INDEX words_letters ON words USING gin (letters);
-- No plan depends on which letters are frequent; to analyze them would take longer than all other columns of all tables.
ALTER TABLE words ALTER COLUMN letters SET STATISTICS 0;

-- As before, with other columns (0013).
CREATE VIEW searched_words AS
SELECT tenant, version, name, text, names, letters
  FROM words
 WHERE (SELECT NOT row_security_active('words'::regclass))
    OR tenant = (SELECT nullif(current_setting('facetstore.tenant', true), '')::bigint);
