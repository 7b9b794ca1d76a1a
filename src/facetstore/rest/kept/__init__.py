"""Answers and parts of them that are kept, and whether they still hold."""
