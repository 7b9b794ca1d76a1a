"""Diagrams: drawn to be looked at, and their content changed."""
