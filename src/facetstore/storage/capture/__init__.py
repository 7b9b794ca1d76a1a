"""Capture: notes which rows of a tenant change while they are copied to another pool."""
