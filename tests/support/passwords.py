"""Passwords that cost next to nothing: what a guess costs is tested where it is decided."""

from argon2 import PasswordHasher

from facetstore.auth.passwords import Argon2Passwords


def quick_passwords() -> Argon2Passwords:
    return Argon2Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
