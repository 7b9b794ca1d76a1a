"""Who may sign in and see what: accounts, principals, permissions, and the predicate of visibility."""
