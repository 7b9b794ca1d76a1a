"""Tests of translations: their states, counts and confirmations."""
