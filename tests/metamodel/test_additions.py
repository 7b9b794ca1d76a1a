"""A tenant adds types, properties and values to the standard, and hears of every mistake at once."""

import json
from collections.abc import Mapping

import pytest

from facetstore.metamodel.file_findings import FileFinding, MetamodelErrors
from facetstore.metamodel.loader import load_standard, load_with_additions, parse_additions
from facetstore.metamodel.model import Metamodel, Property

ADDITIONS = """
properties:
  costBearer:
    names: {1031: "Kostenträger", 1033: "Cost bearer"}
    descriptions: {1031: "Wer den Prozess bezahlt.", 1033: "Who pays for the process."}
    dataType: SingleLineText
    invariant: true
    searchable: true
  suppliers:
    names: {1031: "Lieferanten", 1033: "Suppliers"}
    descriptions: {1031: "Wer uns beliefert.", 1033: "Who supplies us."}
    relatedTypes: [supplier]
    maxOccurrence: 5
types:
  supplier:
    facet: stakeholders
    identity: versioned
    lifecycle: release
    names: {1031: "Lieferant", 1033: "Supplier", 3082: "Proveedor"}
    descriptions: {1031: "Wer uns beliefert.", 1033: "Who supplies us."}
    color: "#6E4A7E"
    include: [named, tracked, versioned]
    properties:
      costBearer:
  subProcess:
    properties:
      costBearer: {mandatory: true}
      purp: {mandatory: true}
      suppliers:
selectableValues:
  processMaturity:
    - key: certified
      names: {1031: "Zertifiziert", 1033: "Certified"}
      descriptions: {1031: "Von außen geprüft.", 1033: "Checked from outside."}
stereotypes:
  system:
    - key: robot
      names: {1031: "Roboter", 1033: "Robot"}
      descriptions: {1031: "Arbeitet in der Fertigung.", 1033: "Works in production."}
rules:
  conditionAfterDecision: {active: true}
  noUnconnectedShape: {severity: error}
"""


@pytest.fixture(scope="module")
def model() -> Metamodel:
    return load_with_additions(parse_additions(ADDITIONS, "own.yaml"))


def property_of(model: Metamodel, type_key: str, key: str) -> Property:
    return model.types[type_key].properties[key]


def value_keys(model: Metamodel, type_key: str, key: str) -> list[str | None]:
    attribute = property_of(model, type_key, key).attribute
    assert attribute is not None
    return [each.key for each in attribute.selectable_values]


def test_a_tenant_adds_a_type(model: Metamodel) -> None:
    supplier = model.types["supplier"]

    assert supplier in model.types_of("stakeholders")
    assert supplier.names[3082] == "Proveedor"
    assert supplier.entity_type_name == "OTX_CUSTOM_SUPPLIER"
    assert {"name", "version", "releaseHistory", "costBearer"} <= set(supplier.properties)
    assert "supplier" in next(each for each in model.rules if each.key == "mandatoryAttributes").types


def test_a_tenant_adds_an_attribute_and_a_context_to_a_type_of_the_standard(model: Metamodel) -> None:
    cost_bearer = property_of(model, "subProcess", "costBearer").attribute
    suppliers = property_of(model, "subProcess", "suppliers").related

    assert cost_bearer is not None
    assert (cost_bearer.mandatory, cost_bearer.invariant, cost_bearer.searchable) == (True, True, True)
    assert suppliers is not None
    assert (suppliers.types, suppliers.facet, suppliers.max_occurrence) == (("supplier",), "stakeholders", 5)


def test_a_tenant_makes_a_property_of_the_standard_mandatory_in_one_type(model: Metamodel) -> None:
    ours, others = property_of(model, "subProcess", "purp"), property_of(model, "scenario", "purp")

    assert ours.attribute is not None
    assert others.attribute is not None
    assert (ours.attribute.mandatory, others.attribute.mandatory) == (True, False)


def test_a_tenant_adds_selectable_values_and_stereotypes(model: Metamodel) -> None:
    assert value_keys(model, "subProcess", "processMaturity")[-2:] == ["getsImproved", "certified"]
    assert value_keys(model, "system", "stereotype")[-1] == "robot"


