"""Looking after a storage: tokens, people, the trash, permissions; by mouse and by keys. What was done is asked of the interface."""

import json
import re
import subprocess
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from facetstore.domain.callers import Role
from tests.support.demo_service import PASSWORD
from tests.web.browser import Site, Visit
from tests.web.hands import Hand, by_hand, reach

USERS: Final = "rest/facets/users/views/detail/elements"
PROCESSES: Final = "rest/facets/processes/views/detail/elements"
DRAFTS: Final = "$filter=type -eq 'subProcess' AND state -eq 'inProcess'&$resources=displayNames&$pageSize=1"


def secret(page: Page) -> str:
    return page.get_by_role("dialog").locator("[data-secret]").inner_text()


def curl(site: Site, token: str, path: str) -> dict[str, Any]:
    """What another system gets, in a process of its own."""
    command = ["curl", "--silent", "--fail", "-H", f"symbio-auth-token: {token}", site.service.api + path]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(output)
    return found


@by_hand("mouse")
def test_a_token_is_made_shown_once_and_used_with_curl(site: Site, hand: Hand) -> None:
    name = f"Nightly report by {type(hand).__name__}"
    with site.visit(Role.ADMINISTRATOR, "administration") as visit:
        page = visit.page
        hand.use(page.get_by_role("main").get_by_role("link", name="Tokens").first)
        hand.use(page.get_by_role("button", name="New token"))
        hand.write(page.get_by_role("textbox", name="Name"), name)
        hand.use(page.get_by_role("button", name="Create"))
        expect(page.get_by_text("This is shown once")).to_be_visible()
        token = secret(page)
        hand.use(page.get_by_role("button", name="Copy"))
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == token
        visit.check_accessible()
        hand.use(page.get_by_role("button", name="Done"))
        expect(page.get_by_role("row", name=re.compile(name))).to_be_visible()
        assert token not in page.content()

    found = curl(site, token, "rest/me")
    assert (found["name"], found["role"]) == (name, "viewer")
    assert curl(site, token, "rest/facets/processes/views/list/elements?$pageSize=1")["count"] == 1


