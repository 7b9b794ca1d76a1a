-- Schedule: what time moves on is found by the day after which it does so.
-- renew: that day is worked out for what is stored.

ALTER TABLE version ADD COLUMN moves_after TEXT /* the local day after which the scheduler moves it to its next state */;

-- Holds only what waits; the first entry of a tenant tells when there is something to do.
CREATE INDEX version_due ON version (tenant, moves_after) WHERE moves_after IS NOT NULL;
