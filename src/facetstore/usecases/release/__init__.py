"""Releasing: what is offered, what is performed, the tasks between, and what time does by itself."""
