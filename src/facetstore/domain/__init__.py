"""What the repository is about, in plain values and rules; standard library only."""
