"""Tokens: made, listed, used and counted."""
