"""The feed of events."""
