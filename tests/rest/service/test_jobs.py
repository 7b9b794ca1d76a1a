"""Work that takes long is done by job processes, and comes out as it does in place."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from facetstore.bootstrap.jobs import JobProcesses
from facetstore.domain.errors import TooCostly
from tests.support import company
from tests.support.api import Api
from tests.support.changing import Changing, line

DETAIL: Final = "rest/facets/processes/views/detail/elements"
DIAGRAM: Final = f"rest/diagram/{company.RECEIPT}/render/1033/vertical"
XML: Final = '<?xml version="1.0" encoding="utf-8"?>'


class Recording:
    """Job processes that remember what they were asked to do."""

    def __init__(self) -> None:
        self.processes = JobProcesses()
        self.done: list[str] = []
        self.fails: Exception | None = None

    async def run(self, tenant: int, job: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        self.done.append(job.__name__)
        if self.fails is not None:
            raise self.fails
        return await self.processes.run(tenant, job, *arguments, **named)

    @property
    def slow(self) -> "Recording":
        return self

    async def close(self) -> None:
        await self.processes.close()


@pytest.fixture
def jobs(changing: Changing) -> Iterator[Recording]:
    recording = Recording()
    yield recording
    changing.database.run(recording.close())


@pytest.fixture
def elsewhere(changing: Changing, jobs: Recording) -> Iterator[Api]:
    """The same tenant, by an application that has job processes and caches nothing."""
    api = Api(changing.database, cache_bytes=0, jobs=jobs)
    yield api
    api.close()


def test_large_diagrams_are_drawn_and_compared_by_worker_processes(
    changing: Changing, elsewhere: Api, jobs: Recording
) -> None:
    changing.drawn(company.RECEIPT, *line(0, *(f"Step {number}" for number in range(110))))
    changing.update({"id": company.RECEIPT, "attributes": {"name": {"1033": "Receipt"}}})
    versions = [each["versionId"] for each in changing.read(f"{DETAIL}/{company.RECEIPT}/versions")["elements"]]
    paths = [
        DIAGRAM,
        f"{DIAGRAM}?format=json",
        f"{DETAIL}/{company.RECEIPT}/history",
        f"{DETAIL}/{company.RECEIPT}/diff?from={versions[0]}&to={versions[-1]}",
    ]

    found = [elsewhere.get(path, tenant=changing.address).text for path in paths]

    assert found == [changing.get(path).text for path in paths]
    assert jobs.done == ["draw_svg", "draw_json", "compared_all", "compared"]


def test_small_work_is_done_in_place(changing: Changing, elsewhere: Api, jobs: Recording) -> None:
    html = f"{XML}<p>a <a href='https://x.y'>link</a></p>"

    elsewhere.get(DIAGRAM, tenant=changing.address)
    elsewhere.get(f"{DETAIL}/{company.RECEIPT}/history", tenant=changing.address)
    post(elsewhere, changing, html)

    assert jobs.done == []


def test_long_html_is_cleaned_by_a_worker_process_and_other_texts_stay_as_they_are(
    changing: Changing, elsewhere: Api, jobs: Recording
) -> None:
    html = "<p onclick='x()'>a <a href='https://x.y'>link</a></p>" * 100

    status, answer = post(elsewhere, changing, XML + html, name=html)

    attributes = answer["elements"][0]["attributes"]
    assert status == 200
    assert jobs.done == ["clean_texts"]
    assert attributes["description"]["1033"].count('<p>a <a href="https://x.y">link</a></p>') == 100
    assert attributes["name"]["1033"] == html


def test_html_that_takes_too_long_is_refused_and_other_texts_are_not(
    changing: Changing, elsewhere: Api, jobs: Recording
) -> None:
    html = "<p onclick='x()'>a</p>" * 100
    jobs.fails = TooCostly("Too long.")

    status, answer = post(elsewhere, changing, XML + html)

    assert status == 400
    assert answer["data"][0]["code"] == "too-costly"
    assert answer["data"][0]["path"] == "elements[0].attributes.description.1033"
    assert "takes too long to clean" in answer["data"][0]["error"]
    assert post(elsewhere, changing, "plain", name=html)[0] == 200


def post(api: Api, changing: Changing, html: str, name: str = "New") -> tuple[int, Any]:
    attributes = {"name": {"1033": name}, "description": {"1033": html}}
    body = {"elements": [{"type": "subProcess", "attributes": attributes}]}
    response = api.post(f"{DETAIL}?dryRun=true", tenant=changing.address, content=json.dumps(body).encode())
    return response.status_code, response.json()
