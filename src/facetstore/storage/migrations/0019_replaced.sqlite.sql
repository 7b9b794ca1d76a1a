-- A piece of the index of words is written anew where two in five of its rows were replaced since, not one in ten: a row that is
-- replaced leaves a mark behind, and nothing else has to be done at once.
INSERT INTO words (words, rank) VALUES ('deletemerge', 40);
