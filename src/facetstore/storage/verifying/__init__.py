"""Proof: whether everything that is stored follows from the history, and whether the history is whole."""
