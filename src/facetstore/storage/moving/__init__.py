"""Moves a tenant to another pool while it is in use (decision 0099)."""
