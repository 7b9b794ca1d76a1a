"""Notices: what persons follow, what they are to know, and by which way they get to know it."""
