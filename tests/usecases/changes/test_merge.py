"""An update merges: what is not given stays, null removes, contexts are replaced, every finding is told."""

import json
from dataclasses import replace
from typing import Any

import pytest

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding
from facetstore.usecases.changes.merge import Merged, merge, referred_ids
from facetstore.usecases.changes.stamps import stamp_changed
from tests.usecases.changes.answers import as_read
from tests.usecases.changes.samples import (
    ANNA,
    ERP,
    HIDDEN,
    HOUSE,
    KNOWN,
    MAIN,
    METAMODEL,
    NOW,
    NOWHERE,
    OLGA,
    OTHER_PROCESS,
    PROCESS,
    RECEIPT,
    SCANNER,
    SECRET_SYSTEM,
    SELF_MADE,
    SELF_NAMED,
    SETTINGS,
    START,
    SYSTEM_STEREOTYPE,
    TOKEN,
    XML,
    flow_object,
    version,
)


def merged(given: dict[str, Any], before: Any = RECEIPT, **more: Any) -> Merged:
    return merge(before, given, METAMODEL, SETTINGS, KNOWN, path="elements[3]", **more)


def changed(given: dict[str, Any], before: Any = RECEIPT, **more: Any) -> Any:
    """The version after a merge that must go well."""
    found = merged(given, before, **more)
    assert found.findings == ()
    return found.version


# What stays, changes and goes.


def test_what_is_not_given_stays() -> None:
    after = changed({"id": PROCESS, "attributes": {"name": {"1033": "Receipt of goods"}}})

    assert after == replace(
        RECEIPT, attributes={**RECEIPT.attributes, "name": {1031: "Wareneingang", 1033: "Receipt of goods"}}
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


def test_a_reference_given_twice_is_kept_once_and_told() -> None:
    found = merged({"related": {"author": [{"id": OLGA}, OLGA]}})

    assert found.version.related["author"] == (OLGA,)
    assert found.warnings == (
        Finding(
            f"The element {OLGA} stands twice in author: it is kept once.",
            "duplicate-reference",
            "elements[3].related.author[1]",
        ),
    )


# Html.


def test_html_is_cleaned_and_that_is_told() -> None:
    found = merged({"attributes": {"description": {"1033": f"{XML}<p onclick='x()'>Hi<script>y()</script></p>"}}})

    assert found.version.attributes["description"] == {1033: f"{XML}<p>Hi</p>"}
    assert found.warnings == (
        Finding(
            "The html in description (1033) was cleaned: what could run or was not allowed is left out.",
            "html-cleaned",
            "elements[3].attributes.description.1033",
        ),
    )


def test_html_that_is_the_stored_one_once_cleaned_changes_nothing() -> None:
    found = merged({"attributes": {"description": {"1033": f"{XML}<p onclick='x()'>Take in goods</p>"}}})

    assert found.version is RECEIPT
    assert [each.code for each in found.warnings] == ["html-cleaned"]


# Stereotypes.

STEREOTYPES = {SELF_NAMED: "regional", SYSTEM_STEREOTYPE: "applicationSystem"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("standardProcess", "standardProcess"),
        ("STANDARDPROCESS", "standardProcess"),
        (SELF_MADE, SELF_MADE),
        ({"id": SELF_MADE, "type": "subProcessType"}, SELF_MADE),
        ("Regional", "regional"),
        ({"id": SELF_NAMED}, "regional"),
        (SELF_NAMED.upper(), "regional"),
        (None, None),
        ("", None),
    ],
)
def test_a_stereotype_is_named_by_its_key_or_its_element(given: object, kept: object) -> None:
    assert changed({"stereotype": given}, stereotypes=STEREOTYPES).stereotype == kept


@pytest.mark.parametrize(
    ("stored", "given"), [("localProcess", "LocalProcess"), ("regional", {"id": SELF_NAMED}), (SELF_MADE, SELF_MADE)]
)
def test_a_stereotype_as_it_is_stored_changes_nothing(stored: str, given: object) -> None:
    before = replace(RECEIPT, stereotype=stored)

    assert changed({"stereotype": given}, before, stereotypes=STEREOTYPES) is before


