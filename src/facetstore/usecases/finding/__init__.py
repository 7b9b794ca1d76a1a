"""Search, usages and statistics."""
