-- Definitions: a read as of an earlier moment finds settings and metamodel of that day without a walk through the history.

CREATE INDEX history_definition ON history (tenant, revision, ordinal) WHERE element IS NULL;
