"""What manuals of processes say."""
