-- Names: their words stand in the index of words a second time, in letters of their own (storage/words.py).
-- renew: the words are written anew.

DROP TABLE words;
DROP TABLE IF EXISTS words_content;  -- SQLite leaves it behind where it holds columns that are not indexed
CREATE VIRTUAL TABLE words USING fts5 (
    scope, name, text, rest, called, names UNINDEXED,
    content = '', contentless_delete = 1, contentless_unindexed = 1, tokenize = 'trigram case_sensitive 1'
);
