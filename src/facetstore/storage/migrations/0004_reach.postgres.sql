-- Where a change shows (storage/rows/history.py): unknown for the changes so far.
ALTER TABLE history ADD COLUMN reach BIGINT NOT NULL DEFAULT 3;
