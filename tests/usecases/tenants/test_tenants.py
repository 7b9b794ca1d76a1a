"""Tenants are made, set, given a metamodel of their own and described."""

from dataclasses import replace

import msgspec
import pytest

from facetstore.domain.access import EDITORS
from facetstore.domain.errors import Conflict, Finding, InvalidValues, NotFound
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.exchange.bundle_import import import_bundle
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import (
    access_tenant,
    apply_metamodel,
    check_metamodel,
    create_tenant,
    set_tenant,
    storage_info,
)
from tests.support.bundles import guid, process, source
from tests.support.storages import Store

ADDITIONS = """
types:
  supplier:
    facet: stakeholders
    identity: versioned
    lifecycle: release
    names: {1031: "Lieferant", 1033: "Supplier"}
    descriptions: {1031: "Wer uns beliefert.", 1033: "Who supplies us."}
    color: "#6E4A7E"
    include: [named, tracked, versioned]
"""


def changed(store: Store, **given: object) -> TenantSettings:
    tenant = store.tenant()
    store.run(lambda storage: set_tenant(storage, tenant, given))
    return store.tenant().settings


def refused(store: Store, **given: object) -> list[str]:
    tenant = store.tenant()
    with pytest.raises(InvalidValues) as invalid:
        store.run(lambda storage: set_tenant(storage, tenant, given))
    assert store.tenant() == tenant
    return [each.error for each in invalid.value.findings]


def test_an_address_is_taken_once_whatever_its_case(store: Store) -> None:
    store.new_tenant("one")

    with pytest.raises(Conflict, match="There is a tenant test/ONE already"):
        store.new_tenant("ONE")


def test_a_tenant_is_found_by_its_address_or_the_nearest_is_named(store: Store) -> None:
    made = store.new_tenant("showcase")

    assert store.run(lambda storage: access_tenant(storage, "TEST/Showcase")) == made
    with pytest.raises(NotFound, match=r"no tenant test/showcse\. Did you mean test/showcase\?"):
        store.run(lambda storage: access_tenant(storage, "test/showcse"))
    with pytest.raises(InvalidValues, match="is no address such as COLLECTION/STORAGE"):
        store.run(lambda storage: access_tenant(storage, "showcase"))


def test_every_settable_field_is_set_from_text(store: Store) -> None:
    store.new_tenant()
    store.new_tenant("base")

    found = changed(
        store,
        title="Werk Süd",
        description="Two\nlines",
        defaultDataCulture="1031",
        mandatoryCultures="1031, fr-FR",
        optionalCultures="en-us",
        fallbackCultures="1033,1031",
        region="de",
        timeZone="europe/berlin",
        baseTenant="test/base",
    )

    assert found == TenantSettings(
        title="Werk Süd",
        description="Two\nlines",
        default_data_culture=1031,
        mandatory_cultures=(1031, 1036),
        optional_cultures=(1033,),
        fallback_cultures=(1033, 1031),
        region="DE",
        time_zone="Europe/Berlin",
        base_tenant="test/base",
    )


def test_all_mistakes_are_reported_at_once(store: Store) -> None:
    store.new_tenant()

    found = refused(store, titel="x", region="XX", timeZone="Berlin", optionalCultures="1033,12", baseTenant="x")

    assert [each.split(".")[0] for each in found] == [
        "titel cannot be set",
        'region: No region is called "XX"',
        'timeZone: No time zone is called "Berlin"',
        "optionalCultures: '12' is no known culture; give an LCID such as 1033 or a name such as en-US",
        "baseTenant: 'x' is no address such as COLLECTION/STORAGE",
    ]
    assert "Did you mean title?" in found[0]


def test_cultures_must_fit_together(store: Store) -> None:
    store.new_tenant()

    assert refused(store, mandatoryCultures="1031", fallbackCultures="1036", optionalCultures="1031") == [
        "The default culture 1033 is none of the data cultures (1031); name it among the mandatory or optional ones.",
        "The culture 1031 cannot be both mandatory and optional.",
        "The fallback culture 1036 is none of the data cultures (1031).",
    ]


@pytest.mark.parametrize("base", ["test/nowhere", "test/one", "test/above"])
def test_a_base_tenant_exists_and_leads_nowhere_back(store: Store, base: str) -> None:
    store.new_tenant()
    store.new_tenant("above", TenantSettings(base_tenant="test/one"))

    (error,) = refused(store, baseTenant=base)

    assert error.startswith("baseTenant: the tenant test/")