def test_a_tenant_switches_rules_on_and_makes_them_errors(model: Metamodel) -> None:
    rules = {each.key: each.severity for each in model.rules}

    assert rules["conditionAfterDecision"] == "warning"
    assert rules["noUnconnectedShape"] == "error"


def test_the_standard_stays_as_it_is(model: Metamodel) -> None:
    standard = load_standard()

    assert "supplier" not in standard.types
    assert "costBearer" not in standard.types["subProcess"].properties
    assert "certified" not in value_keys(standard, "subProcess", "processMaturity")
    assert standard.digest != model.digest


def test_additions_survive_storing_as_json(model: Metamodel) -> None:
    stored: Mapping[str, object] = json.loads(json.dumps(parse_additions(ADDITIONS, "own.yaml")))

    assert load_with_additions(stored) == model


@pytest.mark.parametrize("nothing", [None, {}])
def test_no_additions_are_the_standard(nothing: Mapping[str, object] | None) -> None:
    assert load_with_additions(nothing) is load_standard()


def test_an_empty_file_adds_nothing() -> None:
    assert parse_additions("# nothing yet\n", "own.yaml") == {}


TEXTS = """
    names: {1031: "Eins", 1033: "One"}
    descriptions: {1031: "Eins.", 1033: "One."}"""

OWN_TYPE = f"""
types:
  own:{TEXTS}
    facet: roles
    identity: creationId
    color: "#112233"
    include: [named]"""

