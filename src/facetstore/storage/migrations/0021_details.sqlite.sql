-- Details: here the foreign keys of rows that belong to a version cost little. There is nothing to do.
SELECT 1;
