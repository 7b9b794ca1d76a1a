"""HTTP: the endpoint table, what comes in, what goes out."""
