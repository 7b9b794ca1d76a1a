"""Releases: transitions offered and applied, their tasks, and transitions on a date."""
