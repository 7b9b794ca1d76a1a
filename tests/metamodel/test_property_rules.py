"""A property may say who reads and who writes it; to the others it does not exist, or stays as it is."""

import pytest

from facetstore.domain.callers import Role
from facetstore.metamodel.file_findings import MetamodelErrors
from facetstore.metamodel.loader import load_standard, load_with_additions, parse_additions
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.narrowed import narrowed

NOTHING: frozenset[str] = frozenset()
TEXTS = 'names: {1031: "Eins", 1033: "One"}, descriptions: {1031: "Eins.", 1033: "One."}'
ADDITIONS = f"""
properties:
  secret: {{{TEXTS}, dataType: Html, readableBy: architect, writableBy: administrator}}
  patron: {{{TEXTS}, relatedTypes: [user], readableBy: editor}}
  ceiling: {{{TEXTS}, dataType: Integer, writableBy: approver}}
  unused: {{{TEXTS}, dataType: Html, readableBy: architect}}
types:
  subProcess:
    properties:
      secret:
      patron:
      ceiling:
"""


@pytest.fixture(scope="module")
def model() -> Metamodel:
    return load_with_additions(parse_additions(ADDITIONS, "own.yaml"))


def test_a_property_says_who_reads_and_who_writes_it(model: Metamodel) -> None:
    properties = model.types["subProcess"].properties
    rules = {name: (each.readable_by, each.writable_by) for name, each in properties.items() if name in ADDITIONS}

    assert rules["secret"] == (Role.ARCHITECT, Role.ADMINISTRATOR)
    assert rules["patron"] == (Role.EDITOR, None)
    assert rules["ceiling"] == (None, Role.APPROVER)
    assert model.readers["unused"] is Role.ARCHITECT


@pytest.mark.parametrize(
    ("role", "hidden", "fixed"),
    [
        (Role.VIEWER, frozenset({"secret", "patron", "unused"}), frozenset({"ceiling"})),
        (Role.EDITOR, frozenset({"secret", "unused"}), frozenset({"ceiling"})),
        (Role.APPROVER, frozenset({"secret", "unused"}), NOTHING),
        (Role.ARCHITECT, NOTHING, frozenset({"secret"})),
    ],
)
def test_a_role_has_the_metamodel_without_what_it_may_not_read(
    model: Metamodel, role: Role, hidden: frozenset[str], fixed: frozenset[str]
) -> None:
    sign_ins = {"userFirstLogin", "userLastLogin", "userLoginCount"}

    seen = narrowed(model, NOTHING, role)

    assert (seen.hidden, seen.fixed) == (hidden | sign_ins, fixed)
    assert not seen.hidden & seen.types["subProcess"].properties.keys()
    assert seen.types["subProcess"].properties.keys() == model.types["subProcess"].properties.keys() - hidden
    assert seen.types["system"] is model.types["system"]
    assert seen.hidden_contexts == hidden & {"patron", "unused"}
    assert seen.whole is model


def test_those_from_whom_nothing_is_hidden_have_the_metamodel_itself(model: Metamodel) -> None:
    assert narrowed(model, NOTHING, Role.ADMINISTRATOR) is model
    assert model.whole is model


def test_roles_to_whom_it_is_the_same_share_one(model: Metamodel) -> None:
    assert narrowed(model, NOTHING, Role.APPROVER) is narrowed(model, NOTHING, Role.ANALYZER)
    assert narrowed(load_standard(), NOTHING, Role.VIEWER) is narrowed(load_standard(), NOTHING, Role.ARCHITECT)


def test_facets_and_properties_are_left_out_together(model: Metamodel) -> None:
    seen = narrowed(model, frozenset({"it"}), Role.EDITOR)

    assert "system" not in seen.types
    assert "secret" not in seen.types["subProcess"].properties


MISTAKES = {
    "unknown role": (
        f"secret: {{{TEXTS}, dataType: Html, readableBy: admin}}",
        "Expected one of viewer, editor, approver, analyzer, architect, administrator; found 'admin'.",
    ),
    "written by more than read it": (
        f"secret: {{{TEXTS}, dataType: Html, readableBy: architect, writableBy: editor}}",
        "A role that may write it must be able to read it: 'editor' is less than 'architect'.",
    ),
    "mandatory": (
        f"secret: {{{TEXTS}, dataType: Html, readableBy: architect, mandatory: true}}",
        "All users see what must be filled, so it cannot have 'readableBy'.",
    ),
    "mandatory in a type": (
        f"secret: {{{TEXTS}, dataType: Html, readableBy: architect}}\n"
        "types: {subProcess: {properties: {secret: {mandatory: true}}}}",
        "All users see it, but 'secret' has 'readableBy'.",
    ),
    "looked at by a rule": (
        f"secret: {{{TEXTS}, dataType: Html, readableBy: architect}}\n"
        "rules: {own: {severity: error, messages: {1031: a, 1033: b}, check: {kind: filled, properties: [secret]}}}",
        "All users see it, but 'secret' has 'readableBy'.",
    ),
    "a name": (
        f"secret: {{{TEXTS}, dataType: SingleLineText, readableBy: architect}}\n"
        f'types: {{own: {{facet: roles, identity: plain, {TEXTS}, color: "#000000", label: [secret], '
        "properties: {secret: }}}",
        "The label 'secret' has 'readableBy', but all users may read names.",
    ),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_rule_that_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(MetamodelErrors) as caught:
        parse_additions(f"properties:\n  {text}\n", "own.yaml")

    (finding,) = caught.value.findings
    assert message in finding.message
