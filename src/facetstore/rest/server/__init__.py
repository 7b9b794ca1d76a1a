"""The server's own limits: for each connection, and for the number of concurrent requests."""
