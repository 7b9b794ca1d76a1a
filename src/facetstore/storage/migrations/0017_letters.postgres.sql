-- Letters: two in a row are looked up by all that may follow them. Two before a letter that PostgreSQL does not spell out in an
-- index are added at the end of the rest once more.
UPDATE words
   SET rest = rest || (SELECT string_agg(DISTINCT found.pair[1] || E'\x1f', '')
                         FROM regexp_matches(name || text || rest, '([0-9a-z]{2})(?=[^\x01-\x7f])', 'g') AS found (pair))
 WHERE name || text || rest ~ '[0-9a-z]{2}[^\x01-\x7f]';
