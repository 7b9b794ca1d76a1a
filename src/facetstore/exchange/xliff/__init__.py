"""XLIFF 2.1 for translators, out and in: a unit for each text, with its source, its translation and the state of this."""
