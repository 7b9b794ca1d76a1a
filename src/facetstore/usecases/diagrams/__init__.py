"""Diagrams: what to draw of them, and changes of their content."""
