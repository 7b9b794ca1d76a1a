"""Tokens: a secret that is shown once, and an element that acts."""

import re
from typing import Any

import msgspec
import pytest

from facetstore.domain.access import VIEWERS
from facetstore.domain.callers import Role
from facetstore.domain.errors import InvalidValues, Unauthenticated
from facetstore.domain.tenant import address_of
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import GOTO_MARK
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.tenancy import Tenancy, serve
from facetstore.usecases.tokens.issuing import create_token, new_secret, parse_role
from tests.support.storages import Store

NOON = 1_717_236_000_123_456_789  # 2024-06-01T12:00:00 in Berlin, and a bit
DAY = 86_400_000_000_000


def created(store: Store, name: str = "Robot", role: Role = Role.EDITOR, days: int = 90, now: int = NOON) -> str:
    tenant = store.tenant()
    return store.run(lambda storage: create_token(storage, serve(tenant), name, role, days, clock=lambda: now))


def elements(store: Store) -> list[dict[str, Any]]:
    """The tokens as callers see them who may read them."""

    async def read(storage: SqlStorage) -> list[dict[str, Any]]:
        reader = storage.reader(store_tenant, VIEWERS)
        rows = await reader.elements(ListOf("automation"), Parts(attributes=True))
        texts = [(row.attributes or b"").decode().replace(GOTO_MARK, "null") for row in rows]
        return [{"id": row.element, **msgspec.json.decode(text)} for row, text in zip(rows, texts, strict=True)]

    store_tenant = store.tenant()
    return store.run(read)


def role_of(store: Store, secret: str) -> Role | None:
    async def check(storage: SqlStorage) -> Role | None:
        try:
            _, caller, _ = await Tenancy(storage).access(address_of("test", "one"), secret)
        except Unauthenticated:
            return None
        return caller.role

    return store.run(check)


def test_a_secret_is_26_characters_of_base_32() -> None:
    secrets = {new_secret() for _ in range(1000)}

    assert len(secrets) == 1000
    assert all(re.fullmatch("[a-z2-7]{26}", each) for each in secrets)
    assert {character for each in secrets for character in each} == set("abcdefghijklmnopqrstuvwxyz234567")


def test_a_token_is_an_element_without_its_secret(store: Store) -> None:
    store.new_tenant()

    secret = created(store)

    (token,) = elements(store)
    del token["id"]
    assert token == {
        "changedOn": {"127": "2024-06-01T12:00:00.1234567"},
        "createdOn": {"127": "2024-06-01T12:00:00.1234567"},
        "gotoUrl": None,
        "name": {"1031": "Robot", "1033": "Robot"},
        "roleAdministrator": {"127": False},
        "roleAnalyzer": {"127": False},
        "roleApprover": {"127": False},
        "roleArchitect": {"127": False},
        "roleEditor": {"127": True},
        "roleInactive": {"127": False},
        "roleViewer": {"127": True},
        "validFrom": {"127": "2024-06-01T12:00:00.1234567"},
        "validUntil": {"127": "2024-08-30T12:00:00.1234567"},
    }
    kept = store.run(lambda storage: storage.engine.fetch("SELECT change FROM history", {}))
    assert secret not in str(kept)


def test_a_token_of_the_same_name_is_renewed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.new_tenant()
    first = created(store, now=NOON)
    (before,) = elements(store)

    second = created(store, "ROBOT", Role.VIEWER, 30, now=NOON + DAY)

    (after,) = elements(store)
    assert after["id"] == before["id"]
    assert after["createdOn"] == before["createdOn"]
    assert after["validUntil"] == {"127": "2024-07-02T12:00:00.1234567"}
    assert after["roleEditor"] == {"127": False}
    monkeypatch.setattr("time.time_ns", lambda: NOON + 2 * DAY)
    assert (role_of(store, first), role_of(store, second)) == (None, Role.VIEWER)


def test_a_token_ends_with_its_days(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.new_tenant()
    secret = created(store, days=1)

    found = []
    for now in (NOON, NOON + DAY - 1000, NOON + DAY):
        monkeypatch.setattr("time.time_ns", lambda now=now: now)
        found.append(role_of(store, secret))

    assert found == [Role.EDITOR, Role.EDITOR, None]


def test_a_token_opens_its_own_tenant_only(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.new_tenant()
    store.new_tenant("other")
    secret = created(store)
    monkeypatch.setattr("time.time_ns", lambda: NOON)

    async def knock(storage: SqlStorage) -> None:
        await Tenancy(storage).access(address_of("test", "other"), secret)

    with pytest.raises(Unauthenticated):
        store.run(knock)


@pytest.mark.parametrize(("name", "days"), [("", 1), (" ", 1), ("x" * 101, 1), ("a\0b", 1), ("x", 0), ("x", 3651)])
def test_what_cannot_be_a_token_is_refused(store: Store, name: str, days: int) -> None:
    store.new_tenant()

    with pytest.raises(InvalidValues):
        created(store, name, days=days)

    assert elements(store) == []


def test_roles_are_known_by_name() -> None:
    assert [parse_role(each) for each in ("viewer", "Administrator ")] == [Role.VIEWER, Role.ADMINISTRATOR]
    with pytest.raises(InvalidValues, match="Did you mean architect"):
        parse_role("archtect")
