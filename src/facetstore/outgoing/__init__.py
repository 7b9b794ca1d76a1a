"""Requests to receivers outside: which addresses are allowed, and how a request gets there and nowhere else."""
