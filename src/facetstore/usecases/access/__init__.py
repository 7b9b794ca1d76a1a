"""Permissions: set on elements and facets, explained, and the holders of permission sets."""
