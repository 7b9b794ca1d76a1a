"""What import keeps, drops, works out and warns of."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant, address_of
from facetstore.exchange.bundle_import import ImportResult, import_bundle
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, GOTO_MARK, ElementRow
from facetstore.usecases.ports.selections import ById, Parts, VersionsOf
from tests.support.bundles import HEADER, XML, Json, flow_object, guid, process, reference, shape, source, user
from tests.support.storages import Store

EVERYTHING = Parts(attributes=True, contexts=None, children=True, content=True, root_path=True)


def imported(
    store: Store, *records: Mapping[str, object], header: Json | None = None, placeholders: bool = False
) -> ImportResult:
    """Import records into the tenant `one`, which is made when it is missing."""
    address = address_of("test", "one")
    if store.run(lambda storage: storage.tenant(address)) is None:
        store.new_tenant()
    tenant, bundle = store.tenant(), source(*records, header=header)
    return store.run(lambda storage: import_bundle(storage, tenant, bundle, placeholders=placeholders))


def element(store: Store, name: str, *, drafts: bool = True) -> ElementRow | None:
    async def read(storage: SqlStorage) -> ElementRow | None:
        return await storage.reader(await _tenant(storage), EDITORS if drafts else VIEWERS).element(
            ById(guid(name)), EVERYTHING
        )

    return store.run(read)


async def _tenant(storage: SqlStorage) -> Tenant:
    tenant = await storage.tenant(address_of("test", "one"))
    assert tenant is not None
    return tenant


def attributes(store: Store, name: str) -> dict[str, Any]:
    """The stored attributes of an element, without those that depend on the answer."""
    row = element(store, name)
    assert row is not None
    text = (row.attributes or b"").decode().replace(GOTO_MARK, '"goto"').replace(AUTHOR_NOTE_MARK, '"note"')
    values: dict[str, Any] = msgspec.json.decode(text)
    del values["gotoUrl"]
    return values


def related(store: Store, name: str) -> dict[str, list[str]]:
    """The references that are stored of an element."""

    async def read(storage: SqlStorage) -> dict[str, list[str]]:
        chunks = [chunk async for chunk in storage.export(await _tenant(storage))]
        versions = [each.version for chunk in chunks for each in chunk if each.version.element == guid(name)]
        return {context: [str(each) for each in targets] for context, targets in versions[-1].related.items()}

    return store.run(read)


def warnings(result: ImportResult) -> list[tuple[str, str, str]]:
    return [(each.path, each.code, each.error) for each in result.warnings]


def test_a_version_is_restored_as_given(store: Store) -> None:
    result = imported(
        store,
        user(attributes={"lastName": {"127": "Test"}, "userLoginCount": {"127": 7}}),
        process(
            state="released",
            number="1.0",
            attributes={
                "validUntil": {"127": "9999-12-31T00:00:00"},
                "changedOn": {"127": "2021-03-28T02:30:00.1234567"},
                "relOn": {"127": "2021-03-28T02:30:00"},
                "name": {"1031": "Gru\u0308ße", "1033": "Greetings\nagain"},
            },
            related={"changedBy": [reference("anna")], "relBy": [reference("anna")]},
        ),
    )

    assert (result.versions, result.elements, result.placeholders, result.warnings) == (2, 2, 0, ())
    assert attributes(store, "p") == {
        "changedOn": {"127": "2021-03-28T02:30:00.1234567"},
        "isReleased": {"127": True},
        "name": {"1031": "Grüße", "1033": "Greetings\nagain"},
        "relOn": {"127": "2021-03-28T02:30:00"},
        "state1": {"127": "released"},
        "validUntil": {"127": "9999-12-31T00:00:00"},
        "version": {"127": "1.0"},
    }
    assert related(store, "p") == {"changedBy": [guid("anna")], "relBy": [guid("anna")]}
    restored = {name: values for name, values in attributes(store, "anna").items() if name != "filterInformation"}
    assert restored == {"lastName": {"127": "Test"}, "userLoginCount": {"127": 7}}


def test_what_follows_from_the_rest_is_accepted_and_worked_out_again(store: Store) -> None:
    posted_back = process(
        state="inProcess",
        attributes={
            "gotoUrl": {"1033": "https://elsewhere/x"},
            "isReleased": {"127": True},
            "state1": {"127": "released"},
            "authorNote": {"1033": "note"},
            "majorVersion": {"127": 9},
        },
        related={"releaseHistory": [reference("nobody")], "author": [{**reference("anna"), "expandUri": "https://x"}]},
        displayNames={"1033": "Sub process"},
        rootPath=[reference("nobody")],
        children=[reference("nobody")],
        versions=[reference("nobody")],
        setReadOnly=True,
        expandUri="https://elsewhere",
    )

    result = imported(store, user(), posted_back)

    assert result.warnings == ()
    assert attributes(store, "p") == {
        "authorNote": "note",
        "isReleased": {"127": False},
        "name": {"1031": "Prozess p", "1033": "Process p"},
        "state1": {"127": "inProcess"},
        "version": {"127": "0.1"},
    }
    assert related(store, "p") == {"author": [guid("anna")]}


def test_what_is_unknown_is_kept_with_a_warning(store: Store) -> None:
    result = imported(
        store,
        user(),
        process(
            attributes={"costPlace": {"127": {"a": [1, 2.5, None, True]}}}, related={"heroes": [reference("anna")]}
        ),
        process("q", attributes={"costPlace": {"127": "x"}}, surprise=1),
    )

    assert attributes(store, "p")["costPlace"] == {"127": {"a": [1, 2.5, None, True]}}
    assert related(store, "p") == {"heroes": [guid("anna")]}
    assert warnings(result) == [
        (
            "line 3",
            "unknown-attribute",
            "The attribute costPlace is unknown to the type subProcess and was kept. (2 times)",
        ),
        ("line 3", "unknown-context", "The context heroes is unknown to the type subProcess and was kept."),
        ("line 4", "unknown-field", "The field 'surprise' is not known and was left out."),
    ]


def test_html_is_cleaned_stays_xml_and_the_change_is_reported(store: Store) -> None:
    harmless = f"{XML}<div><p>One<br>two&nbsp;three</p></div>"
    harmful = f'{XML}<div><p onclick="x()">Four</p><script>five()</script></div>'

    result = imported(store, process(attributes={"description": {"1031": harmless, "1033": harmful}}))

    assert attributes(store, "p")["description"] == {
        "1031": f"{XML}<div><p>One<br />two&#160;three</p></div>",
        "1033": f"{XML}<div><p>Four</p></div>",
    }
    assert warnings(result) == [("line 2", "html-cleaned", "The html in description (1033) of subProcess was cleaned.")]


@pytest.mark.parametrize("state", ["inEffect", "requestToExpire", "show", "hide", "inReview"])
def test_any_state_is_accepted_for_a_versioned_type(store: Store, state: str) -> None:
    """mainProcess knows neither inReview nor requestToExpire nor show; subProcess neither show nor hide."""
    imported(store, process("s", state=state), {**process("m", state=state), "type": "mainProcess"})

    for name in ("s", "m"):
        row = element(store, name)
        assert row is not None
        assert row.state == state
        assert attributes(store, name)["isReleased"] == {"127": state == "inEffect"}
        assert (element(store, name, drafts=False) is not None) == (state in ("inEffect", "show"))


def test_structure_takes_its_state_from_the_attribute(store: Store) -> None:
    hidden = {"127": "hide"}
    category: Json = {"facetName": "processes", "type": "subCategory", "attributes": {"name": {"1033": "x"}}}

    imported(store, {**category, "id": guid("a")}, {**category, "id": guid("b"), "attributes": {"state1": hidden}})

    shown = [element(store, name, drafts=False) is not None for name in ("a", "b")]
    assert shown == [True, False]


def test_the_newest_version_is_found_whatever_the_order_of_lines(store: Store) -> None:
    versions = [("1.10", "inProcess"), ("0.1", "expired"), ("1.0", "inEffect"), ("1.9", "inReview")]

    imported(store, *(process(state=state, number=number) for number, state in versions))

    newest, published = element(store, "p"), element(store, "p", drafts=False)
    assert newest is not None
    assert published is not None
    assert (newest.version, published.version) == (guid("p@1.10"), guid("p@1.0"))


def test_further_versions_of_a_stored_element_are_put_in_their_order(store: Store) -> None:
    imported(store, process(state="released", number="1.0"))

    imported(store, process(state="expired", number="0.9"), process(state="inProcess", number="1.1"))

    async def read(storage: SqlStorage) -> list[str]:
        reader = storage.reader(await _tenant(storage), EDITORS)
        return [row.version for row in await reader.elements(VersionsOf((guid("p"),)), Parts())]

    assert store.run(read) == [guid("p@0.9"), guid("p@1.0"), guid("p@1.1")]
    newest, published = element(store, "p"), element(store, "p", drafts=False)
    assert (newest and newest.version, published and published.version) == (guid("p@1.1"), guid("p@1.0"))
    current = store.run(
        lambda s: s.engine.fetch(
            "SELECT DISTINCT v.id FROM attribute a JOIN version v ON v.key = a.version WHERE v.facet = 'processes'", {}
        )
    )
    assert {each[0] for each in current} == {guid("p@1.1"), guid("p@1.0")}


def test_flow_objects_are_seen_where_their_diagram_is(store: Store) -> None:
    imported(
        store,
        *(flow_object(name) for name in ("drafted", "released", "both", "nowhere")),
        process("d", content=[shape("drafted"), shape("both")]),
        process("r", state="released", number="1.0", content=[shape("released"), shape("both")]),
    )

    seen = {name for name in ("drafted", "released", "both", "nowhere") if element(store, name, drafts=False)}

    assert seen == {"released", "both", "nowhere"}


def test_a_later_diagram_makes_stored_flow_objects_seen(store: Store) -> None:
    imported(store, flow_object("step"), process("d", content=[shape("step")]))
    assert element(store, "step", drafts=False) is None

    imported(store, process("r", state="released", number="1.0", content=[shape("step")]))

    assert element(store, "step", drafts=False) is not None


def test_the_place_of_the_newest_version_holds(store: Store) -> None:
    category: Json = {"facetName": "processes", "type": "subCategory"}
    result = imported(
        store,
        {**category, "id": guid("old")},
        {**category, "id": guid("new")},
        process(number="1.0", state="released", parent=guid("old"), position=1),
        process(number="1.1", parent=guid("new"), position=2),
    )

    row = element(store, "new")
    assert row is not None
    assert guid("p") in (row.children or b"").decode()
    assert [each[1] for each in warnings(result)] == ["moved"]


def test_placeholders_stand_for_what_the_file_does_not_hold(store: Store) -> None:
    given = {**reference("sys", "system"), "versionId": guid("sys@1"), "state": "released"}
    record = process(
        related={"owner": [reference("ben", "User")], "systems": [given]},
        content=[shape("step", type_="task")],
        state="released",
    )

    result = imported(store, record, placeholders=True)

    assert (result.elements, result.placeholders) == (4, 3)
    assert store.population(store.tenant()) == {"subProcess": 1, "system": 1, "task": 1, "user": 1}
    system, owner, step = (element(store, name, drafts=False) for name in ("sys", "ben", "step"))
    assert system is not None
    assert (system.version, system.state) == (guid("sys@1"), "released")
    assert owner is not None
    assert step is not None


def test_a_placeholder_takes_no_version_of_others(store: Store) -> None:
    imported(store, process("stored"))
    found = [{**reference(name, "system"), "versionId": guid("stored@0.1")} for name in ("one", "two")]

    result = imported(store, process(related={"systems": found}), placeholders=True)

    assert result.placeholders == 2


def test_what_the_store_holds_may_be_referred_to(store: Store) -> None:
    imported(store, user())

    result = imported(store, process(related={"owner": [reference("anna")]}), placeholders=True)

    assert result.placeholders == 0


def test_ids_are_kept_in_lower_case(store: Store) -> None:
    imported(store, user(id=guid("anna").upper()), process(related={"owner": [{"id": guid("anna").upper()}]}))

    assert related(store, "p") == {"owner": [guid("anna")]}


def test_a_fresh_tenant_takes_the_settings_of_the_bundle(store: Store) -> None:
    storage: Json = {
        "title": "Imported",
        "defaultDataCulture": 1031,
        "mandatoryCultures": [1031],
        "optionalCultures": [1033],
        "timeZone": "W. Europe Standard Time",
        "region": "at",
        "baseTenant": "not/here",
        "dataCultures": [1031, 1033],
        "metamodel": {
            "properties": {
                "payingCentre": {
                    "names": {"1031": "Kostenstelle", "1033": "Cost centre"},
                    "descriptions": {"1031": "Wer zahlt.", "1033": "Who pays."},
                    "dataType": "SingleLineText",
                    "invariant": True,
                }
            },
            "types": {"subProcess": {"properties": {"payingCentre": None}}},
        },
    }

    result = imported(
        store, process(attributes={"payingCentre": {"127": "4711"}}), header={**HEADER, "storage": storage}
    )

    settings = store.tenant().settings
    assert (settings.title, settings.region, settings.time_zone) == ("Imported", "AT", "W. Europe Standard Time")
    assert (settings.default_data_culture, settings.optional_cultures) == (1031, (1033,))
    assert settings.base_tenant == ""
    assert "payingCentre" in store.tenant().additions
    assert [each[1] for each in warnings(result)] == ["base-tenant-ignored"]


def test_a_tenant_with_elements_keeps_its_settings(store: Store) -> None:
    imported(store, process())
    before = store.tenant()

    result = imported(store, user("ben"), header={**HEADER, "storage": {"title": "Other"}})

    assert store.tenant().settings == before.settings
    assert warnings(result) == [
        ("line 1", "settings-ignored", "The tenant holds elements already: it keeps its own settings and metamodel.")
    ]


def test_empty_lines_are_passed_over_and_counted(store: Store) -> None:
    tenant = store.new_tenant()
    lines = [b"\xef\xbb\xbf" + msgspec.json.encode(HEADER), b"\n", msgspec.json.encode(user()) + b"\n", b"  \r\n"]

    result = store.run(lambda storage: import_bundle(storage, tenant, lambda: lines))

    assert result.versions == 1


def test_progress_is_reported_for_both_passes(tmp_path_store: Store) -> None:
    tenant = tmp_path_store.new_tenant()
    found: list[tuple[str, int, int | None]] = []
    records = source(*(user(f"u{number}") for number in range(450)))

    tmp_path_store.run(lambda s: import_bundle(s, tenant, records, progress=lambda *each: found.append(each)))

    assert found == [
        ("checking", 0, None), ("checking", 200, None), ("checking", 400, None),
        ("writing", 0, 450), ("writing", 200, 450), ("writing", 400, 450), ("writing", 450, 450),
    ]  # fmt: skip
