-- Identity: `tenant.access` counts the changes of what decides who a caller is and what a caller may do.
-- Triggers raise it with every change of one of these rows, so no writer can forget it (decision 0054).

-- Once in a transaction is enough: a large import must not rewrite the row of its tenant for every user. A rollback to a savepoint
-- undoes the setting together with the update.
CREATE FUNCTION move_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD.tenant; ELSE changed := NEW.tenant; END IF;
    IF current_setting('facetstore.access_moved', true) IS DISTINCT FROM changed::text THEN
        UPDATE facetstore.tenant SET access = access + 1 WHERE key = changed;
        PERFORM set_config('facetstore.access_moved', changed::text, true);
    END IF;
    RETURN NULL;
END
$$;

-- A new session or token changes nothing for a caller who is known already. A session that ended an hour ago is deleted
-- by a later sign-in; no cached caller outlives it. The hour allows for clocks that differ.
CREATE TRIGGER session_ended AFTER DELETE ON session FOR EACH ROW
WHEN (OLD.expires > (extract(epoch FROM clock_timestamp()) - 3600) * 1000000) EXECUTE FUNCTION move_access();
CREATE TRIGGER session_changed AFTER UPDATE ON session FOR EACH ROW
WHEN (NEW.expires < OLD.expires OR NEW.hash <> OLD.hash OR NEW.element <> OLD.element) EXECUTE FUNCTION move_access();
CREATE TRIGGER token_changed AFTER UPDATE OR DELETE ON token FOR EACH ROW EXECUTE FUNCTION move_access();

CREATE TRIGGER permission_changed AFTER INSERT OR UPDATE OR DELETE ON permission
FOR EACH ROW EXECUTE FUNCTION move_access();
CREATE TRIGGER facet_permission_changed AFTER INSERT OR UPDATE OR DELETE ON facet_permission
FOR EACH ROW EXECUTE FUNCTION move_access();

-- Users, groups, permission sets, tokens and their hosts. A change of their references writes their row, too.
CREATE TRIGGER principal_changed AFTER INSERT OR UPDATE ON version FOR EACH ROW
WHEN (NEW.facet IN ('users', 'usergroups', 'permissionsets', 'automation')) EXECUTE FUNCTION move_access();
CREATE TRIGGER principal_ended AFTER DELETE ON version FOR EACH ROW
WHEN (OLD.facet IN ('users', 'usergroups', 'permissionsets', 'automation')) EXECUTE FUNCTION move_access();

-- Which person at a provider is which user. The subject is the only claim that a provider never gives to another person.
CREATE TABLE openid_binding (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    issuer      TEXT COLLATE "C" NOT NULL,                  -- the provider
    subject     TEXT COLLATE "C" NOT NULL,                  -- the claim `sub`
    element     TEXT COLLATE "C" NOT NULL,                  -- the user who signs in by it
    PRIMARY KEY (tenant, issuer, subject)
);

CREATE UNIQUE INDEX openid_binding_element ON openid_binding (tenant, element, issuer);

-- Browsers in which a user has signed in by password: failures elsewhere do not make them wait.
CREATE TABLE known_device (
    tenant      BIGINT NOT NULL REFERENCES tenant (key),
    element     TEXT COLLATE "C" NOT NULL,
    hash        TEXT COLLATE "C" NOT NULL,                  -- SHA-256 of the secret in the cookie
    at          BIGINT NOT NULL,                  -- of the last sign-in there, microseconds since 1970 UTC
    PRIMARY KEY (tenant, element, hash)
);
