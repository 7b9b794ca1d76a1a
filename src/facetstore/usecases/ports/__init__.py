"""The ports of the use cases: what they need from storage, job processes, templates and providers, and the types for it."""
