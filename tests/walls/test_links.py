"""Finding 14: a link has the scheme that a browser reads in it, and no control characters."""

from typing import Final

from tests.walls.served import Answer, Served

DETAIL: Final = "rest/facets/processes/views/detail/elements?dryRun=true"
WITH_CONTROLS: Final = (
    "java\tscript:alert(1)",
    "\x01javascript:alert(1)",
    "java\nscript:alert(1)",
    "https://x.y/\x7f",
    "https://x.y/\x1b[2J",
)


def link(served: Served, tenant: str, address: str) -> Answer:
    links = {"127": [{"fullAddress": address, "title": "x"}]}
    element = {"type": "subProcess", "attributes": {"name": {"1033": "New"}, "links": links}}
    return served.ask(tenant, "editor", DETAIL, {"elements": [element]})


def test_a_link_with_a_control_character_is_refused(served: Served) -> None:
    tenant = served.new_tenant()

    answers = [link(served, tenant, address) for address in WITH_CONTROLS]

    assert [each.status for each in answers] == [400] * len(WITH_CONTROLS)
    assert all("control character U+" in each.json()["data"][0]["error"] for each in answers)


def test_a_link_of_an_allowed_scheme_is_taken(served: Served) -> None:
    tenant = served.new_tenant()

    assert link(served, tenant, "https://x.y/?a=b c").status == 200
    assert link(served, tenant, "javascript:alert(1)").status == 400
