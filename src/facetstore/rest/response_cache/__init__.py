"""The response cache: cached responses, parts of them, and whether they are still valid."""
