"""An element without an id is created: in the first state of its lifecycle, in the name of the caller."""

from typing import Any

import pytest

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import Identity
from facetstore.usecases.changes.create import Created, Place, create
from tests.usecases.changes.samples import (
    ANNA,
    CHECK,
    ERP,
    HOUSE,
    KNOWN,
    MAIN,
    METAMODEL,
    NOW,
    NOWHERE,
    OLGA,
    OTHER_PROCESS,
    SELF_MADE,
    SETTINGS,
    TOKEN,
    made,
    new_ids,
    version,
)


def created(given: dict[str, Any], place: Place | None = None, **more: Any) -> Created:
    return create(
        given,
        METAMODEL,
        SETTINGS,
        KNOWN,
        new_ids(),
        now=NOW,
        principal=TOKEN,
        place=place or Place(facet="processes"),
        path="elements[2]",
        **more,
    )


def test_a_versioned_element_starts_as_a_draft_of_its_author() -> None:
    given = {
        "type": "SUBPROCESS",
        "facetName": "Processes",
        "parent": MAIN,
        "stereotype": "localProcess",
        "attributes": {"Name": {"1031": "Retoure"}, "changedOn": {"127": "x"}, "state1": {"127": "released"}},
        "related": {"systems": [{"id": ERP}], "createdBy": [{"id": ANNA}]},
        "state": "released",
    }

    assert created(given, Place("processes", position=4)) == Created(
        Version(
            ElementId(made(1)),
            VersionId(made(2)),
            "processes",
            "subProcess",
            state="inProcess",
            stereotype="localProcess",
            number="0.1",
            attributes={
                "name": {1031: "Retoure"},
                "validUntil": {127: "9999-12-31T00:00:00"},
                "createdOn": {127: NOW},
                "changedOn": {127: NOW},
            },
            related={"systems": (ERP,), "author": (TOKEN,), "createdBy": (TOKEN,), "changedBy": (TOKEN,)},
            parent=MAIN,
            position=4,
        )
    )


@pytest.mark.parametrize("type_key", [key for key, each in METAMODEL.types.items() if not each.flow])
def test_every_type_starts_as_its_identity_and_lifecycle_say(type_key: str) -> None:
    element_type = METAMODEL.types[type_key]
    culture = "127" if element_type.attributes[element_type.label[0]].attribute.invariant else "1033"  # type: ignore[union-attr]  # a label is an attribute

    made_version = created(
        {"type": type_key, "attributes": {element_type.label[0]: {culture: "x"}}}, Place(element_type.facet)
    ).version

    assert made_version is not None
    lifecycle = METAMODEL.lifecycle_of.get(type_key)
    assert made_version.state == (lifecycle.initial if lifecycle else None)
    assert made_version.number == ("0.1" if element_type.versioned else None)
    assert str(made_version.id) == (made(2) if element_type.versioned else made(1))
    assert made_version.creation_id == (made(1) if element_type.identity is Identity.CREATION_ID else None)
    assert (made_version.parent, made_version.position) == (None, 0)
    assert made_version.attributes["createdOn"] == made_version.attributes["changedOn"] == {127: NOW}
    assert made_version.related["createdBy"] == made_version.related["changedBy"] == (TOKEN,)


@pytest.mark.parametrize(("author", "kept"), [([OLGA], (OLGA,)), (None, None), ([], None)])
def test_the_body_decides_on_the_author_if_it_speaks_of_them(author: object, kept: object) -> None:
    found = created({"type": "subProcess", "attributes": {"name": {"1033": "x"}}, "related": {"author": author}})

    assert found.version is not None
    assert found.version.related.get("author") == kept


def test_the_body_decides_on_the_end_of_validity() -> None:
    names = {"name": {"1033": "x"}}
    given = {"type": "subProcess", "attributes": {**names, "validUntil": {"127": "2030-01-01T00:00:00"}}}

    found = created(given)

    assert found.version is not None
    assert found.version.invariant("validUntil") == "2030-01-01T00:00:00"


def test_a_flow_object_is_made_in_a_diagram_and_may_be_nameless() -> None:
    found = created({"type": "ruleXor"}, Place(in_diagram=True))

    assert found.version is not None
    assert (found.version.type, found.version.creation_id, found.version.state) == ("ruleXor", made(1), None)
    assert "author" not in found.version.related


def test_it_has_no_author_if_no_user_is_named() -> None:
    given = {"type": "tag", "attributes": {"name": {"1033": "x"}}}
    found = create(given, METAMODEL, SETTINGS, {}, new_ids(), now=NOW, principal=None)

    assert found.version is not None
    assert found.version.related == {}