# What the server owns.


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"attributes": None, "related": None},
        {"state": "released", "creationId": HOUSE, "expandUri": "https://x", "displayNames": {"1033": "x"}},
        {"content": [], "children": [], "rootPath": [], "versions": [], "properties": {}, "setReadOnly": True},
        {"attributes": {"state1": {"127": "released"}, "version": {"127": "9.9"}, "isReleased": {"127": True}}},
        {"attributes": {"relOn": {"127": "2020-01-01T00:00:00"}, "changedOn": None, "GOTOURL": {"1033": "x"}}},
        {"attributes": {"stereotype": {"127": "x"}, "authorNote": 7, "createdOn": {"127": "x"}}},
        {"attributes": {"userLoginCount": {"127": 1}, "filterInformation": {"1033": "x"}}},
        {"related": {"changedBy": [], "createdBy": None, "relBy": [{"id": NOWHERE}], "releaseHistory": [{"id": "x"}]}},
        {"parent": MAIN, "position": 3},
        {"parent": {"id": MAIN.upper()}},
        {"id": version(6), "versionId": version(6).upper(), "type": "SUBPROCESS", "facetName": "Processes"},
        {"attributes": {"cycleTime": {"127": 2.5}}, "related": {"systems": [ERP, {"id": SCANNER}]}},
    ],
)
def test_what_the_server_owns_is_passed_over(given: dict[str, Any]) -> None:
    assert changed(given) is RECEIPT


@pytest.mark.parametrize("culture", [None, 1031, 1033])
def test_what_was_read_changes_nothing(culture: int | None) -> None:
    given = as_read(RECEIPT, METAMODEL, SETTINGS, KNOWN, culture=culture)

    found = merged(given)

    assert (found.findings, found.warnings) == ((), ())
    assert found.version is RECEIPT


def test_a_value_shown_for_want_of_a_translation_is_not_stored_as_one() -> None:
    read = as_read(RECEIPT, METAMODEL, SETTINGS, KNOWN, culture=1031)
    assert read["fallbacks"] == {"description": 1033}

    assert changed(read) is RECEIPT
    read["attributes"]["description"]["1031"] = f"{XML}<p>Waren annehmen</p>"
    assert changed(read).attributes["description"] == {
        1031: f"{XML}<p>Waren annehmen</p>",
        1033: f"{XML}<p>Take in goods</p>",
    }


def test_numbers_are_the_same_however_json_writes_them_but_truth_is_no_number() -> None:
    before = replace(RECEIPT, attributes={"cycleTime": {127: 3.0}, "sequence": {127: 1}})

    assert changed({"attributes": {"cycleTime": {"127": 3}, "sequence": {"127": 1.0}}}, before) is before
    assert merged({"attributes": {"cycleTime": {"127": True}}}, before).findings[0].code == "wrong-data-type"


def test_a_change_is_stamped_apart() -> None:
    after = stamp_changed(RECEIPT, METAMODEL, NOW, TOKEN)

    assert after.attributes == {**RECEIPT.attributes, "changedOn": {127: NOW}}
    assert after.related == {**RECEIPT.related, "changedBy": (TOKEN,)}


# Left-overs: an import keeps what no body could bring in.

ODD = replace(
    RECEIPT,
    attributes={
        "name": {127: "Odd", 1049: "Странно"},
        "processMaturity": {1033: "nobody knows", 127: "old key"},
        "formerly": {127: {"any": [1, True, None]}},
    },
    related={"systems": (OLGA, ERP, ERP), "formerly": (OLGA,), "author": (ANNA, OLGA)},
)


@pytest.mark.parametrize("culture", [None, 1031])
def test_left_overs_may_be_posted_back(culture: int | None) -> None:
    assert changed(as_read(ODD, METAMODEL, SETTINGS, KNOWN, culture=culture), ODD) is ODD