def test_another_default_culture_reorders_lists(store: Store) -> None:
    tenant = store.new_tenant()
    names = {"a": ("Zebra", "ant"), "b": ("Ameise", "zebra")}
    records = [process(key, attributes={"name": {"1031": de, "1033": en}}) for key, (de, en) in names.items()]
    store.run(lambda storage: import_bundle(storage, tenant, source(*records)))

    async def listed(storage: SqlStorage) -> list[str]:
        return [row.element for row in await storage.reader(tenant, EDITORS).elements(ListOf("processes"), Parts())]

    before = store.run(listed)
    changed(store, defaultDataCulture=1031)

    assert before == [guid("a"), guid("b")]
    assert store.run(listed) == [guid("b"), guid("a")]


def test_another_time_zone_moves_the_instants(store: Store) -> None:
    tenant = store.new_tenant()
    record = process(attributes={"validFrom": {"127": "2024-01-01T12:00:00"}})
    store.run(lambda storage: import_bundle(storage, tenant, source(record)))

    async def instant(storage: SqlStorage) -> object:
        return (await storage.engine.fetch("SELECT instant FROM attribute WHERE name = 'validFrom'", {}))[0][0]

    berlin = store.run(instant)
    changed(store, timeZone="UTC")

    assert (berlin, store.run(instant)) == (1_704_106_800_000_000, 1_704_110_400_000_000)


def test_additions_are_applied_and_types_in_use_cannot_be_taken_away(store: Store) -> None:
    tenant = store.new_tenant()
    additions = check_metamodel(tenant, ADDITIONS, "own.yaml")
    store.run(lambda storage: apply_metamodel(storage, tenant, additions))
    supplier = {"type": "supplier", "id": guid("s"), "versionId": guid("s@1"), "attributes": {"name": {"1033": "Ltd"}}}
    with_type = store.tenant()
    store.run(lambda storage: import_bundle(storage, with_type, source(supplier)))

    with pytest.raises(InvalidValues) as refused_change:
        store.run(lambda storage: apply_metamodel(storage, with_type, {}))

    assert refused_change.value.findings == (
        Finding("1 element(s) of the type supplier exist.", "invalid-values", "supplier"),
    )
    assert "supplier" in serve(store.tenant()).metamodel.types


def test_mistakes_in_additions_are_reported_with_file_and_line(store: Store) -> None:
    tenant = store.new_tenant()

    with pytest.raises(InvalidValues) as invalid:
        check_metamodel(tenant, ADDITIONS.replace("facet: stakeholders", "facet: stakeholder"), "own.yaml")

    assert [each.path for each in invalid.value.findings] == ["own.yaml:4"]


def described(store: Store, tenant: Tenant) -> dict[str, object]:
    found = store.run(lambda storage: storage_info(storage, serve(tenant)))
    return dict(msgspec.json.decode(msgspec.json.encode(found)))


def test_storage_info_returns_the_fields_of_the_specification_in_order(store: Store) -> None:
    base = store.new_tenant("base")
    tenant = store.new_tenant(settings=replace(base.settings, title="One", base_tenant="TEST/Base"))

    info = described(store, tenant)

    assert list(info) == [
        "type", "tenant", "title", "description", "baseTenant", "apiUrl", "appUrl", "template", "dataCultures",
        "defaultDataCulture", "mandatoryCultures", "optionalCultures", "isValid", "region", "timeZone",
    ]  # fmt: skip
    assert {name: info[name] for name in list(info)[:13]} == {
        "type": "IStorageContext",
        "tenant": tenant.id,
        "title": "One",
        "description": "",
        "baseTenant": base.id,
        "apiUrl": "",
        "appUrl": "",
        "template": "empty",
        "dataCultures": [1031, 1033],
        "defaultDataCulture": 1033,
        "mandatoryCultures": [1031, 1033],
        "optionalCultures": [],
        "isValid": True,
    }


def test_a_tenant_whose_settings_no_longer_hold_is_not_valid(store: Store) -> None:
    tenant = store.new_tenant()
    broken = replace(tenant, settings=replace(tenant.settings, default_data_culture=1036))

    assert described(store, broken)["isValid"] is False


def test_administration_tenants_are_recognized_by_their_address(store: Store) -> None:
    def kind(collection: str) -> object:
        address = address_of(collection, "_admin")
        return described(store, store.run(lambda storage: create_tenant(storage, address, TenantSettings())))["type"]

    assert [kind("_sysadmin"), kind("pz")] == ["ISysAdminContext", "IStorageCollectionContext"]
