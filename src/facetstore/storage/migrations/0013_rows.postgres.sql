-- Rows: a second wall between tenants. Each table gets its policy at the end of every migration (storage/engines/row_security.py).

-- Words as they are searched. With a policy, PostgreSQL tests the tenant of every row before it looks for a pattern, and uses no
-- index for patterns. This view, which reads as its owner, tests the same in any order; a role without a policy sees all rows.
CREATE VIEW searched_words AS
SELECT tenant, version, name, text, rest, names
  FROM words
 WHERE (SELECT NOT row_security_active('words'::regclass))
    OR tenant = (SELECT nullif(current_setting('facetstore.tenant', true), '')::bigint);
