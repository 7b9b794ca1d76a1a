-- Letters: which three in a row the index of words knows, so that two letters can be looked up by what begins with them.
CREATE VIRTUAL TABLE words_terms USING fts5vocab (words, instance);
