-- Translations: when each text of a version was last changed, and how many of its texts are current, stale or missing.
-- translations: they are filled from the history.

ALTER TABLE version ADD COLUMN changed TEXT;         -- revisions by attribute and culture, as JSON; a number: the same for all
ALTER TABLE version ADD COLUMN translations TEXT;    -- how many texts by culture and state, such as ,1031c2,1031s1
