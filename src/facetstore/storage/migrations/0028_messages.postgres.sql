-- Messages: what those who send a version on write to those who decide about it.

ALTER TABLE task ADD COLUMN message TEXT COLLATE "C";
