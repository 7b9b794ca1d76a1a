"""Left-overs: an import keeps what no body could bring in; an update may leave or remove it, not change it."""

import pytest

from tests.usecases.changes.answers import as_read
from tests.usecases.changes.merging import changed, merged
from tests.usecases.changes.samples import ANNA, ERP, KNOWN, METAMODEL, OLGA, RECEIPT, SCANNER, SETTINGS

ODD = RECEIPT._replace(
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


def test_left_overs_cannot_be_changed() -> None:
    given = {
        "attributes": {"formerly": {"127": "new"}, "name": {"1049": "Иначе"}},
        "related": {"formerly": [ANNA]},
    }

    assert [(each.code, each.error) for each in merged(given, ODD).findings] == [
        (
            "unknown-attribute",
            "The type subProcess has no attribute formerly: stored values can be removed by null, not changed.",
        ),
        ("unknown-culture", "The storage has no culture '1049': give the value of name under 1031 or 1033."),
        (
            "unknown-context",
            "The type subProcess has no related context formerly: stored references can be removed by null, not changed.",
        ),
    ]