def test_left_overs_can_be_removed() -> None:
    given = {
        "attributes": {"name": {"127": None, "1049": None, "1033": "Even"}, "formerly": None, "processMaturity": None},
        "related": {"formerly": [], "systems": [ERP]},
    }

    after = changed(given, ODD)

    assert (after.attributes, after.related) == ({"name": {1033: "Even"}}, {"systems": (ERP,), "author": (ANNA, OLGA)})


def test_a_reference_that_is_there_already_is_not_judged_again() -> None:
    assert changed({"related": {"systems": [OLGA, SCANNER]}}, ODD).related["systems"] == (OLGA, SCANNER)


# Findings.

FINDINGS: list[tuple[dict[str, Any], str, str, str]] = [
    (
        {"attributes": {"nmae": {"1033": "x"}}},
        "unknown-attribute",
        "attributes.nmae",
        "The type subProcess has no attribute 'nmae'. Did you mean name?",
    ),
    (
        {"attributes": {"zzzzzz": None}},
        "unknown-attribute",
        "attributes.zzzzzz",
        "The type subProcess has no attribute 'zzzzzz'.",
    ),
    (
        {"attributes": {"Owner": {"127": OLGA}}},
        "unknown-attribute",
        "attributes.Owner",
        "owner is a related context of subProcess: give it under related.",
    ),
    (
        {"attributes": {"name": {"1033": "x"}, "Name": {"1033": "y"}}},
        "given-twice",
        "attributes.Name",
        "The attribute name is given twice.",
    ),
    (
        {"attributes": {"name": "x"}},
        "wrong-form",
        "attributes.name",
        """The attribute name needs its values by culture, such as {"1031": …}, not 'x'.""",
    ),
    (
        {"attributes": {"cycleTime": 3}},
        "wrong-form",
        "attributes.cycleTime",
        """The attribute cycleTime needs its values by culture, such as {"127": …}, not 3.""",
    ),
    (
        {"attributes": {"cycleTime": {"127": "long"}}},
        "wrong-data-type",
        "attributes.cycleTime.127",
        "The attribute cycleTime (127) needs a number, not 'long'.",
    ),
    (
        {"attributes": {"validFrom": {"127": "2024-02-30T00:00:00"}}},
        "wrong-data-type",
        "attributes.validFrom.127",
        "The attribute validFrom (127) needs a date-time such as 2024-05-31T13:45:00, not '2024-02-30T00:00:00'.",
    ),
    (
        {"attributes": {"name": {"1033": 7}}},
        "wrong-data-type",
        "attributes.name.1033",
        "The attribute name (1033) needs a text, not 7.",
    ),
    (
        {"attributes": {"name": {"1036": "Réception"}}},
        "unknown-culture",
        "attributes.name.1036",
        "The storage has no culture '1036': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"1036": None}}},
        "unknown-culture",
        "attributes.name.1036",
        "The storage has no culture '1036': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"en": "x"}}},
        "unknown-culture",
        "attributes.name.en",
        "The storage has no culture 'en': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"01033": "x"}}},
        "unknown-culture",
        "attributes.name.01033",
        "The storage has no culture '01033': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"127": "x"}}},
        "wrong-culture",
        "attributes.name.127",
        "The attribute name depends on the culture: give its value under 1031 or 1033, not 127.",
    ),
    (
        {"attributes": {"cycleTime": {"1033": 3}}},
        "wrong-culture",
        "attributes.cycleTime.1033",
        "The attribute cycleTime does not depend on a culture: give its value under 127, not '1033'.",
    ),
    (
        {"attributes": {"processMaturity": {"127": "lived"}}},
        "unknown-value",
        "attributes.processMaturity.127",
        "The attribute processMaturity cannot be 'lived'. Did you mean isLived? Possible are: defined, implemented, "
        "trained, isLived, isMeasured, getsImproved, null.",
    ),
    (
        {"attributes": {"frequency": {"127": ""}}},
        "unknown-value",
        "attributes.frequency.127",
        "The attribute frequency cannot be ''. Possible are: onDemand, daily, weekly, monthly, quarterly, yearly.",
    ),
    ({"attributes": []}, "wrong-form", "attributes", "attributes needs an object, not []."),
    (
        {"related": {"system": []}},
        "unknown-context",
        "related.system",
        "The type subProcess has no related context 'system'. Did you mean systems?",
    ),
    (
        {"related": {"name": []}},
        "unknown-context",
        "related.name",
        "name is an attribute of subProcess: give it under attributes.",
    ),
    (
        {"related": {"owner": [], "OWNER": []}},
        "given-twice",
        "related.OWNER",
        "The related context owner is given twice.",
    ),
    (
        {"related": {"owner": {"id": OLGA}}},
        "wrong-form",
        "related.owner",
        f"The related context owner needs a list of references, not {{'id': '{OLGA}'}}.",
    ),
    (
        {"related": {"owner": [NOWHERE]}},
        "unknown-target",
        "related.owner[0]",
        f"There is no element {NOWHERE} to which owner could refer.",
    ),
    (
        {"related": {"systems": [{"id": ERP}, {"id": SECRET_SYSTEM}]}},
        "unknown-target",
        "related.systems[1]",
        f"There is no element {SECRET_SYSTEM} to which systems could refer.",
    ),
    (
        {"related": {"owner": ["Olga"]}},
        "wrong-id",
        "related.owner[0]",
        "A reference in owner needs the GUID of an element as its id, not 'Olga'.",
    ),
    (
        {"related": {"owner": [{"id": 7}]}},
        "wrong-id",
        "related.owner[0]",
        "A reference in owner needs the GUID of an element as its id, not 7.",
    ),
    (
        {"related": {"owner": [{"type": "user", "attributes": {}}]}},
        "cannot-add-new",
        "related.owner[0]",
        "No new element can be made in owner: refer to an existing one by its id.",
    ),
    (
        {"related": {"hasInput": [{"type": "inOut"}]}},
        "id-missing",
        "related.hasInput[0]",
        "A reference in hasInput needs an id: create the new element first, then refer to it.",
    ),
    (
        {"related": {"author": [{"id": ERP}]}},
        "wrong-target-type",
        "related.author[0]",
        f"The related context author takes user or authToken; {ERP} is of the type system.",
    ),
    (
        {"related": {"owner": [ANNA, OLGA]}},
        "too-many-references",
        "related.owner",
        "The related context owner takes at most 1 reference; 2 are given.",
    ),
    (
        {"stereotype": "locl"},
        "unknown-stereotype",
        "stereotype",
        "The type subProcess has no stereotype 'locl'. Possible are: standardProcess, localProcess, projectProcess, "
        "emergencyProcess, extern. Others are named by the id of a subProcessType.",
    ),
    (
        {"stereotype": {"id": SYSTEM_STEREOTYPE}},
        "unknown-stereotype",
        "stereotype",
        f"The type subProcess has no stereotype '{SYSTEM_STEREOTYPE}'. Possible are: standardProcess, localProcess, "
        "projectProcess, emergencyProcess, extern. Others are named by the id of a subProcessType.",
    ),
    ({"stereotype": 7}, "wrong-form", "stereotype", "stereotype needs a text or a reference with an id, not 7."),
    (
        {"id": OTHER_PROCESS},
        "identity-fixed",
        "id",
        f"id of the element {PROCESS} cannot be changed: it is {PROCESS}, not '{OTHER_PROCESS}'.",
    ),
    (
        {"versionId": version(7)},
        "identity-fixed",
        "versionId",
        f"versionId of the element {PROCESS} cannot be changed: it is {version(6)}, not '{version(7)}'.",
    ),
    (
        {"type": "task"},
        "identity-fixed",
        "type",
        f"type of the element {PROCESS} cannot be changed: it is subProcess, not 'task'.",
    ),
    (
        {"facetName": ["users"]},
        "identity-fixed",
        "facetName",
        f"facetName of the element {PROCESS} cannot be changed: it is processes, not ['users'].",
    ),
    (
        {"parent": HOUSE},
        "not-moved-here",
        "parent",
        "An update does not move an element, so parent cannot change: use POST …/elements/{id}/move.",
    ),
    (
        {"parent": None},
        "not-moved-here",
        "parent",
        "An update does not move an element, so parent cannot change: use POST …/elements/{id}/move.",
    ),
    ({"parent": "x"}, "wrong-id", "parent", "parent needs the GUID of an element, not 'x'."),
    (
        {"position": 4},
        "not-moved-here",
        "position",
        "An update does not move an element, so position cannot change: use POST …/elements/{id}/move.",
    ),
    (
        {"atributes": {}},
        "unknown-field",
        "atributes",
        "An element has no field 'atributes'. Did you mean attributes?",
    ),
]


