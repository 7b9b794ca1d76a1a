-- Identity: `tenant.access` counts the changes of what decides who a caller is and what a caller may do.
-- Triggers raise it with every change of one of these rows, so no writer can forget it (decision 0054).

-- A new session or token changes nothing for a caller who is known already. A session that ended an hour ago is deleted
-- by a later sign-in; no cached caller outlives it. The hour allows for clocks that differ.
CREATE TRIGGER session_ended AFTER DELETE ON session
WHEN OLD.expires > (CAST(strftime('%s', 'now') AS INTEGER) - 3600) * 1000000 BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;
CREATE TRIGGER session_changed AFTER UPDATE ON session
WHEN NEW.expires < OLD.expires OR NEW.hash <> OLD.hash OR NEW.element <> OLD.element BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;
CREATE TRIGGER token_ended AFTER DELETE ON token BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;
CREATE TRIGGER token_changed AFTER UPDATE ON token BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;

CREATE TRIGGER permission_added AFTER INSERT ON permission BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = NEW.tenant;
END;
CREATE TRIGGER permission_changed AFTER UPDATE ON permission BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = NEW.tenant;
END;
CREATE TRIGGER permission_ended AFTER DELETE ON permission BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;
CREATE TRIGGER facet_permission_added AFTER INSERT ON facet_permission BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = NEW.tenant;
END;
CREATE TRIGGER facet_permission_changed AFTER UPDATE ON facet_permission BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = NEW.tenant;
END;
CREATE TRIGGER facet_permission_ended AFTER DELETE ON facet_permission BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;

-- Users, groups, permission sets, tokens and their hosts. A change of their references writes their row, too.
CREATE TRIGGER principal_added AFTER INSERT ON version
WHEN NEW.facet IN ('users', 'usergroups', 'permissionsets', 'automation') BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = NEW.tenant;
END;
CREATE TRIGGER principal_changed AFTER UPDATE ON version
WHEN NEW.facet IN ('users', 'usergroups', 'permissionsets', 'automation') BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = NEW.tenant;
END;
CREATE TRIGGER principal_ended AFTER DELETE ON version
WHEN OLD.facet IN ('users', 'usergroups', 'permissionsets', 'automation') BEGIN
    UPDATE tenant SET access = access + 1 WHERE key = OLD.tenant;
END;

-- Which person at a provider is which user. The subject is the only claim that a provider never gives to another person.
CREATE TABLE openid_binding (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    issuer      TEXT    NOT NULL,                  -- the provider
    subject     TEXT    NOT NULL,                  -- the claim `sub`
    element     TEXT    NOT NULL,                  -- the user who signs in by it
    PRIMARY KEY (tenant, issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX openid_binding_element ON openid_binding (tenant, element, issuer);

-- Browsers in which a user has signed in by password: failures elsewhere do not make them wait.
CREATE TABLE known_device (
    tenant      INTEGER NOT NULL REFERENCES tenant (key),
    element     TEXT    NOT NULL,
    hash        TEXT    NOT NULL,                  -- SHA-256 of the secret in the cookie
    at          INTEGER NOT NULL,                  -- of the last sign-in there, microseconds since 1970 UTC
    PRIMARY KEY (tenant, element, hash)
) STRICT, WITHOUT ROWID;
