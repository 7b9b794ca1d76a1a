"""Who is here: which users have which elements open, and where they change something."""
