-- Segments of the word index are merged sixteen at a time, not four: each word is written again half as often.
INSERT INTO words (words, rank) VALUES ('automerge', 16);
