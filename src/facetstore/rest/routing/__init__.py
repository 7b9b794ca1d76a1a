"""The endpoint table: which operations there are, and how a path leads to one."""