def test_a_parent_may_be_given_as_a_reference_or_by_its_version() -> None:
    base = {"type": "subProcess", "attributes": {"name": {"1033": "x"}}}
    by_reference = created({**base, "parent": {"id": OTHER_PROCESS.upper()}, "position": 7})
    by_version = created({**base, "parent": version(7)}, aliases={version(7): OTHER_PROCESS})
    orphan = created({**base, "parent": None}, Place("processes", parent=MAIN))

    assert [each.version and (each.version.parent, each.version.position) for each in (by_reference, by_version)] == [
        (OTHER_PROCESS, 7),
        (OTHER_PROCESS, 0),
    ]
    assert orphan.version is not None
    assert orphan.version.parent is None


def test_a_self_made_stereotype_is_taken() -> None:
    found = created({"type": "subProcess", "stereotype": SELF_MADE, "attributes": {"name": {"1033": "x"}}})

    assert found.version is not None
    assert found.version.stereotype == SELF_MADE


NAMED = {"attributes": {"name": {"1033": "x"}}}

FINDINGS: list[tuple[dict[str, Any], str, str, str]] = [
    (NAMED, "type-missing", "type", "A new element needs the name of its type."),
    ({"type": 7, **NAMED}, "type-missing", "type", "A new element needs the name of its type, not 7."),
    ({"type": "subProces"}, "unknown-type", "type", "There is no type 'subProces'. Did you mean subProcess?"),
    (
        {"type": "system", **NAMED},
        "other-facet",
        "type",
        "The type system belongs to the facet it: create it there, not in processes.",
    ),
    (
        {"type": "subProcess", "facetName": "users", **NAMED},
        "other-facet",
        "facetName",
        "The type subProcess belongs to the facet processes, not to 'users'.",
    ),
    (
        {"type": "task", **NAMED},
        "only-in-diagram",
        "type",
        "A task exists only in a diagram: create it by POST …/elements/{id}/content.",
    ),
    (
        {"type": "subProcess"},
        "name-missing",
        "attributes.name",
        "A new subProcess needs its name, in one culture at least.",
    ),
    (
        {"type": "subProcess", "attributes": {"name": {"1033": " "}}},
        "name-missing",
        "attributes.name",
        "A new subProcess needs its name, in one culture at least.",
    ),
    (
        {"type": "subProcess", "attributes": {"name": {"1036": "x"}}},
        "unknown-culture",
        "attributes.name.1036",
        "The storage has no culture '1036': give the value of name under 1031 or 1033.",
    ),
    (
        {"type": "subProcess", "parent": "x", **NAMED},
        "wrong-id",
        "parent",
        "parent needs the GUID of an element, not 'x'.",
    ),
    (
        {"type": "subProcess", "parent": NOWHERE, **NAMED},
        "unknown-parent",
        "parent",
        f"There is no element {NOWHERE} that could be the parent.",
    ),
    (
        {"type": "subProcess", "parent": CHECK, **NAMED},
        "wrong-parent",
        "parent",
        "A subProcess cannot stand below a task. It can stand below: subCategory, mainProcess, midProcess, subProcess, "
        "view.",
    ),
    (
        {"type": "processHouse", "parent": HOUSE, **NAMED},
        "wrong-parent",
        "parent",
        "A processHouse cannot stand below a processHouse. It has no parent.",
    ),
    (
        {"type": "subProcess", "position": -1, **NAMED},
        "wrong-form",
        "position",
        "position needs a whole number from 0 on, not -1.",
    ),
    (
        {"type": "subProcess", "position": True, **NAMED},
        "wrong-form",
        "position",
        "position needs a whole number from 0 on, not True.",
    ),
    (
        {"type": "subProcess", "nmae": "x", **NAMED},
        "unknown-field",
        "nmae",
        "An element has no field 'nmae'.",
    ),
]


@pytest.mark.parametrize(("given", "code", "path", "sentence"), FINDINGS)
def test_a_finding_says_what_would_have_worked(given: dict[str, Any], code: str, path: str, sentence: str) -> None:
    assert created(given) == Created(None, (Finding(sentence, code, f"elements[2].{path}"),))


def test_users_are_called_by_their_names() -> None:
    (finding,) = created({"type": "user"}, Place("users")).findings

    assert finding == Finding(
        "A new user needs its firstName or lastName, in one culture at least.",
        "name-missing",
        "elements[2].attributes.firstName",
    )
    assert created({"type": "user", "attributes": {"lastName": {"127": "Otter"}}}, Place("users")).findings == ()


def test_every_finding_is_reported_and_no_id_is_used_up() -> None:
    ids = new_ids()
    given = {
        "type": "subProcess",
        "parent": NOWHERE,
        "attributes": {"x": 1, "cycleTime": {"127": "x"}},
        "related": {"owner": [ANNA, OLGA]},
    }

    found = create(given, METAMODEL, SETTINGS, KNOWN, ids, now=NOW, principal=None)

    assert [each.code for each in found.findings] == [
        "unknown-attribute",
        "wrong-data-type",
        "too-many-references",
        "unknown-parent",
    ]
    assert next(ids) == made(1)
