"""The feed of events: what changed in a tenant, in the order in which it was committed."""
