"""The contents of files, in chunks."""
