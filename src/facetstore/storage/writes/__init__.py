"""What a transaction writes: versions, tasks, locks, trash, and what follows from them."""
