"""A GET changes nothing: following a link, on whatever page it stands, changes nothing."""

from collections.abc import Iterator
from typing import Final

import pytest

from facetstore.storage.purging import TABLES
from tests.rest.access.asking import Variant, variants
from tests.rest.access.premises import Premises
from tests.support.api import Api, Database

_PROTOCOL: Final = ("openid-begin", "openid-finish")
"""OpenID Connect sends browsers by GET: a sign-in is begun and ended so, and guarded by a secret of the browser that began it."""

_AUDITED: Final = ("own-data-get", "person-data-get")
"""What is stored about a person: the audit says who read it, and when."""


@pytest.fixture(scope="module")
def premises(other_database: Database) -> Iterator[Premises]:
    api = Api(other_database)
    yield Premises(api, "safe/own", "aa")
    api.close()


def _contents(database: Database) -> dict[str, list[str]]:
    """Every row of every table that belongs to tenants, and the tenants themselves."""
    engine = database.storage.engine
    found = database.run(engine.fetch(TABLES[database.engine], {}))
    tables = [str(name) for (name,) in found if not str(name).startswith("words")] + ["tenant"]
    return {each: sorted(map(repr, database.run(engine.fetch(f"SELECT * FROM {each}", {})))) for each in tables}


def _reads() -> list[Variant]:
    return [
        each for each in variants() if each.method in ("GET", "HEAD") and each.route.name not in (*_PROTOCOL, *_AUDITED)
    ]


def test_the_protocol_of_openid_is_the_only_exception() -> None:
    names = {each.route.name for each in variants() if "openid" in each.path}

    assert names == set(_PROTOCOL)


def test_no_get_changes_a_row(premises: Premises) -> None:
    database = premises.api.database
    before = _contents(database)

    for variant in _reads():
        response = premises.api.send(
            variant.method, variant.address(premises.ids, {}, {}), "administrator", tenant=premises.address
        )
        assert response.status_code < 500, (variant.path, response.text)

    assert _contents(database) == before


def test_who_reads_personal_data_is_noted_in_the_audit_alone(premises: Premises) -> None:
    database = premises.api.database
    before = _contents(database)
    audited = [each for each in variants() if each.route.name in _AUDITED and each.method == "GET"]

    for variant in audited:
        address = variant.address(premises.ids, {}, {})
        assert premises.api.send("GET", address, "administrator", tenant=premises.address).status_code == 200

    after = _contents(database)
    assert len(after.pop("audit")) == len(before.pop("audit")) + len(audited)
    assert after == before
