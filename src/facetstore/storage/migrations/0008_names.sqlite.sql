-- Names: their words are in the word index a second time, in letters of their own (storage/rows/words.py).
-- renew: the words are written again.

DROP TABLE words;
DROP TABLE IF EXISTS words_content;  -- SQLite leaves it behind where it holds columns that are not indexed
CREATE VIRTUAL TABLE words USING fts5 (
    scope, name, text, rest, called, names UNINDEXED,
    content = '', contentless_delete = 1, contentless_unindexed = 1, tokenize = 'trigram case_sensitive 1'
);
