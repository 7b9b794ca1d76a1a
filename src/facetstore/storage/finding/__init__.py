"""Filters and searches as SQL."""
