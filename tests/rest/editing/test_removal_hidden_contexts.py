"""Deleting what others refer to by a context that the caller may not read: it is not shown, and nothing else changes."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.support import company
from tests.support.api import Database, element
from tests.support.changing import Changing

SHADOWED, SHOWN, FREE = (company.element_id(number) for number in (521, 522, 523))
"""Systems: the process refers to the first by a hidden context, to the second by two, one of them hidden, to the third not."""
PROCESS: Final = company.element_id(531)


def _property(name: str, **more: object) -> dict[str, object]:
    return {"names": {"1031": name, "1033": name}, "descriptions": {"1031": name, "1033": name}, **more}


def _records() -> Iterator[company.Record]:
    shadow = _property("Shadow", relatedTypes=["system"], readableBy="architect")
    metamodel: dict[str, Any] = {
        "properties": {"shadow": shadow},
        "types": {"subProcess": {"properties": {"shadow": None}}},
    }
    yield {**company.header(), "storage": {"metamodel": metamodel}}
    for number in (521, 522, 523):
        yield company.versioned("system", number, "0.1", "inProcess", {1033: f"System {number}"})
    contexts: dict[str, Any] = {"shadow": [SHADOWED, SHOWN], "systems": [SHOWN]}
    yield company.versioned("subProcess", 531, "0.1", "inProcess", {1033: "Process"}, **contexts)


@pytest.fixture
def tenant(database: Database) -> Iterator[Changing]:
    tenant = Changing(database, _records, ("editor", "architect"))
    yield tenant
    tenant.close()


def path(id_: str) -> str:
    return f"{element(id_, facet='it')}/delete"


def test_a_reference_by_a_hidden_context_is_not_shown(tenant: Changing) -> None:
    refused = tenant.post(path(SHADOWED), role="architect")
    assert (refused.status_code, PROCESS in refused.text) == (409, True)

    free, shadowed = (tenant.post(path(each), role="editor") for each in (FREE, SHADOWED))
    assert free.status_code == shadowed.status_code == 200
    assert list(free.json()) == list(shadowed.json())


def test_one_by_a_context_that_the_caller_reads_is(tenant: Changing) -> None:
    refused = tenant.post(path(SHOWN), role="editor")

    assert (refused.status_code, PROCESS in refused.text) == (409, True)
    assert tenant.post(f"{path(SHOWN)}?force=true", role="editor").status_code == 200


def test_it_is_kept_and_back_when_the_element_is(tenant: Changing) -> None:
    def shadows() -> list[str]:
        (found,) = tenant.read(element(PROCESS), "architect")["elements"]
        return [each["id"] for each in found["related"]["shadow"]]

    assert shadows() == [SHADOWED, SHOWN]
    tenant.write(path(SHADOWED), role="editor")
    assert shadows() == [SHOWN]
    tenant.database.add_token(tenant.address, "administrator")
    (deleted,) = tenant.read("rest/trash")["values"]
    tenant.write(f"rest/trash/{deleted['id']}/restore")
    assert shadows() == [SHADOWED, SHOWN]
