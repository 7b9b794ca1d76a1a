"""One function an operation: what the service does, told without HTTP and without SQL."""
