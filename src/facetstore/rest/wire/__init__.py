"""Requests and responses: reading one, rendering the other, and logging both."""
