"""What the service needs of the method is read from the roles that the files declare."""

import copy
from typing import Any

import pytest

from facetstore.domain.callers import Role
from facetstore.metamodel.build import build_metamodel
from facetstore.metamodel.file_findings import MetamodelErrors
from facetstore.metamodel.loader import load_standard, load_with_additions, parse_additions
from facetstore.metamodel.roles import ROLES
from facetstore.metamodel.template import check_sources, read_standard
from facetstore.metamodel.yaml_source import parse_source

CO_AUTHORS = """
properties:
  coAuthors:
    names: {1031: "Mitautoren", 1033: "Co-authors"}
    descriptions: {1031: "Wer mitschreibt.", 1033: "Who writes, too."}
    relatedTypes: [user, userGroup]
types:
  subProcess:
    properties: {coAuthors: }
"""


def findings_of(text: str) -> list[tuple[int, str]]:
    with pytest.raises(MetamodelErrors) as caught:
        parse_additions(text, "own.yaml")
    return [(each.line, each.message) for each in caught.value.findings]


def test_the_standard_gives_every_role_its_names() -> None:
    roles = load_standard().roles

    assert roles.authors == ("author", "secondaryAuthors")
    assert roles.diagram_contexts == ("hasInput", "hasOutput", "systems")
    assert roles.responsibilities[0] == "executiveRole"
    assert roles.holders == ("roleHolders", "members")
    assert roles.role_flags[Role.EDITOR] == "roleEditor"
    assert roles.access_flags[-1] == "roleInactive"
    assert set(roles.shown(frozenset())) == {each.key for each in ROLES.values()}


def test_a_tenant_gives_a_role_names_of_its_own() -> None:
    additions = parse_additions(CO_AUTHORS + "methodRoles: {authors: [author, coAuthors]}\n", "own.yaml")

    roles = load_with_additions(additions).roles

    assert roles.authors == ("author", "coAuthors")
    assert roles.owner == load_standard().roles.owner


def test_additions_without_roles_have_those_of_the_standard() -> None:
    assert load_with_additions(parse_additions(CO_AUTHORS, "own.yaml")).roles == load_standard().roles


@pytest.mark.parametrize(
    ("roles", "finding"),
    [
        ("authors: [autor]", "Unknown context 'autor'. Did you mean 'author'?"),
        ("authors: [name]", "Unknown context 'name'."),
        ("maturity: [owner]", "Unknown attribute 'owner'."),
        ("owner: [owner]", "Expected a key of letters and digits such as `costCentre`, found a list."),
        ("login: name", "Unknown key 'login'."),
    ],
)
def test_a_wrong_role_is_a_finding(roles: str, finding: str) -> None:
    ((line, message),) = findings_of(f"methodRoles: {{{roles}}}\n")

    assert line == 1
    assert message.startswith(finding)


def test_the_standard_must_give_every_role() -> None:
    with pytest.raises(MetamodelErrors) as caught:
        check_sources(iter([parse_source("methodRoles: {}", "roles.yaml")]))

    assert len(caught.value.findings) == len(ROLES)


def test_types_without_a_label_take_the_name_that_the_role_gives() -> None:
    whole: Any = copy.deepcopy(read_standard())
    whole["methodRoles"]["name"] = "shortName"

    built = build_metamodel(whole, administration=False)

    assert built.types["subProcess"].label == ("shortName",)
    assert built.types["user"].label == load_standard().types["user"].label