@pytest.mark.parametrize(("given", "code", "path", "sentence"), FINDINGS)
def test_a_finding_says_what_is_wrong_where_and_what_would_have_worked(
    given: dict[str, Any], code: str, path: str, sentence: str
) -> None:
    found = merged(given, stereotypes={})

    assert found.findings == (Finding(sentence, code, f"elements[3].{path}"),)
    assert found.version is RECEIPT


def test_every_finding_is_told_at_once() -> None:
    given = {
        "attributes": {"nmae": {"1033": "x"}, "name": {"1036": "x", "1033": 7}, "cycleTime": {"127": "x"}},
        "related": {"owner": [NOWHERE, ERP], "sistems": []},
        "stereotype": 7,
        "typo": 1,
    }

    found = merged(given)

    assert [each.path.removeprefix("elements[3].") for each in found.findings] == [
        "typo",
        "attributes.nmae",
        "attributes.name.1036",
        "attributes.name.1033",
        "attributes.cycleTime.127",
        "related.owner[0]",
        "related.owner[1]",
        "related.sistems",
        "stereotype",
    ]


def test_hidden_references_count_and_are_told_without_their_names() -> None:
    before = replace(RECEIPT, related={"owner": (HIDDEN,)})

    found = merged({"related": {"owner": [OLGA]}}, before)

    assert found.findings == (
        Finding(
            "The related context owner takes at most 1 reference; 1 is given, and 1 that you may not see stays.",
            "too-many-references",
            "elements[3].related.owner",
        ),
    )


