"""What each operation does with a call: one module for what belongs together."""
