"""The oracle: two tenants that differ only in what a caller may not open must answer this caller alike."""
