"""XLIFF: texts for translators, out and in."""
