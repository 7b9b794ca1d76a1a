-- Numbers: the index of words finds letters by itself here: there is nothing to do.
SELECT 1;
