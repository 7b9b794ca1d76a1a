"""What the server owns is passed over in an update, so that what was read may be posted back."""

from typing import Any

import pytest

from facetstore.usecases.changes.stamps import stamp_changed
from tests.usecases.changes.answers import as_read
from tests.usecases.changes.merging import changed, merged
from tests.usecases.changes.samples import (
    ERP,
    HOUSE,
    KNOWN,
    MAIN,
    METAMODEL,
    NOW,
    NOWHERE,
    RECEIPT,
    SCANNER,
    SETTINGS,
    TOKEN,
    XML,
    version,
)


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
    before = RECEIPT._replace(attributes={"cycleTime": {127: 3.0}, "sequence": {127: 1}})

    assert changed({"attributes": {"cycleTime": {"127": 3}, "sequence": {"127": 1.0}}}, before) is before
    assert merged({"attributes": {"cycleTime": {"127": True}}}, before).findings[0].code == "wrong-data-type"


def test_a_change_is_stamped_apart() -> None:
    after = stamp_changed(RECEIPT, METAMODEL, NOW, TOKEN)

    assert after.attributes == {**RECEIPT.attributes, "changedOn": {127: NOW}}
    assert after.related == {**RECEIPT.related, "changedBy": (TOKEN,)}
