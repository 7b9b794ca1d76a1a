"""Measurements: what a request costs, as CPU time and against a raw ASGI application on the same server."""
