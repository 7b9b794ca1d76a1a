"""A new version keeps, resets and drops what it should (D6.10), and gets a diagram of its own."""

import pytest

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import Conflict
from facetstore.domain.values import INVARIANT, NO_END, ElementId, VersionId
from facetstore.usecases.lifecycle.new_version import NewVersion, create_version, is_draft, next_number
from tests.usecases.lifecycle.givens import ANNA, BEN, CLARA, DORA, NOW, STANDARD, a_version, acting

TASK = Version(
    element=ElementId("task-1"),
    id=VersionId("task-1"),
    facet="processes",
    type="task",
    stereotype="manual",
    creation_id="task-0",
    attributes={"name": {1033: "Check"}, "createdOn": {INVARIANT: "2020-01-01T00:00:00"}},
    related={"createdBy": (BEN,), "systems": (ElementId("erp"),), "hasInput": (ElementId("start-1"),)},
)
START = Version(ElementId("start-1"), VersionId("start-1"), "processes", "evStart", attributes={"name": {1033: "Go"}})
OTHER = ElementId("other-process")

SOURCE = a_version(
    "inEffect",
    number="1.0",
    processMaturity="isLived",
    validFrom="2020-02-01T00:00:00",
    validUntil="2021-02-01T00:00:00",
    relOn="2020-01-31T10:00:00",
    createdOn="2020-01-01T00:00:00",
    changedOn="2020-01-31T10:00:00",
    reasonForRevision="Because.",
    reasonForExpiry="Later.",
    related={
        "author": (BEN,),
        "createdBy": (BEN,),
        "changedBy": (BEN,),
        "relBy": (BEN,),
        "owner": (CLARA,),
        "qualityManager": (DORA,),
        "reviewer": (DORA, CLARA),
        "secondaryAuthors": (DORA,),
        "organizationFilters": (ElementId("plant"),),
        "requirements": (TASK.element, ElementId("iso-9001")),
    },
)._replace(
    stereotype="standard",
    parent=ElementId("main"),
    position=7,
    content=(
        Shape("s1", START.element),
        Shape("s2", TASK.element, ("s1", "s4")),
        Shape("s3", OTHER, ("s2",)),
        Shape("s4", TASK.element, ("s3",)),
    ),
)


def made(source: Version = SOURCE, *, existing_draft: bool = False, numbers: tuple[str, ...] = ()) -> NewVersion:
    shown = {TASK.element: TASK, START.element: START, OTHER: a_version("inEffect")._replace(element=OTHER)}
    return create_version(STANDARD, source, shown, acting("anna"), existing_draft=existing_draft, numbers=numbers)


def test_a_new_version_is_described_field_by_field() -> None:
    version = made().version

    assert version._replace(attributes={}, related={}, content=()) == Version(
        element=SOURCE.element,
        id=VersionId("new3"),
        facet="processes",
        type="subProcess",
        state="inProcess",
        stereotype="standard",
        creation_id=None,
        number="1.1",
        parent=ElementId("main"),
        position=7,
    )
    assert version.attributes == {
        "name": SOURCE.attributes["name"],
        "description": SOURCE.attributes["description"],
        "processMaturity": {INVARIANT: "isLived"},
        "validUntil": {INVARIANT: NO_END},
        "createdOn": {INVARIANT: NOW},
        "changedOn": {INVARIANT: NOW},
    }
    assert version.related == {
        "author": (ANNA,),
        "createdBy": (ANNA,),
        "changedBy": (ANNA,),
        "owner": (CLARA,),
        "qualityManager": (DORA,),
        "reviewer": (DORA, CLARA),
        "secondaryAuthors": (DORA,),
        "organizationFilters": (ElementId("plant"),),
        "requirements": (ElementId("new2"), ElementId("iso-9001")),
    }


