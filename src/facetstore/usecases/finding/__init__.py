"""Looking for elements: by words, by who uses them, by counts."""
