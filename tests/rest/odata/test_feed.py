"""The feed is what an OData validator expects, and its tables hold what the interface shows."""

from collections.abc import Callable

import pytest

from tests.rest.odata.validating import Client

FACTS = ["Elements", "References", "Releases", "Tasks", "Translations", "Changes"]
DIMENSIONS = ["Types", "States", "Cultures", "Days"]
Clients = Callable[..., Client]


def test_the_service_document_and_the_metadata_name_the_same_sets(client: Clients) -> None:
    reader = client()

    assert reader.sets == [*reader.types]
    assert reader.sets[:10] == [*FACTS, *DIMENSIONS]
    assert "subProcess" in reader.sets


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_every_row_of_every_set_has_the_declared_columns_and_its_own_key(client: Clients, role: str) -> None:
    reader = client(role)

    found = {name: len(reader.checked_rows(name)) for name in reader.sets}

    assert found["Elements"] > 10
    assert found["References"] > 10
    assert found["Releases"] > 0
    assert ("Changes" in found) == (role == "administrator")


def test_every_way_leads_to_rows_of_its_set(client: Clients) -> None:
    reader, went = client(), set()
    known = {name: {tuple(row.items()) for row in reader.rows(name)} for name in reader.sets}
    targets = {
        (name, str(way.get("Name"))): str(way.get("Type")).removeprefix("Collection(").removesuffix(")").split(".")[1]
        for name, type_ in reader.types.items()
        for way in type_
        if way.tag.endswith("NavigationProperty")
    }

    for name in [*FACTS, "subProcess", "user"]:
        for way in reader.ways(name):
            for row in reader.rows(f"{name}?$expand={way}"):
                led_to = row[way] if isinstance(row[way], list) else [row[way]] if row[way] is not None else []
                assert {tuple(each.items()) for each in led_to} <= known[targets[name, way]]
                went.update([(name, way)] * bool(led_to))

    assert {("Elements", "owner"), ("Elements", "references"), ("References", "target")} <= went
    assert {("Releases", "releasedDayDetails"), ("Elements", "typeDetails"), ("subProcess", "parent")} <= went
