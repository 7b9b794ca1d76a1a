-- Shorter: the history holds differences between whole versions.
-- history: every history is shortened, and its rows are chained again. The hash of a row covers its reach as well.

SELECT 1;  -- the tables stay as they are
