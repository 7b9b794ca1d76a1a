"""The documentation as pages, which the service serves at `/_docs/guide` (decision 0128)."""
