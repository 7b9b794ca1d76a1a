"""Everything that speaks SQL: the schema, the statements, and the two engines."""
