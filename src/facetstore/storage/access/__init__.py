"""Who may come in and see what: accounts, principals, permissions, and the predicate of visibility."""
