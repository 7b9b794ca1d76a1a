"""Another user is faster: each kind of write is refused with a sentence and a way on, and what was typed stays."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
ELEMENTS: Final = re.compile(r"/detail/elements$")
MEANWHILE: Final = "It has changed meanwhile"


def make(site: Site, name: str, parent: str | None = None) -> str:
    kind = "subProcess" if parent is not None else "mainProcess"
    with site.client() as client:
        above = parent or client.get(TREE).json()["elements"][0]["children"][0]["id"]
        body = {"elements": [{"type": kind, "parent": above, "attributes": {"name": {"1033": name}}}]}
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def change(site: Site, element: str, facet: str = "processes", **attributes: dict[str, str]) -> None:
    """What another user does."""
    body = {"elements": [{"id": element, "attributes": attributes or {"purp": {"1033": "By another user"}}}]}
    with site.client() as client:
        answer = client.post(f"rest/facets/{facet}/views/detail/elements", json=body)
    assert answer.status_code == 200, answer.text


def stored(site: Site, element: str) -> dict[str, Any] | None:
    with site.client() as client:
        answer = client.get(f"{DETAIL}/{element}")
    found: dict[str, Any] | None = answer.json()["elements"][0] if answer.is_success else None
    return found


def race(page: Page, pattern: re.Pattern[str], act: Callable[[], None]) -> list[dict[str, str]]:
    """Do something just before the first write to an address arrives. Returns the headers of all of them, as they come."""
    met: list[dict[str, str]] = []

    def handle(route: Route) -> None:
        if route.request.method != "GET":
            met.append(route.request.headers)
            if len(met) == 1:
                act()
        route.continue_()

    page.route(pattern, handle)
    return met


def refused(visit: Visit, written: list[dict[str, str]]) -> None:
    """It is said in words, and the write had what makes it safe."""
    notice = visit.page.get_by_role("alert").filter(has_text=MEANWHILE)
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("repeat your change if it still fits")
    if notice.get_by_role("button", name="Close").count():
        notice.get_by_role("button", name="Close").click()
    assert all("if-match" in each and "idempotency-key" in each for each in written)
    visit.settle()


@pytest.fixture(scope="module")
def main(site: Site) -> str:
    return make(site, "Overtaken")


def node(visit: Visit, name: str) -> Any:
    return visit.page.get_by_role("treeitem").filter(has_text=name)


def test_renaming_moving_and_deleting_in_the_tree(site: Site, main: str) -> None:
    wheel, other = make(site, "Wheel", main), make(site, "Spoke", main)
    path = f"facets/processes/tree?culture=1033&selected={wheel}"
    with site.visit(Role.ARCHITECT, path, expected=(412, 409), keep=False) as visit:
        page = visit.page
        written = race(page, ELEMENTS, lambda: change(site, wheel))
        page.get_by_role("tree").focus()
        page.keyboard.press("F2")
        field = page.get_by_role("dialog", name="Rename").get_by_label("Name (English)")
        field.fill("Front wheel")
        page.keyboard.press("Enter")
        refused(visit, written)
        expect(field).to_have_value("Front wheel")
        field.press("Enter")
        expect(node(visit, "Front wheel")).to_be_visible()

        written = race(page, re.compile("/move$"), lambda: change(site, wheel, purp={"1033": "Moved?"}))
        node(visit, "Front wheel").drag_to(node(visit, "Spoke"))
        refused(visit, written)

        written = race(page, re.compile(rf"/detail/elements/{other}(\?force|$)"), lambda: change(site, other))
        node(visit, "Spoke").click()
        page.get_by_role("tree").focus()
        page.keyboard.press("Delete")
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        refused(visit, written)
        assert stored(site, other) is not None

        page.unroute_all()
        race(page, re.compile(rf"/detail/elements/{other}(\?force|$)"), lambda: lock(site, other))
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.get_by_role("alert").filter(has_text="It cannot be done now")).to_contain_text("is being edited")
    assert stored(site, other) is not None


def lock(site: Site, element: str) -> None:
    """Another user begins to edit it."""
    with site.client() as client:
        assert client.post(f"{DETAIL}/{element}/lock").is_success


@pytest.mark.long
def test_changing_many_says_which_failed_and_keeps_them_chosen(site: Site, main: str) -> None:
    ids = [make(site, f"Gear {number}", main) for number in range(3)]
    path = "facets/processes/list?culture=1033&filter=StartsWith(name,'Gear')&order=name"
    with site.visit(Role.ARCHITECT, path, expected=(412,), keep=False) as visit:
        page = visit.page
        page.get_by_role("checkbox", name="Choose all").click()
        page.get_by_role("button", name="Edit together").click()
        field = page.get_by_role("combobox", name="Property to change")
        field.fill("Maturity")
        page.get_by_role("option", name="Maturity", exact=True).click()
        page.get_by_role("dialog").get_by_role("combobox", name="Maturity", exact=True).click()
        page.get_by_role("option", name="60% - Process is lived").click()
        page.get_by_role("button", name="Preview").click()
        written = race(page, ELEMENTS, lambda: change(site, ids[0]))
        page.get_by_role("button", name="Change 3 elements").click()
        expect(page.get_by_role("alert").filter(has_text="1 element could not be changed")).to_contain_text("Gear 0")
        expect(page.get_by_role("dialog", name="1 element")).to_be_visible()
        assert all("if-match" in each and "idempotency-key" in each for each in written)
        assert len(written) == 3
        visit.check_accessible()
        page.get_by_role("button", name="Change 1 element").click()
        expect(page.get_by_text("Changed 1 element.")).to_be_visible()
    found = [stored(site, each) for each in ids]
    assert [each and each["attributes"]["processMaturity"]["127"] for each in found] == ["isLived"] * 3


@pytest.mark.long
def test_people_tokens_and_permissions(site: Site, main: str) -> None:
    with site.client() as client:
        users = "rest/facets/users/views/detail/elements"
        user = client.get(users, params={"$filter": "accountName -eq 'kowalski'"}).json()["elements"][0]
        sets = client.get("rest/facets/permissionsets/views/list/elements").json()["elements"]
        grants = [{"principal": user["id"], "permissionSets": [sets[0]["id"]]}]
        token = client.post("rest/tokens", json={"name": "Overtaken", "role": "viewer"}).json()["values"][0]["id"]
    with site.visit(Role.ADMINISTRATOR, "administration/users?q=kowalski", expected=(412,), keep=False) as visit:
        page = visit.page
        written = race(page, ELEMENTS, lambda: change(site, user["id"], "users", email={"127": "m@example.org"}))
        page.get_by_role("button", name="Edit Marek Kowalski").click()
        page.get_by_role("textbox", name="First name").fill("Marek Jan")
        page.get_by_role("button", name="Save").click()
        refused(visit, written)
        expect(page.get_by_role("textbox", name="First name")).to_have_value("Marek Jan")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("cell", name="Marek Jan Kowalski", exact=True)).to_be_visible()

        visit.follow("administration/tokens")
        written = race(page, re.compile("/revoke$"), lambda: rotate(site, token))
        page.get_by_role("button", name="Revoke Overtaken").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
        refused(visit, written)

        visit.follow(f"elements/processes/{main}?tab=permissions&culture=1033")
        page.get_by_role("button", name="Set permissions").click()
        field = page.get_by_role("combobox", name="Add a group, person or token", exact=True)
        field.fill("Katharina Brandt")
        page.get_by_role("option", name="Katharina Brandt").first.click()
        page.get_by_role("combobox", name="Permission sets of Katharina Brandt").click()
        page.get_by_role("option", name="Full access").last.click()
        page.keyboard.press("Escape")
        visit.settle()
        with site.client() as client:
            body = {"grants": grants, "excludes": False}
            set_ = client.post(f"{DETAIL}/{main}/permissions?force=true", json=body)
            assert set_.is_success, set_.text
        page.get_by_role("button", name="Save permissions").click()
        refused(visit, [])
        page.get_by_role("button", name="Save permissions").click()
        expect(page.get_by_text("Set on this element")).to_be_visible()
        page.get_by_role("button", name="Take away").click()
        page.get_by_role("dialog").get_by_role("button", name="Take away").click()
        expect(page.get_by_text("Nothing is set here")).to_be_visible()


def rotate(site: Site, token: str) -> None:
    with site.client() as client:
        assert client.post(f"rest/tokens/{token}/rotate").is_success


def test_a_step_of_the_lifecycle(site: Site, main: str) -> None:
    process = make(site, "Hub", main)
    path = f"elements/processes/{process}?tab=release&culture=1033"
    with site.visit(Role.ARCHITECT, path, expected=(412, 409), keep=False) as visit:
        page = visit.page
        written = race(page, re.compile(r"/transitions/"), lambda: change(site, process))
        page.get_by_role("button", name=re.compile("Release directly|Send to review")).first.click()
        dialog = page.get_by_role("dialog")
        for box in dialog.get_by_role("checkbox").all():
            box.check()
        dialog.locator("button[type=submit]").click()
        refused(visit, written)
        expect(dialog).to_be_visible()
