"""An update merges: what is not given stays, null removes, contexts are replaced."""

import json
from typing import Any

import pytest

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding
from facetstore.usecases.changes.merge import Merged, merge, referred_ids
from tests.usecases.changes.merging import changed, merged
from tests.usecases.changes.samples import (
    ANNA,
    ERP,
    KNOWN,
    MAIN,
    METAMODEL,
    OLGA,
    PROCESS,
    RECEIPT,
    SCANNER,
    SECRET_SYSTEM,
    SELF_MADE,
    SETTINGS,
    version,
)


def test_what_is_not_given_stays() -> None:
    after = changed({"id": PROCESS, "attributes": {"name": {"1033": "Receipt of goods"}}})

    assert after == RECEIPT._replace(
        attributes={**RECEIPT.attributes, "name": {1031: "Wareneingang", 1033: "Receipt of goods"}}
    )


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"name": {"1031": None}}, {1033: "Goods receipt"}),
        ({"name": {"1031": None, "1033": None}}, None),
        ({"name": None}, None),
        ({"name": {}}, {1031: "Wareneingang", 1033: "Goods receipt"}),
        ({"name": {"1031": ""}}, {1031: "", 1033: "Goods receipt"}),
        ({"NAME": {"1031": "Annahme"}}, {1031: "Annahme", 1033: "Goods receipt"}),
    ],
)
def test_null_removes_a_culture_or_the_attribute(given: dict[str, Any], left: object) -> None:
    assert changed({"attributes": given}).attributes.get("name") == left


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"cycleTime": {"127": 3}}, 3),
        ({"processMaturity": {"127": "GETSIMPROVED"}}, "getsImproved"),
        ({"processMaturity": {"127": ""}}, None),
        ({"processMaturity": {"127": None}}, None),
        ({"validFrom": {"127": "2026-01-01T00:00:00"}}, "2026-01-01T00:00:00"),
        ({"links": {"127": [{"fullAddress": "https://x.y", "title": None}]}}, [{"fullAddress": "https://x.y"}]),
    ],
)
def test_values_are_kept_in_their_canonical_form(given: dict[str, Any], kept: object) -> None:
    (name,) = given

    assert changed({"attributes": given}).invariant(name) == kept


def test_text_is_kept_composed() -> None:
    assert changed({"attributes": {"name": {"1031": "Gru\u0308n"}}}).attributes["name"][1031] == "Grün"


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ([{"id": SCANNER}, {"id": ERP}], (SCANNER, SECRET_SYSTEM, ERP)),
        ([SCANNER], (SCANNER, SECRET_SYSTEM)),
        ([{"id": ERP.upper()}, {"id": SCANNER}], (ERP, SECRET_SYSTEM, SCANNER)),
        ([], (SECRET_SYSTEM,)),
        (None, (SECRET_SYSTEM,)),
    ],
)
def test_a_given_context_is_replaced_and_what_is_hidden_stays_in_its_place(given: object, left: object) -> None:
    assert changed({"related": {"systems": given}}).related["systems"] == left


@pytest.mark.parametrize("nothing", [None, []])
def test_a_context_can_be_emptied(nothing: object) -> None:
    after = changed({"related": {"author": nothing}})

    assert after.related == {"createdBy": (ANNA,), "systems": RECEIPT.related["systems"]}


def test_an_element_can_be_named_by_its_version() -> None:
    after = changed({"related": {"kpi": []}, "attributes": {}}, aliases={})
    linked = changed({"related": {"SYSTEMS": [{"id": version(42)}]}}, aliases={version(42): SCANNER})

    assert after is RECEIPT
    assert linked.related["systems"] == (SCANNER, SECRET_SYSTEM)


def test_a_reference_given_twice_is_kept_once_and_reported() -> None:
    found = merged({"related": {"author": [{"id": OLGA}, OLGA]}})

    assert found.version.related["author"] == (OLGA,)
    assert found.warnings == (
        Finding(
            f"The element {OLGA} occurs twice in author: it is stored once.",
            "duplicate-reference",
            "elements[3].related.author[1]",
        ),
    )


def test_several_values_are_chosen_each_once_and_by_their_keys() -> None:
    permissions = Version(PROCESS, version(6), "permissionsets", "permissionSet", attributes={"grants": {127: ["x"]}})

    def chosen(*values: object) -> Merged:
        return merge(permissions, {"attributes": {"grants": {"127": list(values)}}}, METAMODEL, SETTINGS, KNOWN)

    assert chosen("x").version is permissions
    assert chosen("SHOW", "open", "show").version.invariant("grants") == ["show", "open"]
    assert [(each.code, each.path) for each in chosen("x", "show", "y").findings] == [
        ("unknown-value", "elements[0].attributes.grants.127[0]"),
        ("unknown-value", "elements[0].attributes.grants.127[2]"),
    ]


def test_programs_may_give_culture_ids_as_numbers() -> None:
    assert changed({"attributes": {"name": {1033: "x", 1031: None}}}).attributes["name"] == {1033: "x"}
    assert merged({"attributes": {"name": {-1: "x"}}}).findings[0].code == "unknown-culture"


def test_what_must_be_looked_up_is_what_is_named_and_what_is_replaced() -> None:
    given = {
        "parent": MAIN.upper(),
        "stereotype": {"id": SELF_MADE},
        "related": {"Systems": [{"id": SCANNER}, "x", 7], "owner": [OLGA], "kpi": "x"},
    }

    assert referred_ids(given, RECEIPT) == {MAIN, SELF_MADE, SCANNER, OLGA, ERP, SECRET_SYSTEM}
    assert referred_ids({"stereotype": "localProcess", "related": []}) == frozenset()


def test_nothing_given_is_changed() -> None:
    given = {"attributes": {"name": {"1033": "x"}}, "related": {"systems": [SCANNER]}, "stereotype": None}
    before = json.dumps(given)

    changed(given)

    assert json.dumps(given) == before
    assert RECEIPT.attributes["name"] == {1031: "Wareneingang", 1033: "Goods receipt"}
