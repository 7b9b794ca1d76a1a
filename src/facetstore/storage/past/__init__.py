"""A tenant as it was: versions rebuilt from the history, and readers of them."""
