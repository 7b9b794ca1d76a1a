-- Where a change is seen (storage/history.py): of the changes so far nobody knows.
ALTER TABLE history ADD COLUMN reach INTEGER NOT NULL DEFAULT 3;
