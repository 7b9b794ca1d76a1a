"""Who may what: permissions set, explained and held."""
