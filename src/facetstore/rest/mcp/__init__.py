"""The Model Context Protocol: what agents call, at the address of a storage."""
