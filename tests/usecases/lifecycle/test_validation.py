"""What the rules find before a release, in German and English, all at once."""

import pytest

from facetstore.domain.element import Shape, Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.loader import load_with_additions, parse_additions
from facetstore.metamodel.model import DataType, Metamodel
from facetstore.metamodel.schema import standard_schema
from facetstore.usecases.lifecycle import validation
from facetstore.usecases.lifecycle.validation import (
    RuleFinding,
    Severity,
    ShapeLabel,
    blocking,
    check_rules,
    is_filled,
    severity_of,
)
from tests.usecases.lifecycle.givens import ANNA, SETTINGS, STANDARD, a_version

XML = '<?xml version="1.0" encoding="utf-8"?>'

OWN = load_with_additions(
    parse_additions(
        """
        properties:
          costBearer:
            names: {1031: "Kostenträger", 1033: "Cost bearer"}
            descriptions: {1031: "Wer bezahlt.", 1033: "Who pays."}
            dataType: SingleLineText
            invariant: true
        types:
          subProcess:
            properties: {costBearer: {mandatory: true}, state1: {mandatory: true}}
        rules:
          taskBeforeDecision: {active: true}
          conditionAfterDecision: {active: true, severity: error}
          ownerNamed:
            types: [subProcess]
            severity: error
            messages: {1031: "„{property}“ fehlt.", 1033: "\\"{property}\\" is missing.", 1036: "{property} ({culture})"}
            check: {kind: filled, properties: [owner, purp]}
        """,
        "own.yaml",
    )
)


def rendered(findings: tuple[RuleFinding, ...]) -> list[tuple[str, str, str, str, str]]:
    return [(each.rule, each.severity.value, each.path, each.messages[1031], each.messages[1033]) for each in findings]


def check(version: Version, metamodel: Metamodel = STANDARD, **shown: tuple[str, str]) -> tuple[RuleFinding, ...]:
    elements = {ElementId(name): ShapeLabel(*each) for name, each in shown.items()}
    return check_rules(metamodel, SETTINGS, version, elements)


def drawn(*shapes: tuple[str, str]) -> Version:
    """A sub process with shapes, each named like its element, after the ones in the second text."""
    content = (
        Shape(f"#{name}", ElementId(name), tuple(f"#{each}" for each in after.split())) for name, after in shapes
    )
    return a_version()._replace(content=tuple(content))


def test_a_complete_draft_has_no_findings() -> None:
    assert check(a_version()) == ()


def test_mandatory_attributes_are_missed_in_every_mandatory_culture() -> None:
    version = a_version()._replace(attributes={"name": {1031: "Wareneingang", 1033: " "}})

    assert rendered(check(version)) == [
        (
            "mandatoryAttributes",
            "error",
            "attributes/name/1033",
            "Die Pflichtangabe „Name“ fehlt (Englisch).",
            'The mandatory property "Name" is missing (English).',
        ),
        (
            "mandatoryAttributes",
            "error",
            "attributes/description/1031",
            "Die Pflichtangabe „Beschreibung“ fehlt (Deutsch).",
            'The mandatory property "Description" is missing (German).',
        ),
        (
            "mandatoryAttributes",
            "error",
            "attributes/description/1033",
            "Die Pflichtangabe „Beschreibung“ fehlt (Englisch).",
            'The mandatory property "Description" is missing (English).',
        ),
    ]


def test_optional_cultures_may_be_missing() -> None:
    settings = TenantSettings(mandatory_cultures=(1033,), optional_cultures=(1031,))
    version = a_version()._replace(attributes={"name": {1033: "Goods receipt"}, "description": {1033: "Check"}})

    assert check_rules(STANDARD, settings, version, {}) == ()


def test_cultures_of_one_language_are_shown_with_their_countries() -> None:
    settings = TenantSettings(mandatory_cultures=(1033, 2057))
    version = a_version()._replace(attributes={"name": {1033: "Colour"}, "description": {1033: "Check", 2057: "Check"}})

    (finding,) = check_rules(STANDARD, settings, version, {})

    assert finding.messages[1033] == 'The mandatory property "Name" is missing (English (United Kingdom)).'
    assert finding.messages[1031] == "Die Pflichtangabe „Name“ fehlt (Englisch (Vereinigtes Königreich))."


