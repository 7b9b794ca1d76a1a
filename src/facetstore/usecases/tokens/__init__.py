"""Tokens: creating and listing them, and counting their uses."""
