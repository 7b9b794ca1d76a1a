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
from facetstore.rest.openapi.version_document import version_document
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
    (folder / "openapi.json").write_bytes(version_document("http://service", "4.0"))
    (folder / "settings.yaml").write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    options = ["--path", "openapi.json", "--config", "settings.yaml", "--output-path", PACKAGE]
    done = subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    # A file is downloaded as what it is: this generator leaves out an answer that may be of any kind.
    assert (done.returncode, set(re.findall(r"WARNING parsing .*/(\S+) within", said))) == (
        0,
        {"{fileId}", "picture", "{elementId}", "document"},
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
    assert "processes" in {each.name for each in call("facets_and_views.list_facets").values}
    assert {each.name for each in call("facets_and_views.list_views", "processes").values} >= {"tree", "list"}
    page = call("elements.list_elements", "processes", "list", page_size=5, count=True)
    assert (page.count, len(page.elements)) == (5, 5)
    assert call("elements.list_elements", "processes", "list", filter_="type eq 'subProcess'", page_size=3).count == 3
    element = call("elements.get_element", *DETAIL, ELEMENT).elements[0]
    assert element.id == ELEMENT
    assert element.attributes["name"]["1033"] == "Receive and inspect goods"
    assert call("elements.get_element", *DETAIL, ELEMENT, culture=1031).elements[0].attributes["name"]["1031"]
    assert "description" in call("attributes_and_relations.list_attributes", *DETAIL, ELEMENT).values
    assert "name" in call("attributes_and_relations.get_attribute", *DETAIL, ELEMENT, "name").values
    assert "author" in call("attributes_and_relations.list_related", *DETAIL, ELEMENT).values
    assert call("attributes_and_relations.get_related", *DETAIL, ELEMENT, "author").values["author"]
    assert call("elements.list_children", "processes", "tree", ELEMENT).count == 0
    assert call("diagrams.list_content", "processes", "diagram", ELEMENT).count == 20
    assert call("elements.get_element_info", *DETAIL, ELEMENT).values[0].is_current_copyable in (True, False)
    assert call("elements.list_versions", *DETAIL, ELEMENT).count == 3
    assert "subProcess" in {each.key for each in call("configuration.list_type_configs", "processes", "tree").values}
    assert call("configuration.get_type_config", "processes", "tree", "subProcess").values[0].key == "subProcess"
    assert call("reporting.get_reporting", "processes", ELEMENT).count >= 1
    assert call("storage.get_storage_info").default_data_culture == 1033
    assert call("storage.get_revision").revision > 0
    assert call("release.list_transitions", ELEMENT).values[0].transition_id
    assert call("finding.search_elements", q="goods").total > 0
    assert call("finding.count_elements", by=[model("CountElementsByItem").TYPE]).count > 5
    assert call("finding.list_usages", *DETAIL, ELEMENT).total > 0
    assert call("writing.list_history", *DETAIL, ELEMENT).count >= 0
    assert call("service.get_liveness").status == "live"


@pytest.mark.long
def test_a_generated_client_is_type_checked(generated: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file", "", "--cache-dir", "cache", PACKAGE]
    done = subprocess.run(command, cwd=generated, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_a_generated_client_writes(call: Call) -> None:
    body = model("ElementsBody").from_dict
    attributes = {"name": {"1033": "Made by a client"}, "description": {"1033": "<p onclick='x()'>Words</p>"}}
    made = call(
        "elements.update_elements", *DETAIL, body=body({"elements": [{"type": "subProcess", "attributes": attributes}]})
    )
    id_ = made.elements[0].id
    assert made.findings[0].removed[0].attribute == "onclick"

    change = {"elements": [{"id": str(id_), "attributes": {"name": {"1033": "Changed by a client"}}}]}
    changed = call("elements.update_elements", *DETAIL, body=body(change))
    assert changed.elements[0].attributes["name"]["1033"] == "Changed by a client"

    content = model("ContentBody").from_dict(examples.OF_BODIES["content-create"])
    assert call("diagrams.change_content", "processes", "diagram", id_, body=content).count == 2
    assert call("writing.lock_element", *DETAIL, id_).values[0].seconds > 0
    assert call("writing.unlock_element", *DETAIL, id_).count == 0
    call("writing.delete_element", *DETAIL, id_)
    assert call("writing.list_trash").values[0].element_id == id_
