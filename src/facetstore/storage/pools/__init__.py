"""Tenants in several databases: what a pool is, where tenants live, and one storage over all pools."""
