"""A bad line is named with its number, and then nothing is stored."""

from collections.abc import Mapping

import pytest

from facetstore.domain.errors import Finding, InvalidValues
from facetstore.exchange.bundle_import import import_bundle
from tests.support.bundles import HEADER, Json, guid, process, reference, shape, source, user
from tests.support.storages import Store


def findings_of(
    store: Store, *records: Mapping[str, object] | bytes | str, header: Json | None = None, placeholders: bool = False
) -> list[Finding]:
    """What an import into a new tenant finds; nothing may be stored."""
    tenant = store.new_tenant()
    with pytest.raises(InvalidValues) as refused:
        store.run(lambda s: import_bundle(s, tenant, source(*records, header=header), placeholders=placeholders))
    assert store.population(tenant) == {}
    assert store.tenant() == tenant
    return list(refused.value.findings)


def test_three_bad_lines_of_a_thousand_are_named(store: Store) -> None:
    lines: list[Json | bytes] = [user(f"user{number}") for number in range(2, 1001)]
    lines[498] = b'{"id": "no json'
    lines[10] = {**user("user12"), "type": "usr"}
    lines[997] = user("user7")

    found = findings_of(store, *lines)

    assert [(each.path, each.error) for each in found] == [
        ("line 12", "There is no type 'usr'. Did you mean user?"),
        ("line 500", "It is not a JSON object: Input data was truncated."),
        ("line 999", f"The version {guid('user7')} is in line 7 already."),
    ]
    assert len(lines) == 999  # and the header


PARENTLESS = {"facetName": "processes", "type": "subCategory"}

