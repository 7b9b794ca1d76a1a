"""Tenants: made, set up, limited, and standing as elements in an administration tenant."""
