"""A diagram that shows a draft is released with a warning: viewers would see a diagram that is torn there."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.api import Database
from tests.support.changing import DIAGRAM, Changing, new

RULE = "shownIsReleased"


@pytest.fixture
def changing(database: Database) -> Iterator[Changing]:
    tenant = Changing(database)
    yield tenant
    tenant.close()


def process(changing: Changing, name: str) -> str:
    texts = {"name": {"1033": name, "1031": name}, "description": {"1033": "Why", "1031": "Warum"}}
    (made,) = changing.update({"type": "subProcess", "attributes": texts})
    return str(made["id"])


def drawn(changing: Changing, inner: str) -> str:
    """A process whose diagram leads through another one."""
    outer = process(changing, "Outer")
    changing.drawn(
        outer,
        new(0, "evStart", "Begin"),
        {"shapeInfo": {"index": 1, "predecessors": [0]}, "element": {"id": inner, "type": "subProcess"}},
        new(2, "evEnd", "Done", 1),
    )
    return outer


def release(changing: Changing, id_: str, query: str = "") -> Any:
    return changing.post(f"release/{id_}/transitions/InProcessToReleased{query}")


def test_a_draft_in_the_diagram_is_a_warning_that_can_be_ignored(changing: Changing) -> None:
    inner = process(changing, "Inner")
    outer = drawn(changing, inner)

    refused = release(changing, outer)

    assert (refused.status_code, refused.json()["type"]) == (409, "warning"), refused.text
    (finding,) = refused.json()["data"]
    (shape,) = [id_ for name, id_ in changing.shapes(outer).items() if name == "Inner"]
    assert (finding["code"], finding["path"]) == (RULE, f"content/{shape}")
    assert "Inner" in finding["error"]
    assert release(changing, outer, "?ignoreWarnings=true").status_code == 200


def test_what_is_released_is_none_also_with_a_draft_after_it(changing: Changing) -> None:
    inner = process(changing, "Inner")
    changing.release(inner)
    outer = drawn(changing, inner)
    changing.new_version(inner)

    assert release(changing, outer).status_code == 200


def test_many_drafts_take_as_many_statements_as_one(changing: Changing) -> None:
    counts = []
    for number in (1, 6):
        outer = process(changing, f"Outer {number}")
        inner = [process(changing, f"Inner {number} {each}") for each in range(number)]
        items = [
            {"shapeInfo": {"index": each, "predecessors": [each - 1] if each else []}, "element": {"id": id_}}
            for each, id_ in enumerate(inner)
        ]
        answer = changing.post(f"{DIAGRAM}/{outer}/content", {"values": items})
        assert answer.status_code == 200, answer.text
        changing.read(f"release/{outer}/transitions?explain=true")
        counts.append(changing.api.statements)

    assert counts[0] == counts[1]
