"""Passwords that cost next to nothing: what a guess costs is tested where it is decided."""

from argon2 import PasswordHasher

from facetstore.auth.passwords import Passwords


def quick_passwords() -> Passwords:
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
