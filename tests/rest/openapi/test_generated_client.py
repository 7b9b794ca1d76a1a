"""A client that a public generator makes from the OpenAPI document calls a served demo company."""

import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from facetstore.rest.openapi import examples
from facetstore.rest.openapi.document import openapi_document
from tests.support.demo_service import TENANT, DemoService, demo_service

pytestmark = pytest.mark.one_engine

PACKAGE: Final = "generated_client"
ELEMENT: Final = UUID(examples.ELEMENT)
DETAIL: Final = ("processes", "detail")
Call = Callable[..., Any]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package, which can be imported from there."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_bytes(openapi_document("http://service"))
    (folder / "settings.yaml").write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    options = ["--path", "openapi.json", "--config", "settings.yaml", "--output-path", PACKAGE]
    done = subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    # A file is downloaded as what it is: this generator leaves out an answer that may be of any kind.
    assert (done.returncode, set(re.findall(r"WARNING parsing .*/(\S+) within", said))) == (
        0,
        {"{fileId}", "picture"},
    ), said
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("called")) as service:
        yield service


@pytest.fixture(scope="module")
def call(generated: Path, service: DemoService) -> Iterator[Call]:
    """Call an operation in the demo company, by the module of the client; returns the object that it parsed the answer to."""
    made = importlib.import_module(PACKAGE)
    client = made.AuthenticatedClient(service.base, service.tokens["administrator"], raise_on_unexpected_status=True)

    def call(operation: str, *path: object, **given: object) -> Any:
        module = importlib.import_module(f"{PACKAGE}.api.{operation}")
        place = () if operation.startswith("service.") else TENANT.split("/")
        answer = module.sync_detailed(*place, *path, client=client, **given)
        assert answer.status_code == 200, answer.content
        assert answer.parsed is not None
        return answer.parsed

    yield call
    client.get_httpx_client().close()


def model(name: str) -> Any:
    return getattr(importlib.import_module(f"{PACKAGE}.models"), name)


def test_a_generated_client_reads(call: Call) -> None:
    assert "processes" in {each.name for each in call("facets_and_views.facets_list").values}
    assert {each.name for each in call("facets_and_views.views_list", "processes").values} >= {"tree", "list"}
    page = call("elements.elements_list", "processes", "list", page_size=5, count=True)
    assert (page.count, len(page.elements)) == (5, 5)
    assert call("elements.elements_list", "processes", "list", filter_="type eq 'subProcess'", page_size=3).count == 3
    element = call("elements.element_get", *DETAIL, ELEMENT).elements[0]
    assert element.id == ELEMENT
    assert element.attributes["name"]["1033"] == "Receive and inspect goods"
    assert call("elements.element_get_post", *DETAIL, ELEMENT).elements[0] == element
    assert call("elements.element_get", *DETAIL, ELEMENT, culture=1031).elements[0].attributes["name"]["1031"]
    assert "description" in call("attributes_and_relations.attributes_list", *DETAIL, ELEMENT).values
    assert "name" in call("attributes_and_relations.attribute_get", *DETAIL, ELEMENT, "name").values
    assert "author" in call("attributes_and_relations.related_list", *DETAIL, ELEMENT).values
    assert call("attributes_and_relations.related_get", *DETAIL, ELEMENT, "author").values["author"]
    assert call("elements.children_list", "processes", "tree", ELEMENT).count == 0
    assert call("diagrams.content_list", "processes", "diagram", ELEMENT).count == 20
    assert call("elements.element_info", *DETAIL, ELEMENT).values[0].is_current_copyable in (True, False)
    assert call("elements.versions_list", *DETAIL, ELEMENT).count == 3
    assert "subProcess" in {each.key for each in call("configuration.config_list", "processes", "tree").values}
    assert call("configuration.config_get", "processes", "tree", "subProcess").values[0].key == "subProcess"
    assert call("reporting.reporting_get", "processes", ELEMENT).count >= 1
    assert call("storage.storage_info").default_data_culture == 1033
    assert call("storage.revision").revision > 0
    assert call("release.transitions_list", ELEMENT).values[0].transition_id
    assert call("finding.search", q="goods").total > 0
    assert call("finding.stats", by=[model("StatsByItem").TYPE]).count > 5
    assert call("finding.usages_list", *DETAIL, ELEMENT).total > 0
    assert call("writing.history_list", *DETAIL, ELEMENT).count >= 0
    assert call("service.health_live").status == "live"


def test_a_generated_client_writes(call: Call) -> None:
    body = model("ElementsBody").from_dict
    attributes = {"name": {"1033": "Made by a client"}, "description": {"1033": "<p onclick='x()'>Words</p>"}}
    made = call(
        "elements.elements_update", *DETAIL, body=body({"elements": [{"type": "subProcess", "attributes": attributes}]})
    )
    id_ = made.elements[0].id
    assert made.findings[0].removed[0].attribute == "onclick"

    change = {"elements": [{"id": str(id_), "attributes": {"name": {"1033": "Changed by a client"}}}]}
    changed = call("elements.elements_update", *DETAIL, body=body(change))
    assert changed.elements[0].attributes["name"]["1033"] == "Changed by a client"

    content = model("ContentBody").from_dict(examples.OF_BODIES["content-create"])
    assert call("diagrams.content_create", "processes", "diagram", id_, body=content).count == 2
    assert call("writing.element_lock", *DETAIL, id_).values[0].seconds > 0
    assert call("writing.element_unlock", *DETAIL, id_).count == 0
    call("writing.element_delete", *DETAIL, id_)
    assert call("writing.trash_list").values[0].element_id == id_
