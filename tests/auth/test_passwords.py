"""Passwords: what a hash is made of, what fits it, and that hashing does not hold up other work."""

import asyncio
import time
from typing import Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from argon2.low_level import Type

from facetstore.auth.passwords import AT_ONCE, MOST_WAITING, Argon2Passwords
from facetstore.domain.errors import Unavailable
from tests.support.passwords import quick_passwords

OTHER = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)


async def _hash_and_try(password: str, other: str) -> tuple[bool, bool]:
    passwords = quick_passwords()
    hashed = await passwords.hash(password)
    return await passwords.fits(password, hashed), await passwords.fits(other, hashed)


@pytest.mark.parametrize("password", ["correct horse", "", "ä€😀", "x" * 10_000, "half a pair \ud800"])
def test_a_password_fits_its_own_hash_and_no_other(password: str) -> None:
    assert asyncio.run(_hash_and_try(password, password + "x")) == (True, False)


def test_both_spellings_of_an_umlaut_are_one_password() -> None:
    assert asyncio.run(_hash_and_try("Gr\u00fc\u00dfe aus K\u00f6ln", "Gru\u0308\u00dfe aus Ko\u0308ln")) == (
        True,
        True,
    )


def test_a_hash_is_argon2id_with_what_the_standard_asks_for() -> None:
    parameters = extract_parameters(asyncio.run(Argon2Passwords().hash("correct horse")))

    assert parameters.type is Type.ID
    assert (parameters.time_cost, parameters.memory_cost) >= (3, 64 * 1024)


def test_equal_passwords_have_different_hashes() -> None:
    async def hashed() -> set[str]:
        passwords = quick_passwords()
        return {await passwords.hash("correct horse") for _ in range(3)}

    assert len(asyncio.run(hashed())) == 3


@pytest.mark.parametrize("hash_", [None, "", "no hash", "$argon2id$v=19$m=8,t=1,p=1$"])
def test_where_there_is_no_hash_nothing_fits(hash_: str | None) -> None:
    assert asyncio.run(quick_passwords().fits("", hash_)) is False


class Recording(PasswordHasher):
    """A hasher that notes the costs of what it verifies."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified: list[Parameters] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002  # named so there
        self.verified.append(extract_parameters(str(hash)))
        return super().verify(hash, password)


def test_a_name_that_does_not_exist_takes_the_same_work() -> None:
    hasher = Recording()

    async def both() -> None:
        passwords = Argon2Passwords(hasher)
        await passwords.fits("a wrong password", await passwords.hash("correct horse"))
        await passwords.fits("a wrong password", None)

    asyncio.run(both())

    known, unknown = hasher.verified
    assert known == unknown


def test_a_hash_of_other_costs_still_fits_and_is_outdated() -> None:
    passwords, hashed = quick_passwords(), OTHER.hash("correct horse")

    assert asyncio.run(passwords.fits("correct horse", hashed))
    assert passwords.is_outdated(hashed)
    assert not passwords.is_outdated(asyncio.run(passwords.hash("correct horse")))


class Slow(PasswordHasher):
    """A hasher that counts how many work at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.working = self.most = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.working += 1
        self.most = max(self.most, self.working)
        time.sleep(0.02)
        self.working -= 1
        return super().hash(password, salt=salt)


def test_a_few_are_worked_on_at_once_and_the_loop_goes_on() -> None:
    slow = Slow()
    turns = 0

    async def busy() -> None:
        nonlocal turns
        passwords = Argon2Passwords(slow)
        work = asyncio.gather(*(passwords.hash("x") for _ in range(8)))
        while not work.done():
            await asyncio.sleep(0.001)
            turns += 1
        await work

    asyncio.run(busy())

    assert slow.most == AT_ONCE
    assert turns > 8


def test_who_would_wait_too_long_is_asked_to_retry() -> None:
    async def crowd() -> list[str | BaseException]:
        passwords = Argon2Passwords(Slow())
        return await asyncio.gather(*(passwords.hash("x") for _ in range(MOST_WAITING + 3)), return_exceptions=True)

    refused = [each for each in asyncio.run(crowd()) if isinstance(each, Unavailable)]

    assert len(refused) == 3
