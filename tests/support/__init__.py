"""What tests share: givens, a throw-away PostgreSQL, the record of what was proven."""
