"""The server's own limits: what a connection may take, and how many requests are answered at once."""
