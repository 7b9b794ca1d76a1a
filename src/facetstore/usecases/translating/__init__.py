"""Translations: which texts are current, stale or missing in which culture, and confirming those that are still right."""
