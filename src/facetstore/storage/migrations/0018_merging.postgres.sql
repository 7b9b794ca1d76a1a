-- The index of words has no pieces here: there is nothing to do.
SELECT 1;
