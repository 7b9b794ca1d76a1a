"""What lies around an element: what refers to it, what happened to it, and the audit, all by names and not by keys and ids."""

from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site
from tests.web.looks import looks

DETAIL: Final = "rest/facets/processes/views/detail/elements"
WORDS: Final = {
    "en": {
        "diagrams": "In diagrams", "processes": "Processes", "created": "Created", "changed": "Changed", "state": "State",
        "from": "In process", "to": "In review", "purpose": "Purpose", "author": "Author", "set": "Permissions set",
    },
    "de": {
        "diagrams": "In Diagrammen", "processes": "Prozesse", "created": "Angelegt", "changed": "Geändert", "state": "Status",
        "from": "In Bearbeitung", "to": "In Review", "purpose": "Zweck", "author": "Autor", "set": "Berechtigungen gesetzt",
    },
}  # fmt: skip


@looks(("de", "dark"))
def test_what_refers_to_an_element_stands_under_the_names_of_contexts(
    site: Site, language: str, scheme: Scheme
) -> None:
    words = WORDS[language]
    with site.client() as client:
        query = {"$filter": "name -eq 'Absatz und Produktion abstimmen'", "$culture": "1031"}
        process = client.get(DETAIL, params=query).json()["elements"][0]["id"]
        body = client.get(f"{DETAIL}/{process}/usages").json()["values"]
    assert {"content", "processes"} <= body.keys()

    path = f"elements/processes/{process}?tab=usages"
    with site.visit(Role.VIEWER, path, language=language, scheme=scheme) as visit:
        main = visit.page.get_by_role("main")
        for key, name in (("content", words["diagrams"]), ("processes", words["processes"])):
            expect(main.get_by_role("heading", name=name, exact=True)).to_be_visible()
            expect(main.get_by_text(key, exact=True)).to_have_count(0)
        visit.check_accessible()


@pytest.mark.long
@looks(("en", "light"))
def test_what_happened_is_described_in_words(site: Site, language: str, scheme: Scheme) -> None:
    words = WORDS[language]
    body = {"type": "subProcess", "attributes": {"name": {"1031": "Rad prüfen", "1033": "Check the bike"}}}
    with site.client() as client:
        process = client.post(DETAIL, json={"elements": [body]}).json()["elements"][0]["id"]
        changed = {"id": process, "attributes": {"purp": {"1031": "Sicherheit"}}}
        client.post(DETAIL, json={"elements": [changed]}).raise_for_status()
        client.post(f"rest/release/{process}/transitions/InProcessToInReview").raise_for_status()

    path = f"elements/processes/{process}?tab=history"
    with site.visit(Role.ADMINISTRATOR, path, language=language, scheme=scheme) as visit:
        rows = visit.page.get_by_role("main").locator("li").filter(has=visit.page.locator(".fs-count"))
        expect(rows).to_have_count(3)
        moved, changed_row, created = rows.all()
        for text in (words["state"], words["from"], words["to"]):
            expect(moved).to_contain_text(text)
        expect(changed_row).to_contain_text(words["changed"])
        expect(changed_row).to_contain_text(words["purpose"])
        expect(created).to_contain_text(words["created"])
        expect(created).to_contain_text("test administrator")  # the token that did it, by its name
        visit.check_accessible()

    with site.client() as client:
        kinds = [each["kind"] for each in client.get(f"{DETAIL}/{process}/history").json()["values"]]
    assert kinds == ["release.InProcessToInReview", "element.changed", "element.created"]


@pytest.mark.long
@looks(("de", "light"))
def test_the_audit_names_the_element_whose_permissions_were_set(site: Site, language: str, scheme: Scheme) -> None:
    with site.client() as client:
        found = client.get(DETAIL, params={"$filter": "name -eq 'Budget planen'", "$culture": "1031"}).json()
        process = found["elements"][0]["id"]
        body = {"grants": [], "inherits": True, "excludes": False}
        client.post(f"{DETAIL}/{process}/permissions", json=body).raise_for_status()

    path = f"administration/audit?kind=permission.set&subject={process}&culture=1031"
    with site.visit(Role.ADMINISTRATOR, path, language=language, scheme=scheme) as visit:
        row = visit.page.get_by_role("row").nth(1)
        expect(row).to_contain_text(WORDS[language]["set"])
        expect(row.get_by_role("link", name="Budget planen")).to_be_visible()
        visit.check_accessible()

    with site.client() as client:
        answer = client.get("rest/audit", params={"kind": "permission.set", "subject": process}).json()["values"]
    assert answer[0]["detail"]["type"] == "subProcess"
