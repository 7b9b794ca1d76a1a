"""What changed between two days: counts, a list of elements that open to their differences, and release notes."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.readable import check_readable

DETAIL: Final = "rest/facets/processes/views/detail/elements"


def prepare(site: Site) -> str:
    """A category with a process below it that was released today, in two versions."""
    with site.client() as client:

        def post(path: str, body: Any = None) -> Any:
            answer = client.post(path, json=body) if body is not None else client.post(path)
            assert answer.status_code == 200, answer.text
            return answer.json()

        house = client.get("rest/facets/processes/views/tree/elements").json()["elements"][0]["id"]
        names = {"name": {"1033": "Zebra crossing"}}
        given = {"type": "subCategory", "parent": house, "attributes": names}
        root = str(post(DETAIL, {"elements": [given]})["elements"][0]["id"])
        about = {"1031": "Links schauen und gehen.", "1033": "Look left and walk."}
        texts = {"name": {"1031": "Gehen", "1033": "Walk"}, "description": about}
        below = {"type": "subProcess", "parent": root, "attributes": texts}
        id_ = post(DETAIL, {"elements": [below]})["elements"][0]["id"]
        reason = {"reasonForRevision": {"127": "Safer"}}
        post(DETAIL, {"elements": [{"id": id_, "attributes": reason}]})
        post(f"rest/release/{id_}/transitions/InProcessToReleased?ignoreWarnings=true")
    return root


def test_today_is_the_day_of_the_storage_and_not_of_the_browser(site: Site) -> None:
    root = prepare(site)
    with site.client() as client:
        today = client.get("rest/period").json()["now"][:10]
    with site.visit(Role.EDITOR, f"/elements/processes/{root}?culture=1033&tab=history") as visit:
        visit.page.clock.set_system_time(datetime.now(UTC) - timedelta(days=2))
        visit.page.get_by_role("link", name="What changed here and below").click()
        expect(visit.page.get_by_label("Until the end of")).to_have_value(today)
        expect(visit.page.get_by_role("status").filter(has_text="2 added")).to_be_visible()


def test_the_difference_of_a_subtree_is_counted_listed_and_opened(site: Site) -> None:
    root = prepare(site)
    with site.visit(Role.EDITOR, f"/elements/processes/{root}?culture=1033&tab=history") as visit:
        page = visit.page
        page.get_by_role("link", name="What changed here and below").click()
        expect(page.get_by_role("heading", level=1, name="What changed")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="2 added")).to_be_visible()
        listed = page.get_by_role("list", name="Elements that changed")
        expect(listed.get_by_text("Zebra crossing")).to_be_visible()
        listed.get_by_text("Walk", exact=True).click()
        expect(listed.locator("ins").filter(has_text="Look left and walk.")).to_be_visible()
        check_readable(visit)
        visit.check_accessible(contrast=True)

        page.get_by_text("Releases", exact=True).click()
        expect(page.get_by_role("status").filter(has_text="1 added")).to_be_visible()
        listed.get_by_text("Walk", exact=True).click()
        expect(listed.get_by_text("Safer")).to_be_visible()
        with page.expect_download() as downloading:
            page.get_by_role("link", name="Release notes as Markdown").click()
        assert "### Walk" in downloading.value.path().read_text("utf-8")

        # From today on nothing changed; a day is chosen by its field.
        page.get_by_text("All changes", exact=True).click()
        page.get_by_label("From the end of").fill(page.get_by_label("Until the end of").input_value())
        expect(page.get_by_text("Nothing changed")).to_be_visible()
