"""What is stored about a person: each user saves the own data, and an administrator erases a person who has left."""

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.web.browser import Site

LOGIN: Final = PEOPLE[Role.VIEWER]


def saved(page: Page, name: str) -> dict[str, Any]:
    """The document that a button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    found: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    return found


def test_a_person_saves_the_own_data_and_is_erased_by_an_administrator(site: Site) -> None:
    with site.visit(Role.VIEWER, "tasks?culture=1033") as visit:
        visit.page.get_by_role("button", name="Your account").click()
        own = saved(visit.page, "My data")
    assert own["account"] == [{"login": LOGIN, "hasPassword": own["account"][0]["hasPassword"]}]
    name = own["profile"]["name"]

    with site.visit(Role.ADMINISTRATOR, f"administration/users?culture=1033&q={LOGIN}") as visit:
        page = visit.page
        assert saved(page, f"Export the data of {name}")["id"] == own["id"]
        page.get_by_role("button", name=f"Erase {name}").click()
        form = page.get_by_role("dialog", name=f"Erase {name}")
        erase = form.get_by_role("button", name="Erase for ever")
        confirm = form.get_by_label(f"Type {LOGIN} to confirm")
        expect(confirm).to_be_focused()
        expect(erase).to_be_disabled()
        confirm.fill("somebody else")
        expect(erase).to_be_disabled()
        visit.check_accessible(contrast=True)
        confirm.fill(LOGIN)
        erase.click()
        expect(page.get_by_text("Erased: this user is called Person")).to_be_visible()
        expect(form).to_be_hidden()
        visit.go("administration/users?culture=1033&q=Person")
        expect(page.get_by_role("row").filter(has_text="Inactive")).to_contain_text("Person")
        visit.go("administration/audit?culture=1033&kind=person.erased")
        expect(page.get_by_role("main")).to_contain_text("Person erased")
        assert LOGIN not in page.get_by_role("main").inner_text()
    with site.client() as client:
        assert LOGIN not in client.get(f"rest/users/{own['id']}/data").text
        assert name not in client.get("rest/search", params={"q": name}).text
