"""What stories of the workspace of a process have in common: a process of one's own, its script, and the parts of the screen."""

from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
SCRIPT: Final = "format=script&culture=1033"


def new_process(site: Site, name: str) -> str:
    """A sub process of our own, with nothing in it."""
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
        main = created(client.post(DETAIL, json=body("mainProcess", category, "Main of writing")))
        return created(client.post(DETAIL, json=body("subProcess", main, name)))


def body(type_key: str, parent: str, name: str) -> dict[str, Any]:
    return {"elements": [{"type": type_key, "parent": parent, "attributes": {"name": {"1033": name}}}]}


def created(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return str(answer.json()["elements"][0]["id"])


def stored(site: Site, process: str) -> str:
    with site.client() as client:
        return client.get(f"{DETAIL}/{process}/content?{SCRIPT}").text


def store(site: Site, process: str, script: str) -> None:
    with site.client() as client:
        answer = client.post(f"{DETAIL}/{process}/content?{SCRIPT}", json={"script": script})
        assert answer.status_code == 200, answer.text


def address(process: str) -> str:
    return f"elements/processes/{process}?tab=diagram&culture=1033"


def field(visit: Visit) -> Locator:
    return visit.page.get_by_role("textbox", name="Script", exact=True)


def save(visit: Visit) -> Locator:
    return visit.page.get_by_role("button", name="Save the script")


def saved(visit: Visit) -> None:
    """Wait until what was typed is stored."""
    expect(visit.page.get_by_text("Not saved yet", exact=True)).to_have_count(0)


def shape(visit: Visit, name: str) -> Locator:
    return visit.page.locator("button[data-shape]").and_(visit.page.get_by_label(f"{name}."))
