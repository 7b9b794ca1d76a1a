"""A real cluster whose machines fail under writers."""