def test_the_diagram_is_copied_with_new_flow_objects_and_the_same_shapes() -> None:
    """What stands in it twice is copied once, and the process it leads to is no copy."""
    new = made()
    start, task = ElementId("new1"), ElementId("new2")

    assert new.copies == {START.element: start, TASK.element: task}
    assert new.version.content == (
        Shape("s1", start),
        Shape("s2", task, ("s1", "s4")),
        Shape("s3", OTHER, ("s2",)),
        Shape("s4", task, ("s3",)),
    )


def test_a_flow_object_keeps_its_creation_id_and_all_but_who_made_it() -> None:
    start, task = made().flow_objects

    assert (start.element, start.id, start.creation_id) == ("new1", "new1", "start-1")
    assert task == Version(
        element=ElementId("new2"),
        id=VersionId("new2"),
        facet="processes",
        type="task",
        stereotype="manual",
        creation_id="task-0",
        attributes={"name": {1033: "Check"}, "createdOn": {INVARIANT: NOW}, "changedOn": {INVARIANT: NOW}},
        related={
            "createdBy": (ANNA,),
            "changedBy": (ANNA,),
            "systems": (ElementId("erp"),),
            "hasInput": (ElementId("new1"),),
        },
    )


def test_the_version_it_starts_from_stays_as_it_is() -> None:
    before = SOURCE._replace()

    made()

    assert before == SOURCE
    assert TASK.attributes["createdOn"] == {INVARIANT: "2020-01-01T00:00:00"}


@pytest.mark.parametrize("state", STANDARD.lifecycles["release"].states)
def test_a_new_version_starts_from_released_in_effect_or_expired(state: str) -> None:
    source = SOURCE._replace(state=state)
    if state in ("released", "inEffect", "expired"):
        assert made(source).version.state == "inProcess"
        return

    with pytest.raises(Conflict) as refused:
        made(source)

    assert [(each.error, each.code) for each in refused.value.findings] == [
        (
            f"A version in state {state} cannot be the start of a new one. Possible: released, inEffect, expired.",
            "no-new-version-in-state",
        )
    ]


@pytest.mark.parametrize("state", STANDARD.lifecycles["mainProcess"].states)
def test_a_hidden_main_process_is_no_start(state: str) -> None:
    source = a_version(state, kind="mainProcess", number="1.0")

    if state in ("inProcess", "hide"):
        with pytest.raises(Conflict):
            made(source)
    else:
        assert made(source).version.number == "1.1"


def test_a_second_open_draft_is_refused() -> None:
    with pytest.raises(Conflict) as refused:
        made(existing_draft=True)

    assert refused.value.findings[0].code == "open-draft"


@pytest.mark.parametrize("kind", ["subCategory", "processHouse", "view", "task", "user"])
def test_what_has_no_versions_gets_none(kind: str) -> None:
    element = Version(ElementId("e"), VersionId("e"), "processes", kind, state="show")

    with pytest.raises(Conflict) as refused:
        made(element)

    assert refused.value.message == f"Elements of type {kind} have no versions."


@pytest.mark.parametrize(
    ("numbers", "following"),
    [
        ((), "0.1"),
        (("",), "0.1"),
        (("1.0",), "1.1"),
        (("1.0", "2.0"), "2.1"),
        (("10.0", "9.0"), "10.1"),
        (("0.1", "1.0", "1.1"), "1.2"),
    ],
)
def test_a_draft_is_numbered_on_top_of_the_newest(numbers: tuple[str, ...], following: str) -> None:
    assert next_number(numbers) == following


def test_a_draft_from_an_old_version_is_still_the_newest() -> None:
    assert made(SOURCE._replace(state="expired"), numbers=("1.0", "2.0")).version.number == "2.1"


def test_a_draft_is_what_was_never_released() -> None:
    drafts = {each for each in STANDARD.states if is_draft(STANDARD, "subProcess", each)}

    assert drafts - {"show"} == {"inProcess", "inReview", "readyForQa", "readyForRelease"}
    assert not is_draft(STANDARD, "mainProcess", "hide")
    assert not is_draft(STANDARD, "subCategory", "hide")
    assert not is_draft(STANDARD, "task", None)