def test_left_overs_cannot_be_changed() -> None:
    given = {
        "attributes": {"formerly": {"127": "new"}, "name": {"1049": "Иначе"}},
        "related": {"formerly": [ANNA]},
    }

    assert [(each.code, each.error) for each in merged(given, ODD).findings] == [
        (
            "unknown-attribute",
            "The type subProcess has no attribute formerly: what is stored of it can be removed by null, not changed.",
        ),
        ("unknown-culture", "The storage has no culture '1049': give the value of name under 1031 or 1033."),
        (
            "unknown-context",
            "The type subProcess has no related context formerly: what is stored of it can be removed by null, not changed.",
        ),
    ]


def test_a_type_without_stereotypes_takes_none() -> None:
    start = flow_object(START, "evStart", "Truck arrived")

    found = merge(start, {"stereotype": "any"}, METAMODEL, SETTINGS, KNOWN)

    assert found.findings == (
        Finding("The type evStart has no stereotypes.", "no-stereotypes", "elements[0].stereotype"),
    )


def test_many_wrong_names_get_few_hints() -> None:
    found = merged({"attributes": {f"nam{n}": None for n in range(100)}})

    assert len(found.findings) == 100
    assert sum("Did you mean" in each.error for each in found.findings) == 10


def test_a_very_long_name_is_told_short() -> None:
    (finding,) = merged({"attributes": {"n" * 5_000_000: None}}).findings

    assert len(finding.error) < 200
    assert len(finding.path) == 300


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
