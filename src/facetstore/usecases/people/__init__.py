"""People: their accounts, and the ways by which they sign in."""
