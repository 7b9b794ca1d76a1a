"""How versions, their words and their history are stored in tables."""
