"""An agent at work in the demo company: it finds what it is asked for, cites what is there, and does ten tasks from one tool to the next."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.demo_service import TENANT, DemoService, demo_service
from tests.support.proof import record

pytestmark = [pytest.mark.one_engine, pytest.mark.long]

QUESTIONS: Final = 120


class Agent:
    """What an agent can do: call tools, and open the links it is given."""

    def __init__(self, service: DemoService, role: str) -> None:
        self.service = service
        self.http = service.client(role)

    def call(self, name: str, **arguments: object) -> dict[str, Any]:
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        result = self.http.post(f"{self.service.base}/{TENANT}/mcp", json=call).json()["result"]
        said: dict[str, Any] = json.loads(result["content"][0]["text"])
        assert "data" in said, said
        found: dict[str, Any] = said["data"]
        return found

    def find(self, words: str, **more: object) -> str:
        return str(self.call("find", words=words, **more)["found"][0]["element"])

    def resolves(self, fact: Mapping[str, Any]) -> bool:
        """Whether a citation leads to the version that it is of."""
        path = f"rest/facets/{fact['facet']}/views/detail/elements/{fact['version']}"
        answer = self.http.get(path)
        (found,) = answer.json()["elements"] if answer.is_success else [{}]
        return bool(found.get("id") == fact["element"]) and str(fact["link"]).startswith(
            f"{self.service.base}/{TENANT}/elements/"
        )


@pytest.fixture(scope="module")
def agent(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with demo_service(demo_data, tmp_path_factory.mktemp("at-work")) as service:
        agent = Agent(service, "administrator")
        yield agent
        agent.http.close()


def generated(http: httpx.Client) -> list[tuple[str, str]]:
    """Questions out of names: their words in the other order, without words of fewer than four letters, and the element."""
    found = []
    for facet in http.get("rest/facets").json().get("values", []):
        name = facet["name"]
        if name in ("users", "usergroups", "permissionsets", "cultures", "stereotypes"):
            continue
        for each in http.get(f"rest/facets/{name}/views/list/elements").json().get("elements", []):
            words = [word for word in each["attributes"].get("name", {}).get("1033", "").split() if len(word) > 3]
            if len(words) > 1:
                found.append((" ".join(reversed(words)), each["id"]))
    return found[:: max(1, len(found) // QUESTIONS)][:QUESTIONS]


def test_generated_questions_find_what_they_were_made_of_and_every_citation_resolves(agent: Agent) -> None:
    questions = generated(agent.http)
    assert len(questions) == QUESTIONS
    good, facts = 0, []
    for words, element in questions:
        found = agent.call("find", words=words, most=5, culture=1033)["found"]
        good += element in {each["element"] for each in found}
        facts += found[:1]

    record("agents: generated questions answered among five", QUESTIONS, "recall@5", share=good / QUESTIONS)
    assert good / QUESTIONS >= 0.9
    assert all(map(agent.resolves, facts))


def test_ten_tasks_of_an_agent(agent: Agent) -> None:
    goods = agent.find("Receive and inspect goods", types="subProcess", culture=1033)
    whole = agent.call("read", element=goods, culture=1033)
    assert whole["name"] == "Receive and inspect goods"
    assert agent.call("steps_of", element=goods)["steps"]
    assert agent.call("responsible_for", element=goods)["responsible"]
    erp = agent.find("Radix ERP")
    assert agent.call("impact_of", element=erp)["total"] > 0
    assert agent.call("what_changed", element=goods)["changes"]
    assert agent.call("why_blocked", element=goods)["transitions"] is not None
    german, english = (agent.call("read", element=goods, culture=each) for each in (1031, 1033))
    assert (german["name"], english["name"]) == ("Ware annehmen und prüfen", "Receive and inspect goods")
    draft = {"type": "subProcess", "attributes": {"name": {"1031": "Ware zurückgeben", "1033": "Return goods"}}}
    made = agent.call("propose", title="Returns", reason="They are not described", changes=[draft])
    assert agent.call("read", element=made["drafts"][0]["element"])["state"] != "inProcess"
    (shown,) = agent.http.get(f"rest/proposals/{made['proposal']}").json()["values"]
    assert shown["state"] == "open"
    viewer = Agent(agent.service, "viewer")
    assert (
        viewer.http.get(f"rest/facets/processes/views/detail/elements/{made['drafts'][0]['element']}").status_code
        == 404
    )
    viewer.http.close()
