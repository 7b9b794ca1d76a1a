-- Numbers: the word index finds letters by itself here: there is nothing to do.
SELECT 1;
