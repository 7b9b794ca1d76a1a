"""A stereotype of an update is named by its key or its element, where the type has any."""

import pytest

from facetstore.domain.errors import Finding
from facetstore.usecases.changes.merge import merge
from tests.usecases.changes.merging import changed
from tests.usecases.changes.samples import (
    KNOWN,
    METAMODEL,
    RECEIPT,
    SELF_MADE,
    SELF_NAMED,
    SETTINGS,
    START,
    SYSTEM_STEREOTYPE,
    flow_object,
)

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
    before = RECEIPT._replace(stereotype=stored)

    assert changed({"stereotype": given}, before, stereotypes=STEREOTYPES) is before


def test_a_type_without_stereotypes_takes_none() -> None:
    start = flow_object(START, "evStart", "Truck arrived")

    found = merge(start, {"stereotype": "any"}, METAMODEL, SETTINGS, KNOWN)

    assert found.findings == (
        Finding("The type evStart has no stereotypes.", "no-stereotypes", "elements[0].stereotype"),
    )
