"""Elements as tables: what columns and cells stand for, in exports and imports."""
