-- A segment of the word index is rewritten if two in five of its rows were replaced since, not one in ten: a row that is
-- replaced leaves a mark behind, and nothing else has to be done at once.
INSERT INTO words (words, rank) VALUES ('deletemerge', 40);
