-- Letters: which three in a row the word index has, so that two letters can be looked up by those that begin with them.
CREATE VIRTUAL TABLE words_terms USING fts5vocab (words, instance);
