"""The page of a proposal: an architect looks at the drafts of an agent and accepts one proposal, and declines the other."""

import json
from typing import Any

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.support.demo_service import TENANT
from tests.web.browser import Site
from tests.web.readable import check_readable


def propose(site: Site, title: str, name: str) -> dict[str, Any]:
    draft = {"type": "subProcess", "attributes": {"name": {"1031": name, "1033": name}}}
    arguments = {"title": title, "reason": "It is missing", "changes": [draft]}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "propose", "arguments": arguments}}
    with site.client() as client:
        headers = {"user-agent": "Helper"}
        answer = client.post(f"{site.service.base}/{TENANT}/mcp", json=call, headers=headers).json()["result"]
    said: dict[str, Any] = json.loads(answer["content"][0]["text"])["data"]
    return said


def test_a_person_decides_about_what_an_agent_proposes(site: Site) -> None:
    returns = propose(site, "Returns are not described", "Take back a bicycle")
    repairs = propose(site, "Repairs are not described", "Repair a bicycle")
    with site.visit(Role.ARCHITECT, "proposals?culture=1033") as visit:
        page, main = visit.page, visit.page.get_by_role("main")
        check_readable(visit)

        main.get_by_role("link", name="Returns are not described", exact=True).click()
        expect(main.get_by_role("heading", name="Proposal of an agent", exact=True)).to_be_visible()
        expect(main.get_by_text("Helper", exact=True)).to_be_visible()
        expect(main.get_by_role("link", name="Take back a bicycle", exact=True)).to_be_visible()
        check_readable(visit)
        main.get_by_role("button", name="Accept the proposal", exact=True).click()
        expect(main.get_by_text("Accepted", exact=True).first).to_be_visible()
        expect(main.get_by_role("button", name="Accept the proposal", exact=True)).to_have_count(0)

        page.goto(repairs["link"])
        main.get_by_role("button", name="Decline the proposal", exact=True).click()
        main.get_by_label("Reason").fill("We do not repair.")
        main.get_by_role("button", name="Decline the proposal", exact=True).click()
        expect(main.get_by_text("We do not repair.", exact=True)).to_be_visible()

    with site.client() as client:
        states = [client.get(f"rest/proposals/{each['proposal']}").json()["values"][0] for each in (returns, repairs)]
    assert [each["state"] for each in states] == ["accepted", "declined"]
    assert [each["drafts"][0]["state"] for each in states] == ["readyForRelease", "inProcess"]
