"""How versions, their words and their history stand in tables."""
