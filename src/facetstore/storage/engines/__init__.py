"""The two engines, and what they spell differently."""
