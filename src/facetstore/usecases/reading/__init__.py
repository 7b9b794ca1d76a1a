"""Reads: facets and types, elements and lists of them, element info, reports, history and differences."""
