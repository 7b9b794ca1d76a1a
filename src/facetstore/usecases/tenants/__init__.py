"""Tenants: creating and changing them, rate limits, and the elements that stand for tenants in administration tenants."""