def test_an_invariant_attribute_is_missed_once() -> None:
    version = a_version(related={"owner": (ANNA,)}, purp="")

    assert rendered(check(version, OWN))[0] == (
        "mandatoryAttributes",
        "error",
        "attributes/costBearer/127",
        "Die Pflichtangabe „Kostenträger“ fehlt (alle Kulturen).",
        'The mandatory property "Cost bearer" is missing (all cultures).',
    )


def test_a_context_can_be_asked_for_and_messages_be_in_other_languages() -> None:
    findings = [each for each in check(a_version(costBearer="4711"), OWN) if each.rule == "ownerNamed"]

    assert [(each.path, each.messages[1031], each.messages[1036]) for each in findings] == [
        ("related/owner", "„Verantwortlich“ fehlt.", "Responsible ()"),
        ("attributes/purp/1031", "„Zweck“ fehlt.", "Purpose (allemand)"),
        ("attributes/purp/1033", "„Zweck“ fehlt.", "Purpose (anglais)"),
    ]


@pytest.mark.parametrize(("number", "needed"), [("0.1", False), ("1.0", False), ("1.1", True), ("2.0", True)])
def test_from_the_second_version_on_a_reason_is_needed(number: str, needed: bool) -> None:
    reason = (
        "reasonForRevision",
        "error",
        "attributes/reasonForRevision/127",
        "Ab der zweiten Version wird ein Änderungsgrund gebraucht.",
        "From the second version on a reason for revision is needed.",
    )

    assert rendered(check(a_version(number=number))) == ([reason] if needed else [])
    assert check(a_version(number=number, reasonForRevision=f"{XML}<p>New law.</p>")) == ()


@pytest.mark.parametrize(
    ("start", "end", "in_order"),
    [
        ("2026-11-15T00:00:00", "2026-11-14T00:00:00", False),
        ("2026-11-15T00:00:00.5", "2026-11-15T00:00:00.49", False),
        ("2026-11-15T00:00:00.50", "2026-11-15T00:00:00.5", True),
        ("2026-11-15T00:00:00", "2026-11-15T00:00:00", True),
        ("2026-11-15T00:00:00", "9999-12-31T00:00:00", True),
        ("", "2026-11-14T00:00:00", True),
        ("2026-11-15T00:00:00", None, True),
    ],
)
def test_validity_ends_after_it_begins(start: str, end: str | None, in_order: bool) -> None:
    late = (
        "validityInOrder",
        "error",
        "attributes/validUntil/127",
        "„Gültig bis“ liegt vor „Gültig ab“.",
        '"Valid until" is before "Valid from".',
    )

    assert rendered(check(a_version(validFrom=start, validUntil=end))) == ([] if in_order else [late])


START, TASK, END = ("evStart", "Order arrives"), ("task", "Check goods"), ("evEnd", "Goods stored")


def test_a_flow_from_start_to_end_is_in_order_loops_included() -> None:
    version = drawn(("start", ""), ("task", "start again"), ("again", "task"), ("end", "task"))

    assert check(version, start=START, task=TASK, again=TASK, end=END) == ()


def test_an_empty_diagram_and_a_single_shape_are_connected() -> None:
    assert check(drawn()) == ()
    assert [each.rule for each in check(drawn(("task", "")), task=TASK)] == ["startsWithStartEvent", "endsWithEndEvent"]


def test_a_diagram_shows_where_it_begins_and_ends_wrongly_and_what_hangs_loose() -> None:
    version = drawn(("start", ""), ("task", "start"), ("loose", ""))

    assert rendered(check(version, start=START, task=TASK, loose=("ruleXor", " "))) == [
        (
            "startsWithStartEvent",
            "warning",
            "content/#loose",
            "Das Diagramm beginnt nicht mit einem Startereignis: „Entweder-oder-Verknüpfung“.",
            'The diagram does not start with a start event: "XOR gateway".',
        ),
        (
            "endsWithEndEvent",
            "warning",
            "content/#task",
            "Das Diagramm endet nicht mit einem Endereignis: „Check goods“.",
            'The diagram does not end with an end event: "Check goods".',
        ),
        (
            "endsWithEndEvent",
            "warning",
            "content/#loose",
            "Das Diagramm endet nicht mit einem Endereignis: „Entweder-oder-Verknüpfung“.",
            'The diagram does not end with an end event: "XOR gateway".',
        ),
        (
            "noUnconnectedShape",
            "warning",
            "content/#loose",
            "„Entweder-oder-Verknüpfung“ ist mit keinem anderen Objekt verbunden.",
            '"XOR gateway" is not connected to any other object.',
        ),
    ]


