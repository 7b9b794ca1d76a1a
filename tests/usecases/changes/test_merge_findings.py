"""Findings of an update: what is wrong, where, and what would have worked, all reported at once and in short."""

from typing import Any

import pytest

from facetstore.domain.errors import Finding
from tests.usecases.changes.merging import merged
from tests.usecases.changes.samples import ERP, HIDDEN, NOWHERE, OLGA, RECEIPT
from tests.usecases.changes.wrong_updates import FINDINGS


@pytest.mark.parametrize(("given", "code", "path", "sentence"), FINDINGS)
def test_a_finding_says_what_is_wrong_where_and_what_would_have_worked(
    given: dict[str, Any], code: str, path: str, sentence: str
) -> None:
    found = merged(given, stereotypes={})

    assert found.findings == (Finding(sentence, code, f"elements[3].{path}"),)
    assert found.version is RECEIPT


def test_every_finding_is_reported_at_once() -> None:
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


def test_hidden_references_count_and_are_reported_without_their_names() -> None:
    before = RECEIPT._replace(related={"owner": (HIDDEN,)})

    found = merged({"related": {"owner": [OLGA]}}, before)

    assert found.findings == (
        Finding(
            "The related context owner takes at most 1 reference; 1 is given, and 1 that you may not see stays.",
            "too-many-references",
            "elements[3].related.owner",
        ),
    )


def test_many_wrong_names_get_few_hints() -> None:
    found = merged({"attributes": {f"nam{n}": None for n in range(100)}})

    assert len(found.findings) == 100
    assert sum("Did you mean" in each.error for each in found.findings) == 10


def test_a_very_long_name_is_reported_short() -> None:
    (finding,) = merged({"attributes": {"n" * 5_000_000: None}}).findings

    assert len(finding.error) < 200
    assert len(finding.path) == 300