BAD_LINES: dict[str, tuple[Json | bytes | str, str]] = {
    "no JSON": (b"nonsense", "It is not a JSON object"),
    "a list": (b"[1]", "It is not a JSON object"),
    "NaN": (b'{"id": NaN}', "It is not a JSON object"),
    "a number without end": (b'{"id": 1e999}', "It is not a JSON object"),
    "bytes that are no UTF-8": (b'{"id": "\xff"}', "It is not a JSON object"),
    "half a surrogate pair": (b'{"id": "\\ud83d"}', "It is not a JSON object"),
    "too deep": (b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}", "nested too deeply"),
    "a key twice": (b'{"id": "1", "type": "user", "id": "2"}', "The key 'id' occurs twice"),
    "no id": ({"type": "user"}, "The record lacks its id."),
    "no type": ({"id": guid("x")}, "The record lacks its type."),
    "id is no GUID": (user(id="123"), "id needs a GUID, not '123'."),
    "id is no text": (user(id=5), "id needs a GUID, not 5."),
    "unknown type": (user(type="usr"), "There is no type 'usr'. Did you mean user?"),
    "type is no text": (user(type=5), "The record lacks its type."),
    "unknown facet": (user(facetName="user"), "There is no facet 'user'. Did you mean users?"),
    "another facet": (user(facetName="roles"), "The type user belongs to the facet users, not to roles."),
    "unknown kind": ({"kind": "task", "id": guid("x")}, "Records of the kind 'task' are not known"),
    "no versionId": (process(versionId=None), "The record lacks its versionId."),
    "versionId is no GUID": (process(versionId="1.0"), "versionId needs a GUID, not '1.0'."),
    "versionId of a user": (user(versionId=guid("y")), "The type user has no versions"),
    "creationId is no GUID": (user(creationId="x"), "creationId needs a GUID, not 'x'."),
    "unknown state": (process(state="relesed"), "knows no state 'relesed'. Did you mean released?"),
    "unknown state of structure": (
        {**PARENTLESS, "id": guid("c"), "attributes": {"state1": {"127": "released"}}},
        "The type subCategory knows no state 'released'.",
    ),
    "version is no number": (process(number="one"), "The attribute version needs a number such as 1.0"),
    "stereotype is no text": (process(stereotype={"id": "x"}), "stereotype needs a text"),
    "attributes are no object": (user(attributes=[]), "attributes needs an object, not []."),
    "an attribute without cultures": (
        process(attributes={"name": "x"}),
        "The attribute name needs its values by culture, not 'x'.",
    ),
    "a culture that is no number": (process(attributes={"name": {"de": "x"}}), "has 'de' for a culture"),
    "a culture below zero": (process(attributes={"name": {"-1": "x"}}), "has '-1' for a culture"),
    "a number for a text": (
        process(attributes={"name": {"1033": 5}}),
        "The attribute name (1033) needs a text, not 5.",
    ),
    "NUL in a text": (process(attributes={"name": {"1033": "a\0b"}}), "The attribute name (1033) holds a NUL"),
    "a text for a flag": (user(attributes={"roleViewer": {"127": "yes"}}), "roleViewer (127) needs true or false"),
    "a fraction for an integer": (
        user(attributes={"userLoginCount": {"127": 1.5}}),
        "userLoginCount (127) needs a whole number, not 1.5.",
    ),
    "a flag for a number": (process(attributes={"cycleTime": {"127": True}}), "cycleTime (127) needs a number"),
    "more than 64 bits": (process(attributes={"cycleTime": {"127": 2**64}}), "a number of more than 64 bits"),
    "no such day": (
        process(attributes={"validFrom": {"127": "2021-02-30T00:00:00"}}),
        "validFrom (127) needs a date-time such as 2024-05-31T13:45:00",
    ),
    "a date-time with zone": (process(attributes={"validFrom": {"127": "2021-02-03T00:00:00Z"}}), "needs a date-time"),
    "links that are a text": (process(attributes={"links": {"127": "http://x"}}), "links (127) needs a list of links"),
    "a link that runs": (
        process(attributes={"links": {"127": [{"fullAddress": " JavaScript:alert(1)", "title": "x"}]}}),
        "holds an address that starts with JavaScript:",
    ),
    "NUL in an unknown attribute": (process(attributes={"ours": {"127": {"a": ["b\0"]}}}), "ours (127) holds a NUL"),
    "an attribute that is no name": (process(attributes={'a"b': {"127": 1}}), "cannot be a name (attribute)"),
    "a context that is no name": (process(related={'a","b': []}), "cannot be a name (context)"),
    "related is no object": (process(related=[]), "related needs an object, not []."),
    "a context that is no list": (process(related={"owner": {}}), "owner needs a list, not {}."),
    "a reference that is a text": (process(related={"owner": [guid("x")]}), "owner needs references with an id"),
    "a reference without id": (
        process(related={"owner": [{"type": "user"}]}),
        "owner needs a GUID as its id, not None.",
    ),
    "a reference to nothing": (
        process(related={"owner": [reference("nobody")]}),
        f"owner refers to {guid('nobody')}, which neither the file nor the store holds.",
    ),
    "a parent that is nothing": (process(parent=guid("nobody")), f"parent refers to {guid('nobody')}, which neither"),
    "a parent that is no GUID": (process(parent="x"), "parent needs a GUID, not 'x'."),
    "its own parent": (process(parent=guid("p")), f"The element {guid('p')} is below itself."),
    "a position that is a text": (process(position="1"), "position needs a whole number from 0 on, not '1'."),
    "a position below zero": (process(position=-1), "position needs a whole number from 0 on, not -1."),
    "content that is nothing": (process(content=[shape("nobody")]), f"content refers to {guid('nobody')}"),
    "content without shape": (process(content=[reference("anna")]), "needs a GUID as properties.shapeId, not None."),
    "content of a user": (user("ben", content=[shape("anna")]), "The type user has no diagram"),
    "a shape twice": (process(content=[shape("anna"), shape("anna")]), "occurs twice in the content."),
    "a shape after itself": (process(content=[shape("anna", "anna")]), "comes after itself."),
    "a shape after another one twice": (
        process(content=[shape("anna"), {**shape("anna", "anna", "anna"), "id": guid("anna")}]),
        "comes twice after the same shape.",
    ),
    "an unknown predecessor": (process(content=[shape("anna", "nobody")]), "which the content does not hold."),
    "a version id that is an element": (
        process(versionId=guid("anna")),
        f"The version {guid('anna')} is in line 2",
    ),
    "a version id that is its own element": (
        process(versionId=guid("p")),
        f"The version id {guid('p')} is also the id",
    ),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_found(tmp_path_store: Store, name: str) -> None:
    line, error = BAD_LINES[name]

    found = findings_of(tmp_path_store, user(), line, user("carl"))

    assert [each.path for each in found if error in each.error] == ["line 3"], found
    assert {each.path for each in found} <= {"line 2", "line 3"}


def test_every_finding_of_a_line_is_reported(store: Store) -> None:
    bad = {"type": "subProcess", "facetName": "roles", "id": "x", "state": 5}

    found = findings_of(store, bad, process(state="x", number="y", position="z", versionId=None))

    assert [(each.path, each.error.split()[0:2]) for each in found] == [
        ("line 2", ["The", "type"]),
        ("line 2", ["id", "needs"]),
        ("line 3", ["The", "record"]),
        ("line 3", ["The", "type"]),
        ("line 3", ["The", "attribute"]),
        ("line 3", ["position", "needs"]),
    ]


def test_every_line_that_refers_to_nothing_is_named(store: Store) -> None:
    missing = {"owner": [reference("nobody")]}

    found = findings_of(store, process("a", related=missing), user(), process("b", related=missing))

    assert [each.path for each in found] == ["line 2", "line 4"]


def test_elements_in_a_circle_are_named(store: Store) -> None:
    found = findings_of(
        store,
        process("a", parent=guid("b")),
        process("b", parent=guid("c")),
        process("c", parent=guid("b")),
        process("d", parent=guid("a")),
    )

    assert [(each.path, each.error) for each in found] == [
        ("line 3", f"The element {guid('b')} is below itself."),
        ("line 4", f"The element {guid('c')} is below itself."),
    ]


def test_versions_of_one_element_have_one_type(store: Store) -> None:
    found = findings_of(store, process("a"), {**process("a", number="0.2"), "type": "mainProcess"})

    assert [(each.path, each.error) for each in found] == [
        ("line 3", f"The element {guid('a')} is of the type subProcess in line 2.")
    ]


@pytest.mark.parametrize(
    ("header", "error"),
    [
        ({"id": guid("x"), "type": "user"}, "The file is no bundle"),
        ({**HEADER, "version": 2}, "The bundle has version 2; this release reads version 1."),
        ({**HEADER, "storage": []}, "must be objects"),
        ({**HEADER, "storage": {"titel": "x"}}, "titel cannot be set. Did you mean title?"),
        ({**HEADER, "storage": {"region": "XX"}}, 'No region is called "XX".'),
        ({**HEADER, "storage": {"metamodel": {"types": {"x": {}}}}}, "The key 'color' is missing."),
    ],
)
def test_a_header_that_cannot_be_used_is_refused(tmp_path_store: Store, header: Json, error: str) -> None:
    found = findings_of(tmp_path_store, user(), header=header)

    assert any(error in each.error for each in found), found
    assert {each.path for each in found} == {"line 1"}


def test_an_empty_file_is_no_bundle(tmp_path_store: Store) -> None:
    tenant = tmp_path_store.new_tenant()

    with pytest.raises(InvalidValues, match="1 bad line"):
        tmp_path_store.run(lambda storage: import_bundle(storage, tenant, list))


def test_what_is_stored_already_is_named(store: Store) -> None:
    tenant = store.new_tenant()
    stored = source(user(), process("a"), process("z"))
    store.run(lambda storage: import_bundle(storage, tenant, stored))
    further = source(
        user("ben"),
        process("a"),
        user(),
        {**process("b"), "id": guid("z@0.1")},
        {**process("c"), "id": guid("a"), "type": "midProcess"},
    )

    with pytest.raises(InvalidValues) as refused:
        store.run(lambda storage: import_bundle(storage, tenant, further))

    assert [(each.path, each.error) for each in refused.value.findings] == [
        ("line 3", f"The version {guid('a@0.1')} is stored already."),
        ("line 4", f"The version {guid('anna')} is stored already."),
        ("line 5", f"The id {guid('z@0.1')} is stored for something else, of the type subProcess."),
        ("line 6", f"The element {guid('a')} is of the type subProcess in line 3."),
    ]
    assert store.population(tenant) == {"user": 1, "subProcess": 2}


def test_placeholders_need_a_type(store: Store) -> None:
    untyped = process("a", related={"owner": [reference("nobody")]}, parent=guid("nowhere"))

    found = findings_of(store, untyped, placeholders=True)

    assert [(each.path, each.error.split()[0]) for each in found] == [("line 2", "parent"), ("line 2", "owner")]


def named(name: str, login: str) -> Json:
    return user(name, attributes={"lastName": {"127": "Test"}, "accountName": {"127": login}})


def test_two_users_with_one_sign_in_name_are_reported(store: Store) -> None:
    found = findings_of(store, named("one", "kim"), named("two", "kai"), named("three", " KIM"))

    assert [(each.path, each.error) for each in found] == [("line 4", "The user in line 2 signs in as 'KIM' already.")]


def test_a_user_with_the_sign_in_name_of_a_stored_one_is_reported(store: Store) -> None:
    tenant = store.new_tenant()
    store.run(lambda s: import_bundle(s, tenant, source(named("one", "kim"))))

    stored = store.tenant()
    with pytest.raises(InvalidValues) as refused:
        store.run(lambda s: import_bundle(s, stored, source(named("two", "Kim"), named("three", "kai"))))

    assert [(each.path, each.error) for each in refused.value.findings] == [
        ("line 2", "A stored user signs in as 'Kim' already.")
    ]