def test_a_label_with_braces_is_shown_as_it_is() -> None:
    (finding, _) = check(drawn(("task", "")), task=("task", "{culture} {shape} {0}"))

    assert finding.message(1033) == 'The diagram does not start with a start event: "{culture} {shape} {0}".'
    assert finding.message(1036) == finding.message(1033)


def test_a_shape_nothing_is_known_of_is_named_by_its_id() -> None:
    assert [each.messages[1033] for each in check(drawn(("gone", "")))] == [
        'The diagram does not start with a start event: "#gone".',
        'The diagram does not end with an end event: "#gone".',
    ]


def decision(before: str, after: str) -> tuple[RuleFinding, ...]:
    version = drawn(("start", ""), ("before", "start"), ("gate", "before"), ("after", "gate"), ("end", "after"))
    return tuple(
        each
        for each in check(
            version,
            OWN,
            start=START,
            before=(before, "Check"),
            gate=("ruleXor", "Fine?"),
            after=(after, "Yes"),
            end=END,
        )
        if each.path.startswith("content")
    )


def test_rules_a_tenant_switches_on_look_at_the_neighbours_of_gateways() -> None:
    assert decision("task", "condition") == ()
    assert rendered(decision("evIntermediate", "task")) == [
        (
            "taskBeforeDecision",
            "warning",
            "content/#gate",
            "Vor der Verknüpfung „Fine?“ steht keine Aufgabe.",
            'There is no task before the gateway "Fine?".',
        ),
        (
            "conditionAfterDecision",
            "error",
            "content/#gate",
            "Auf die Verknüpfung „Fine?“ folgt keine Bedingung.",
            'There is no condition after the gateway "Fine?".',
        ),
    ]


def test_main_processes_are_checked_for_attributes_but_have_no_flow() -> None:
    version = a_version(kind="mainProcess", number="1.1")._replace(
        attributes={}, content=(Shape("#a", ElementId("a")),)
    )

    assert [(each.rule, each.path) for each in check(version, a=TASK)] == [
        ("mandatoryAttributes", "attributes/name/1031"),
        ("mandatoryAttributes", "attributes/name/1033"),
        ("reasonForRevision", "attributes/reasonForRevision/127"),
    ]


def test_warnings_can_be_ignored_and_errors_cannot() -> None:
    warning = RuleFinding("w", Severity.WARNING, {}, "")
    error = RuleFinding("e", Severity.ERROR, {}, "")

    assert blocking((warning, error), ignore_warnings=False) == (warning, error)
    assert blocking((warning, error), ignore_warnings=True) == (error,)
    assert blocking((warning,), ignore_warnings=True) == ()
    assert severity_of((warning, error)) is Severity.ERROR
    assert severity_of((warning,)) is Severity.WARNING


@pytest.mark.parametrize(
    ("value", "data_type", "filled"),
    [
        (None, DataType.SINGLE_LINE_TEXT, False),
        (" \n", DataType.MULTI_LINE_TEXT, False),
        ("<none>", DataType.MULTI_LINE_TEXT, True),
        (f"{XML}<div><p>&#160;</p><br/></div>", DataType.HTML, False),
        (f"{XML}<p>a</p>", DataType.HTML, True),
        (f'{XML}<p><img src="x"/></p>', DataType.HTML, True),
        ("plain", DataType.HTML, True),
        ([], DataType.LINKS, False),
        ([{}], DataType.LINKS, True),
        (False, DataType.BOOLEAN, True),
        (0, DataType.INTEGER, True),
    ],
)
def test_filled_is_what_a_reader_would_see(value: object, data_type: DataType, filled: bool) -> None:
    assert is_filled(value, data_type) == filled


def test_every_kind_of_check_that_a_method_may_name_is_known() -> None:
    check = standard_schema()["$defs"]["rule"]["properties"]["check"]["properties"]

    assert set(validation._CHECKS) == set(check["kind"]["enum"])
