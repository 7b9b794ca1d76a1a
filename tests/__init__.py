"""The tests: the specification, executed."""
