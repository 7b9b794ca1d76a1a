"""Facetstore: the open, self-hosted home of a company's process knowledge."""

__version__ = "0.1.0"
