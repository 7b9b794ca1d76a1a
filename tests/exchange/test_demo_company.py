"""The demo company is rich enough to show: every catalogue, state, role and context has something in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

import pytest

from tests.exchange.demo_bundle import (
    SHOWN_ELEMENTS,
    STATES,
    contexts,
    diagrams,
    elements,
    invariant,
    items,
    metamodel,
    records,
    texts,
    type_of,
)

SHOWN_FACETS = 20
SHOWN_DIAGRAMS = 28
SHOWN_USERS = 30
ROLES = ("Viewer", "Editor", "Approver", "Analyzer", "Architect", "Administrator", "Inactive")
ONLY_IN_FILES = {
    "evBoundary", "ruleEvent", "ruleComplex", "flowBlock", "flowPool", "flowMessage", "flowNote", "flowGroup", "flowData", "flowStore",
}  # fmt: skip
"""Flow objects that come with BPMN files: the company draws its diagrams here."""
CATALOGUES = {
    "processes": 60,
    "organization": 30,
    "locations": 20,
    "roles": 35,
    "it": 35,
    "transactions": 15,
    "knowledge": 40,
    "inputsoutputs": 45,
    "kpi": 30,
    "risks": 30,
    "requirements": 20,
    "standards": 20,
    "strategy": 12,
    "measures": 15,
    "milestones": 10,
    "projects": 8,
    "capability": 15,
    "products": 15,
    "customerstructure": 12,
    "personas": 6,
    "customerjourneystages": 6,
    "touchpoints": 12,
    "voiceofcustomers": 8,
    "saleschannels": 5,
    "stakeholders": 8,
    "learning": 15,
    "globaltasks": 6,
    "bestPracticeTasks": 3,
    "users": 30,
    "usergroups": 5,
    "permissionsets": 6,
    "tags": 6,
    "cultures": 2,
    "stereotypes": 10,
    "overviewpages": 4,
    "reportsources": 2,
    "docTemplates": 3,
    "docContent": 2,
    "groups": 4,
}


class TestTheCompanyIsRich:
    def test_there_is_much_to_look_at(self) -> None:
        facets = Counter(str(record["facetName"]) for record in elements().values())

        assert len(elements()) >= SHOWN_ELEMENTS
        assert len(facets) >= SHOWN_FACETS
        assert len({record["id"] for record in diagrams()}) >= SHOWN_DIAGRAMS

    @pytest.mark.parametrize(("facet", "least"), CATALOGUES.items())
    def test_every_catalogue_has_entries(self, facet: str, least: int) -> None:
        assert sum(record["facetName"] == facet for record in elements().values()) >= least

    def test_every_state_of_the_lifecycle_occurs(self) -> None:
        assert {record["state"] for record in records() if "state" in record} == STATES

    def test_sub_processes_are_found_in_every_state(self) -> None:
        assert {record["state"] for record in records() if record["type"] == "subProcess"} == STATES

    def test_every_flow_object_type_occurs(self) -> None:
        known = {key for key, each in metamodel().types.items() if each.flow}

        assert {str(record["type"]) for record in records() if type_of(record).flow} == known - ONLY_IN_FILES

    def test_there_are_people_in_every_role(self) -> None:
        users = [record for record in records() if record["type"] == "user"]

        assert len(users) >= SHOWN_USERS
        assert all(any(invariant(user, f"role{role}") for user in users) for role in ROLES)

    @pytest.mark.parametrize(
        ("context", "role"),
        [
            ("author", "roleEditor"),
            ("secondaryAuthors", "roleEditor"),
            ("owner", "roleApprover"),
            ("qualityManager", "roleApprover"),
            ("reviewer", "roleApprover"),
        ],
    )
    def test_people_have_the_role_their_part_asks_for(self, context: str, role: str) -> None:
        named_people = {str(x["id"]) for each in records() for x in items(contexts(each).get(context, []))}

        people = [elements()[each] for each in named_people]
        assert all(invariant(person, role) or invariant(person, "roleInactive") for person in people)

    def test_no_user_writes_before_they_came(self) -> None:
        for record in records():
            if record["type"] != "user":
                writer = elements()[str(items(contexts(record)["createdBy"])[0]["id"])]
                assert str(invariant(writer, "createdOn")) <= str(invariant(record, "createdOn"))

    def test_every_context_of_a_sub_process_is_filled_somewhere(self) -> None:
        used = {
            context
            for record in records()
            if record["type"] == "subProcess"
            for context in cast("Mapping[str, object]", record["related"])
        }
        wanted = {key for key, each in metamodel().types["subProcess"].contexts.items() if not _derived(each.related)}

        assert wanted <= used

    def test_a_few_names_wait_for_translation(self) -> None:
        missing = [record for record in elements().values() if len(texts(record, "name")) == 1]

        assert 3 <= len(missing) <= 12
        assert {record["state"] for record in missing} == {"inProcess"}

    def test_a_few_elements_are_orphaned(self) -> None:
        orphans = [
            record
            for record in elements().values()
            if record["parent"] is None
            and metamodel().facets[str(record["facetName"])].hierarchical
            and not type_of(record).root
        ]

        assert 4 <= len(orphans) <= 12
        assert "subProcess" in {record["type"] for record in orphans}


def _derived(related: object) -> bool:
    return bool(getattr(related, "derived", False))
