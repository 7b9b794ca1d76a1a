"""Names by what they mean."""
