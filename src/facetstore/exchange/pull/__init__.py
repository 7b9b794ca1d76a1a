"""Copies a tenant from a live server by its public reads."""
