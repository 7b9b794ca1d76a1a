-- Where a change is seen (storage/history.py): of the changes so far nobody knows.
ALTER TABLE history ADD COLUMN reach BIGINT NOT NULL DEFAULT 3;
