"""A flow as plain text, one line a step, and back. It knows graphs and marks, and nothing of storage or requests."""
