"""What a caller asks for, parsed into values before anything touches storage."""
