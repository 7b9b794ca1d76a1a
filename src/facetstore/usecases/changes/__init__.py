"""What a write changes in stored versions, computed before anything is stored: pure functions over values."""
