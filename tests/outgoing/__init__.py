"""Requests to receivers outside."""
