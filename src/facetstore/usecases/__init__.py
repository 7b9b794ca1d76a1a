"""The operations of the service, one function each, without HTTP and without SQL."""
