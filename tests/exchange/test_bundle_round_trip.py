"""Export then import gives the same tenant again."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_export import export_bundle
from facetstore.exchange.bundle_import import import_bundle
from facetstore.exchange.demo_company import demo_records
from facetstore.metamodel.loader import load_standard
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf, Parts, VersionsOf
from facetstore.usecases.tenancy import serve
from tests.support.bundles import flow_object, guid, process, reference, shape, source, user
from tests.support.storages import Store


def exported(store: Store, tenant: Tenant) -> list[bytes]:
    async def export(storage: SqlStorage) -> list[bytes]:
        return [line async for line in export_bundle(storage, serve(await storage.tenant(tenant.address) or tenant))]

    return store.run(export)


def imported(store: Store, name: str, lines: Iterable[bytes | Mapping[str, object]]) -> Tenant:
    tenant = store.new_tenant(name)
    kept = list(lines)
    store.run(lambda storage: import_bundle(storage, tenant, lambda: kept))
    return tenant


def answers(store: Store, tenant: Tenant, *, drafts: bool) -> list[tuple[Any, ...]]:
    """Everything that reads find of a tenant, without the keys that only the database knows."""
    everything = Parts(attributes=True, contexts=None, children=True, content=True, root_path=True)

    async def read(storage: SqlStorage) -> list[tuple[Any, ...]]:
        reader = storage.reader(tenant, EDITORS if drafts else VIEWERS)
        found = []
        for facet in serve(tenant).metamodel.facets:
            rows = await reader.elements(ListOf(facet), everything)
            rows = [*rows, *await reader.elements(VersionsOf(tuple(row.element for row in rows)), everything)]
            found += [tuple(row._replace(key=0, group=None)) for row in rows]
        return found

    return store.run(read)


def test_the_demo_company_comes_back_byte_by_byte(store: Store) -> None:
    first = imported(store, "first", demo_records())
    lines = exported(store, first)

    second = imported(store, "second", lines)

    assert exported(store, second) == lines
    made = [each for each in map(msgspec.json.decode, lines) if each.get("facetName") == "stereotypes"]
    predefined = load_standard().types["system"].attributes["stereotype"].attribute
    assert predefined is not None
    assert {each.key for each in predefined.selectable_values} <= {
        each["attributes"].get("id", {}).get("127") for each in made
    }
    given = sum(1 for _ in demo_records())
    assert len(lines) - given == len(made) - sum(str(each.get("type", "")).endswith("Type") for each in demo_records())


@pytest.mark.parametrize("drafts", [True, False], ids=["editors", "viewers"])
def test_every_read_of_an_imported_tenant_is_answered_alike(store: Store, drafts: bool) -> None:
    first = imported(store, "first", demo_records())
    second = imported(store, "second", exported(store, first))

    found = answers(store, second, drafts=drafts)

    assert found == answers(store, first, drafts=drafts)
    assert len(found) > 500


def test_a_line_holds_what_was_given_in_the_form_of_operation_4(store: Store) -> None:
    written = process(
        "p",
        state="released",
        number="1.0",
        stereotype="standardProcess",
        attributes={"createdOn": {"127": "2020-02-29T12:00:00.1234567"}},
        related={"owner": [reference("anna")]},
        content=[shape("start", type_="evStart", place=[-20, 140]), shape("step", "start")],
        position=3,
    )
    tenant = imported(store, "one", source(user(), flow_object("start", "evStart"), flow_object("step"), written)())

    line = next(each for each in map(msgspec.json.decode, exported(store, tenant)) if each.get("type") == "subProcess")

    assert line == {
        "facetName": "processes",
        "id": guid("p"),
        "versionId": guid("p@1.0"),
        "type": "subProcess",
        "state": "released",
        "stereotype": "standardProcess",
        "attributes": {
            "createdOn": {"127": "2020-02-29T12:00:00.1234567"},
            "name": {"1031": "Prozess p", "1033": "Process p"},
            "state1": {"127": "released"},
            "version": {"127": "1.0"},
        },
        "related": {"owner": [{"facetName": "users", "id": guid("anna"), "type": "user"}]},
        "content": [
            {
                "properties": {"predecessors": [], "shapeId": guid("shape start"), "place": [-20, 140]},
                "facetName": "processes",
                "id": guid("start"),
                "type": "evStart",
            },
            {
                "properties": {
                    "predecessors": [
                        {
                            "properties": {"shapeId": guid("shape start")},
                            "facetName": "processes",
                            "id": guid("start"),
                            "type": "evStart",
                        }
                    ],
                    "shapeId": guid("shape step"),
                },
                "facetName": "processes",
                "id": guid("step"),
                "type": "task",
            },
        ],
        "parent": None,
        "position": 3,
    }


def test_an_export_begins_with_what_can_be_set(store: Store) -> None:
    tenant = store.new_tenant()

    header = msgspec.json.decode(exported(store, tenant)[0])

    assert header == {
        "facetstore": "bundle",
        "version": 1,
        "storage": {
            "title": "",
            "description": "",
            "baseTenant": "",
            "defaultDataCulture": 1033,
            "mandatoryCultures": [1031, 1033],
            "optionalCultures": [],
            "fallbackCultures": [],
            "region": "DE",
            "timeZone": "Europe/Berlin",
            "expirePredecessor": "atRelease",
            "metamodel": {},
        },
    }


def test_an_export_is_of_one_moment_whatever_is_written_meanwhile(store: Store) -> None:
    tenant = imported(store, "one", source(*(user(f"user{number}") for number in range(500)))())
    before = exported(store, tenant)

    async def export(storage: SqlStorage) -> list[bytes]:
        lines = []
        async for line in export_bundle(storage, serve(tenant)):
            lines.append(line)
            if len(lines) == 10:
                await import_bundle(storage, tenant, source(*(user(f"later{number}") for number in range(100))))
        return lines

    assert store.run(export) == before
    assert store.population(tenant) == {"user": 600}
