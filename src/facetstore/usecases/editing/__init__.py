"""What authors do with elements: create, change, move, lock, delete and bring back."""
