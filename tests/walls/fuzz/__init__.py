"""A mutator of requests: it starts from valid ones, changes them at random, and keeps those that reach new code."""
