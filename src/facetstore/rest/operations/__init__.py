"""The handlers of all operations, one module for each group."""