MISTAKES = {
    "no YAML": ("types: [", "not YAML"),
    "two documents": ("types: {}\n---  # <-\ntypes: {}", "A second document begins here; a file holds one."),
    "alias of nothing": ("types: *v  # <-", "Anchors and aliases"),
    "too deep": ("types: " + "[" * 100_000 + "  # <-", "Values are nested more than 32 levels deep."),
    "no sections": ("- one", "Expected sections"),
    "unknown section": ("typs: {}  # <-", "Unknown key 'typs'. Did you mean 'types'?"),
    "duplicate key": ("types:\n  view: {}\n  view: {}  # <-", "Duplicate key 'view'; it is on line 2 already."),
    "alias": ("types:\n  view: &v {}\n  role: *v  # <-", "Anchors and aliases"),
    "key of a key": ("types:\n  ? [a, b]  # <-\n  : {}", "A key must be a single word."),
    "no entries": ("types: [view]  # <-", "Expected entries by name; found a list."),
    "bad name of a type": ("types:\n  Own-Type: {}  # <-", "Expected a key of letters and digits"),
    "missing keys": ("types:\n  own: {}  # <-", "The key 'facet' is missing."),
    "unknown key of a type": (f"{OWN_TYPE}\n    colour: x  # <-", "Unknown key 'colour'. Did you mean 'color'?"),
    "unknown facet": (OWN_TYPE.replace("roles", "rolls  # <-"), "Unknown facet 'rolls'. Did you mean 'roles'?"),
    "facet of administration": (OWN_TYPE.replace("roles", "storages  # <-"), "Unknown facet 'storages'."),
    "unknown identity": (OWN_TYPE.replace("creationId", "versionned  # <-"), "Did you mean 'versioned'?"),
    "versioned without lifecycle": (
        OWN_TYPE.replace("own:", "own:  # <-").replace("creationId", "versioned"),
        "A versioned type needs a 'lifecycle'.",
    ),
    "unknown lifecycle": (f"{OWN_TYPE}\n    lifecycle: relaese  # <-", "Did you mean 'release'?"),
    "flow object with lifecycle": (f"{OWN_TYPE}\n    flow: true\n    lifecycle: release  # <-", "has no lifecycle"),
    "bad colour": (OWN_TYPE.replace('"#112233"', "blue  # <-"), 'Expected a colour such as "#007ACC"'),
    "bad flag": (f"{OWN_TYPE}\n    root: perhaps  # <-", "Expected true or false, found 'perhaps'."),
    "unknown child": (f"{OWN_TYPE}\n    children:\n      - rol  # <-", "Unknown type 'rol'. Did you mean 'role'?"),
    "child of another facet": (f"{OWN_TYPE}\n    children:\n      - risk  # <-", "belongs to another facet"),
    "unknown content": (f"{OWN_TYPE}\n    content: [tusk]  # <-", "Unknown type 'tusk'. Did you mean 'task'?"),
    "content beside the children": (
        f"{OWN_TYPE}\n    contentIsChildren: true\n    content: [role]  # <-",
        "it must name only children",
    ),
    "unknown layout": (f"{OWN_TYPE}\n    layouts: [graphics]  # <-", "Did you mean 'graphic'?"),
    "unknown stereotype type": (f"{OWN_TYPE}\n    stereotypeType: roleTyp  # <-", "Unknown type 'roleTyp'."),
    "stereotypes without property": (f"{OWN_TYPE}\n    stereotypeType: riskType  # <-", "property 'stereotype'"),
    "unknown property set": (OWN_TYPE.replace("[named]", "[named, tracket]  # <-"), "Did you mean 'tracked'?"),
    "unknown property": (f"{OWN_TYPE}\n    properties:\n      vendr:  # <-", "Did you mean 'vendor'?"),
    "label that is no property": (f"{OWN_TYPE}\n    label: [title]  # <-", "The label 'title' is not one"),
    "unknown kind of task": (
        f"{OWN_TYPE}\n    lifecycle: release\n    approvals: {{Revue: 2}}  # <-",
        "Unknown kind of task 'Revue'. Did you mean 'Review'?",
    ),
    "type that differs in case": (OWN_TYPE.replace("own:", "kpi:  # <-"), "differs from 'kPI' only in letter case"),
    "standard type changed": ("types:\n  role:\n    color: red  # <-", "Unknown key 'color'."),
    "override that does not suit": (
        "types:\n  role:\n    properties:\n      name: {maxOccurrence: 2}  # <-",
        "'maxOccurrence' does not suit 'name', which holds values.",
    ),
    "unknown override": ("types:\n  role:\n    properties:\n      name: {dataType: Html}  # <-", "Unknown key"),
    "neither values nor references": (f"properties:\n  own:  # <-{TEXTS}", "needs 'dataType'"),
    "bad data type": (f"properties:\n  own:{TEXTS}\n    dataType: HTML  # <-", "Did you mean 'Html'?"),
    "missing language": (
        'properties:\n  own:\n    dataType: Html\n    names: {1033: "One"}  # <-\n    descriptions: {1031: a, 1033: b}',
        "The text for culture 1031 is missing.",
    ),
    "missing descriptions": ("properties:\n  own:  # <-\n    dataType: Html\n    names: {1031: a, 1033: b}", "'descri"),
    "empty text": (
        'properties:\n  own:\n    dataType: Html\n    names:\n      1031: ""  # <-\n      1033: One\n'
        "    descriptions: {1031: a, 1033: b}",
        "Expected a text, found ''.",
    ),
    "bad culture": (
        "properties:\n  own:\n    dataType: Html\n    names:\n      1031: a\n      1033: b\n      de: c  # <-\n"
        "    descriptions: {1031: a, 1033: b}",
        "Expected a culture id such as 1033, found 'de'.",
    ),
    "no texts": (
        "properties:\n  own:\n    dataType: Html\n    names: One  # <-\n    descriptions: {1031: a, 1033: b}",
        "Expected a text per culture id, found 'One'.",
    ),
    "selection without values": (f"properties:\n  own:  # <-{TEXTS}\n    dataType: SelectionValue", "exactly one of"),
    "values without selection": (
        f"properties:\n  own:{TEXTS}\n    dataType: Html\n    selectableValues: []  # <-",
        "Only selections have 'selectableValues'.",
    ),
    "values of no selection": (
        f"properties:\n  own:{TEXTS}\n    dataType: SelectionValue\n    valuesOf: name  # <-",
        "The property 'name' lists no selectable values.",
    ),
    "value twice": (
        f"properties:\n  own:{TEXTS}\n    dataType: SelectionValue\n    selectableValues:\n"
        "      - {key: a, names: {1031: a, 1033: a}, descriptions: {1031: a, 1033: a}}\n"
        "      - {key: a, names: {1031: a, 1033: a}, descriptions: {1031: a, 1033: a}}  # <-",
        "The value 'a' is given twice.",
    ),
    "unknown related type": (f"properties:\n  own:{TEXTS}\n    relatedTypes: [usr]  # <-", "Did you mean 'user'?"),
    "no related types": (f"properties:\n  own:{TEXTS}\n    relatedTypes: []  # <-", "Expected at least one entry"),
    "no occurrence": (
        f"properties:\n  own:{TEXTS}\n    relatedTypes: [user]\n    maxOccurrence: 0  # <-",
        "Expected a whole number of at least 1, found 0.",
    ),
    "property of the standard": (f"properties:\n  name:  # <-{TEXTS}\n    dataType: Html", "has a property 'name'"),
    "reserved property": (f"properties:\n  facetName:  # <-{TEXTS}\n    dataType: Html", "is a word of the interface"),
    "derived property": (
        f"properties:\n  own:{TEXTS}\n    dataType: Html\n    derived: true  # <-",
        "Only the standard has",
    ),
    "values of an unknown property": ("selectableValues:\n  maturity: []  # <-", "Unknown property 'maturity'."),
    "values of a text": ("selectableValues:\n  name: []  # <-", "lists no selectable values of its own"),
    "value of the standard": (
        "selectableValues:\n  priority:\n    - key: low  # <-\n      names: {1031: a, 1033: b}\n"
        "      descriptions: {1031: a, 1033: b}",
        "The standard has a value 'low'.",
    ),
    "stereotypes of an unknown type": ("stereotypes:\n  sistem: []  # <-", "Unknown type 'sistem'."),
    "stereotypes of a type without": ("stereotypes:\n  role: []  # <-", "The type 'role' has no stereotypes."),
    "rule of the standard changed": ("rules:\n  validityInOrder: {check: {}}  # <-", "Unknown key 'check'."),
    "bad severity": ("rules:\n  validityInOrder: {severity: fatal}  # <-", "Expected one of error, warning"),
    "rule for an unknown type": (
        "rules:\n  own:\n    severity: error\n    messages: {1031: a, 1033: b}\n    types: [taks]  # <-\n"
        "    check: {kind: connected}",
        "Unknown type 'taks'. Did you mean 'task'?",
    ),
    "rule with an unknown check": (
        "rules:\n  own:\n    severity: error\n    messages: {1031: a, 1033: b}\n    check: {kind: conected}  # <-",
        "Did you mean 'connected'?",
    ),
    "rule about an unknown property": (
        "rules:\n  own:\n    severity: error\n    messages: {1031: a, 1033: b}\n"
        "    check: {kind: filled, properties: [purpose]}  # <-",
        "Unknown property 'purpose'.",
    ),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_reported_with_its_file_and_line(text: str, message: str) -> None:
    marked = [number for number, line in enumerate(text.split("\n"), start=1) if "# <-" in line]

    findings = findings_of(text)

    found = [each for each in findings if message in each.message]
    assert found, f"{message!r} is not among {[str(each) for each in findings]}"
    assert {each.file for each in findings} == {"own.yaml"}
    assert not marked or marked == [each.line for each in found]


def test_every_mistake_is_reported_at_once_in_the_order_of_lines() -> None:
    text = """
types:
  own:
    facet: rolls
    identity: versioned
    colour: red
  role:
    properties:
      costBaerer:
selectableValues:
  processMaturiti: []
"""

    assert [(each.line, each.message) for each in findings_of(text)] == [
        (3, "A versioned type needs a 'lifecycle'."),
        (3, "The key 'color' is missing."),
        (3, "The key 'descriptions' is missing."),
        (3, "The key 'names' is missing."),
        (3, "The label 'name' is not one of the type's properties."),
        (4, "Unknown facet 'rolls'. Did you mean 'roles'?"),
        (6, "Unknown key 'colour'. Did you mean 'color'?"),
        (9, "Unknown property 'costBaerer'. Did you mean 'costCentre'?"),
        (11, "Unknown property 'processMaturiti'. Did you mean 'processMaturity'?"),
    ]


def test_stored_additions_that_do_not_fit_any_more_are_refused_without_a_line() -> None:
    with pytest.raises(MetamodelErrors) as caught:
        load_with_additions({"types": {"role": {"properties": {"noLongerThere": None}}}})

    assert caught.value.findings == (FileFinding("additions", 0, "Unknown property 'noLongerThere'."),)
    assert str(caught.value) == "additions: Unknown property 'noLongerThere'."


def findings_of(text: str) -> tuple[FileFinding, ...]:
    with pytest.raises(MetamodelErrors) as caught:
        parse_additions(text, "own.yaml")
    return caught.value.findings
