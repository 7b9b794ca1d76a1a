"""What a write makes of stored versions, worked out before anything is stored: pure functions over values."""
