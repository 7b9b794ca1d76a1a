"""Writes on elements: create, change, move, lock, delete and restore."""
