"""A server is asked everything, and every answer of another shape is reported with its place."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from facetstore.bootstrap.answer_shapes import AnswerShapes
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.conformance import Conformance
from facetstore.exchange.pull.remote import opened_remote
from tests.cli.command_line import run
from tests.exchange.pull import reference_works as works
from tests.exchange.pull.copying import FIRST_WAIT
from tests.exchange.pull.small_server import Asked, Given, small_server

ID = works.guid(1)
SHAPES = AnswerShapes()


@pytest.mark.parametrize(
    "question",
    [
        *(questions.FACETS, questions.STORAGE_INFO, questions.views("it"), questions.config("it", "list")),
        *(questions.listing("it", "list", 1), questions.element("it", ID), questions.versions("it", ID)),
        *(questions.content("it", ID), questions.attributes("it", ID), questions.related("it", ID)),
        *(questions.children("it", "tree", ID), questions.reporting("it")),
    ],
)
def test_every_question_has_a_shape(question: questions.Question) -> None:
    assert SHAPES.look(question.address, "no object") != ()


@pytest.mark.parametrize(
    ("body", "place", "is_more"),
    [
        ({"count": 1, "values": [{"name": 7}]}, "values/*/name", False),
        ({"count": "one", "values": []}, "count", False),
        ({"count": 0, "values": [], "isNew": True}, "", True),
    ],
)
def test_a_finding_has_its_place(body: Any, place: str, is_more: bool) -> None:
    found = SHAPES.look(questions.FACETS.address, body)

    assert (place, is_more) in {(each.place, each.is_more) for each in found}


def test_a_name_from_the_server_cannot_command_the_terminal() -> None:
    found = SHAPES.look(questions.attributes("it", ID).address, {"count": 1, "values": {"\x1b[2J": 7}})

    assert any("x1b" in each.place for each in found)
    assert all(f"{each.place}{each.problem}".isprintable() for each in found)


def conform(address: str) -> Conformance:
    async def work() -> Conformance:
        async with opened_remote(address, works.TOKEN, first_wait=FIRST_WAIT) as remote:
            asking = Conformance(remote, SHAPES.look)
            await asking.run(most=3)
            return asking

    return asyncio.run(work())


def test_an_operation_that_a_server_lacks_is_counted() -> None:
    server_ = works.ReferenceWorks(0)

    def without_versions(asked: Asked) -> Given:
        return Given(404) if asked.path.endswith("/versions") else server_(asked)

    with small_server(without_versions) as server:
        asking = conform(server.address)

    report = asking.operations["versions"]
    assert report.asked == report.absent > 0
    assert asking.operations["facets"].absent == 0


def test_the_command_writes_a_report_and_fails_where_shapes_differ(tmp_path: Path) -> None:
    server_ = works.ReferenceWorks(0)

    def odd(asked: Asked) -> Given:
        given = server_(asked)
        return Given(body={**given.body, "count": "many"}) if asked.path == "rest/facets" else given  # type: ignore[dict-item]

    with small_server(odd) as server:
        options = ("--token", works.TOKEN, "--rate", "5000", "--report", str(tmp_path / "report.md"))
        ran = run("conformance", server.address, *options)

    report = (tmp_path / "report.md").read_text("utf-8")
    assert ran.code == 1
    assert "- `count`: 'many' is not of type 'integer' (1 ×, first at `rest/facets`)" in report
    assert works.TOKEN not in report + ran.out + ran.err
