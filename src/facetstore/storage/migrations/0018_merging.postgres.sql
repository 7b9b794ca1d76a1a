-- The word index has no segments here: there is nothing to do.
SELECT 1;