@pytest.mark.long
def test_a_token_is_made_rotated_and_revoked_by_keyboard_alone(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/tokens") as visit:
        page = visit.page
        press(page, "button", "New token")
        expect(page.get_by_role("textbox", name="Name")).to_be_focused()
        page.keyboard.type("By keys")
        page.keyboard.press("Enter")
        first = secret(page)
        press(page, "button", "Done")
        press(page, "button", "Rotate By keys")
        press(page, "button", "Rotate", exact=True)
        page.get_by_role("dialog", name="The new secret of “By keys”").wait_for()
        second = secret(page)
        press(page, "button", "Done")
        assert curl(site, second, "rest/me")["name"] == "By keys"
        press(page, "button", "Revoke By keys")
        press(page, "button", "Revoke", exact=True)
        row = page.get_by_role("row", name=re.compile("By keys"))
        expect(row).to_contain_text("ended or revoked")

    for token in (first, second):
        with pytest.raises(subprocess.CalledProcessError):
            curl(site, token, "rest/me")


def press(page: Page, role: Any, name: str, *, exact: bool = False) -> None:
    """Go to something by Tab, from where one is, and press it."""
    reach(page.get_by_role(role, name=name, exact=exact).first)
    page.keyboard.press("Enter")


def found_user(site: Site, login: str) -> dict[str, Any]:
    with site.client() as client:
        body = client.get(USERS, params={"$filter": f"accountName -eq '{login}'"}).json()["elements"]
    (user,) = body
    found: dict[str, Any] = user
    return found


def test_a_user_is_shut_out_and_let_in_again_by_keyboard_alone(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/users?q=kowalski") as visit:
        page = visit.page
        press(page, "button", "Deactivate Marek Kowalski")
        press(page, "button", "Deactivate", exact=True)
        # Exactly: else the button "Deactivate" is taken for it, before anything was done.
        expect(page.get_by_role("button", name="Activate Marek Kowalski", exact=True)).to_be_visible()
        assert found_user(site, "kowalski")["attributes"]["roleInactive"]["127"] is True
        assert status_of_sign_in(site, "kowalski") == 401
        press(page, "button", "Activate Marek Kowalski", exact=True)
        expect(page.get_by_role("button", name="Deactivate Marek Kowalski")).to_be_visible()

    assert status_of_sign_in(site, "kowalski") == 200


def status_of_sign_in(site: Site, login: str) -> int:
    with site.client() as client:
        client.headers.pop("symbio-auth-token")
        return client.post("rest/session", json={"name": login, "password": PASSWORD}).status_code


@pytest.mark.parametrize("by", [pytest.param("mouse", marks=pytest.mark.long), "keys"])
def test_what_was_deleted_comes_back_out_of_the_trash(site: Site, by: str) -> None:
    with site.client() as client:
        parent = client.get("rest/facets/processes/views/tree/elements").json()["elements"][0]["id"]
        body = {"type": "subCategory", "parent": parent, "attributes": {"name": {"1033": f"Lost by {by}"}}}
        lost = client.post(PROCESSES, json={"elements": [body]}).json()["elements"][0]["id"]
        assert client.delete(f"{PROCESSES}/{lost}").is_success
        assert client.get(f"{PROCESSES}/{lost}").status_code == 404

    with site.visit(Role.ADMINISTRATOR, "administration/trash") as visit:
        if by == "mouse":
            visit.page.get_by_role("button", name=f"Restore Lost by {by}").click()
        else:
            press(visit.page, "button", f"Restore Lost by {by}")
        expect(visit.page.get_by_role("heading", name=f"Lost by {by}")).to_be_visible()

    with site.client() as client:
        assert client.get(f"{PROCESSES}/{lost}").is_success


def test_permissions_are_set_explained_and_taken_away(site: Site) -> None:
    with site.client() as client:
        process = client.get(f"{PROCESSES}?{DRAFTS}").json()["elements"][0]["id"]
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{process}?tab=permissions&culture=1033") as visit:
        page = visit.page
        page.get_by_role("button", name="Set permissions").click()
        for name, kind in (("Quality managers", "Full access"), ("Katharina Brandt", "Full access")):
            pick(visit, "Add a group, person or token", name)
            page.get_by_role("combobox", name=f"Permission sets of {name}").click()
            page.get_by_role("option", name=kind).last.click()
            page.keyboard.press("Escape")
        excludes = page.get_by_role("checkbox", name="All others get nothing")
        meaning = page.get_by_role("alert", name="What this means")
        expect(excludes).not_to_be_checked()
        expect(meaning).to_contain_text("Administrators: keep the present permissions.")
        excludes.check()
        expect(meaning).to_contain_text("Administrators: do not see it any more, unless they are named here")
        expect(meaning).to_contain_text("You: get what is chosen above.")
        visit.check_accessible()
        page.get_by_role("button", name="Save permissions").click()
        expect(page.get_by_text("Set on this element")).to_be_visible()
        pick(visit, "Who", "Friederike Lang")
        expect(page.get_by_text("Does not see it at all.")).to_be_visible()
        visit.check_accessible()
        assert len(granted(site, process)) == 2
        page.get_by_role("button", name="Take away").click()
        page.get_by_role("dialog").get_by_role("button", name="Take away").click()
        expect(page.get_by_text("Nothing is set here")).to_be_visible()

    assert granted(site, process) == []


def pick(visit: Visit, label: str, name: str) -> None:
    field = visit.page.get_by_role("combobox", name=label, exact=True)
    field.fill(name)
    visit.page.get_by_role("option", name=name).first.click()


def granted(site: Site, process: str) -> list[Any]:
    with site.visit(Role.ADMINISTRATOR) as visit:
        body = visit.page.request.get(f"{site.home}_api/{PROCESSES}/{process}/permissions").json()
    found: list[Any] = body["values"][0]["grants"]
    return found


@pytest.mark.long
def test_the_audit_is_narrowed_and_walked_through(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/audit") as visit:
        page = visit.page
        table = page.get_by_role("table", name="Audit")
        expect(table).to_be_visible()
        page.get_by_role("button", name="Older").click()
        expect(page).to_have_url(re.compile("page=2"))
        page.get_by_role("combobox", name="What", exact=True).click()
        page.get_by_role("option", name="Sign-in link made").click()
        expect(page).to_have_url(re.compile(r"kind=link\.made(?!.*page=)"))
        expect(table.get_by_role("row").nth(1)).to_contain_text("Sign-in link made")
        rows = table.get_by_role("row").count() - 1

    with site.client() as client:
        assert client.get("rest/audit?kind=link.made").json()["count"] == rows


def test_others_than_administrators_are_shown_that_it_is_not_for_them(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "administration/users") as visit:
        page = visit.page
        expect(page.get_by_role("heading", name="This is for administrators")).to_be_visible()
        expect(page.get_by_role("navigation").get_by_role("link", name="Administration")).to_have_count(0)
        visit.check_accessible()
