-- Schedule: versions that the scheduler moves to another state are found by the day after which it does.
-- renew: that day is computed for stored versions.

ALTER TABLE version ADD COLUMN moves_after TEXT /* the local day after which the scheduler moves it to its next state */;

-- Holds only versions that wait; the first entry of a tenant shows when there is something to do.
CREATE INDEX version_due ON version (tenant, moves_after) WHERE moves_after IS NOT NULL;
