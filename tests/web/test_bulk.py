"""Many at once and one to another place: bulk move, release and delete with what failed; moving by menu and keys; templates."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit
from tests.web.hands import Keyboard
from tests.web.test_copying import below, create, open_menu, use_item, walk_to

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
LIST: Final = "facets/processes/list?culture=1033&order=name asc&filter=Contains(name,'Bulk')"
KEYS: Final = Keyboard()


def named(type_: str, name: str, parent: str, **attributes: Any) -> dict[str, Any]:
    names = {"1033": name, "1031": name}
    return {"type": type_, "parent": parent, "attributes": {"name": names, **attributes}}


@pytest.fixture
def ids(site: Site) -> Iterator[dict[str, str]]:
    """Two main processes of our own; below the first, three processes, of which the last lacks what a release needs."""
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
        tops = create(client, [named("mainProcess", each, category) for each in ("Bulk anvil", "Gantry")])
        texts = {"description": {"1033": "What for", "1031": "Wozu"}, "reasonForRevision": {"127": "It was time"}}
        parts = ("Bulk one", "Bulk two", "Bulk zero")
        bodies = [named("subProcess", each, tops[0]["id"], **(texts if "zero" not in each else {})) for each in parts]
        found = {each["attributes"]["name"]["1033"]: each["id"] for each in (*tops, *create(client, bodies))}
    yield found
    with site.client() as client:
        for each in found.values():
            client.delete(f"{DETAIL}/{each}?force=true")


def choose_rows(visit: Visit, *names: str) -> None:
    for each in names:
        visit.page.get_by_role("checkbox", name=f"Choose {each}").check()


def pick(field: Locator, name: str) -> None:
    """One element by typing its name and taking it with the keys."""
    KEYS.choose(field, name, field.page.get_by_role("option", name=name, exact=True))


@pytest.mark.long
def test_many_are_moved_together(site: Site, ids: dict[str, str]) -> None:
    with site.visit(Role.ARCHITECT, LIST) as visit:
        choose_rows(visit, "Bulk one", "Bulk two")
        KEYS.use(visit.page.get_by_role("button", name="Move to …"))
        dialog = visit.page.get_by_role("dialog", name="Move 2 elements")
        pick(dialog.get_by_role("combobox", name="Below"), "Gantry")
        visit.check_accessible()
        KEYS.use(dialog.get_by_role("button", name="Move 2 elements"))
        expect(visit.page.get_by_text("2 of 2 done.")).to_be_visible()
        expect(dialog).to_have_count(0)

    assert [name for name, _ in below(site, ids["Gantry"])] == ["Bulk one", "Bulk two"]


@pytest.mark.long
def test_what_fails_says_why_and_is_tried_again(site: Site, ids: dict[str, str]) -> None:
    with site.visit(Role.ARCHITECT, LIST, expected=(409,)) as visit:
        visit.page.get_by_role("checkbox", name="Choose all").check()
        visit.page.get_by_role("button", name="Delete …").click()
        dialog = visit.page.get_by_role("dialog", name="Delete 4 elements?")
        dialog.get_by_role("button", name="Delete 4 elements").click()

        # The first of the list could not go while the others stood below it.
        expect(dialog.get_by_text("3 of 4 done. 1 failed.")).to_be_visible()
        failed = dialog.get_by_role("list", name="What failed, and why").get_by_role("listitem")
        expect(failed).to_have_count(1)
        expect(failed).to_contain_text("Bulk anvil")
        visit.check_accessible()
        dialog.get_by_role("button", name="Try 1 again").click()
        expect(visit.page.get_by_text("4 of 4 done.")).to_be_visible()

    with site.client() as client:
        assert client.get(f"{DETAIL}/{ids['Bulk anvil']}").status_code == 404


def test_what_breaks_in_the_middle_loses_nothing_and_does_nothing_twice(site: Site, ids: dict[str, str]) -> None:
    with site.visit(Role.ARCHITECT, LIST, expected=(500,), keep=False) as visit:
        page, sent = visit.page, list[str]()

        def answer(route: Any) -> None:
            sent.append(route.request.headers["idempotency-key"])
            if len(sent) == 2:
                route.fetch()  # it is done, and the answer is lost
                route.fulfill(status=500, body="{}")
            else:
                route.continue_()

        page.route("**/rest/facets/processes/views/tree/elements/*/move", answer)
        choose_rows(visit, "Bulk one", "Bulk two", "Bulk zero")
        page.get_by_role("button", name="Move to …").click()
        dialog = page.get_by_role("dialog", name="Move 3 elements")
        pick(dialog.get_by_role("combobox", name="Below"), "Gantry")
        dialog.get_by_role("button", name="Move 3 elements").click()
        expect(dialog.get_by_text("1 of 3 done. 1 failed.")).to_be_visible()
        assert len(sent) == 2, "the third one waits"
        page.unroute("**/rest/facets/processes/views/tree/elements/*/move")
        with page.expect_request("**/move") as again:
            dialog.get_by_role("button", name="Try the other 2 again").click()
        assert again.value.headers["idempotency-key"] == sent[1]
        expect(page.get_by_text("3 of 3 done.")).to_be_visible()

    assert len(below(site, ids["Gantry"])) == 3


@pytest.mark.long
def test_what_another_user_has_changed_is_left_alone(site: Site, ids: dict[str, str]) -> None:
    with site.visit(Role.ARCHITECT, LIST) as visit:
        choose_rows(visit, "Bulk one", "Bulk two")
        with site.client() as client:
            renamed = {"id": ids["Bulk two"], "attributes": {"name": {"1033": "Bulk treasure"}}}
            client.post(DETAIL, json={"elements": [renamed]}).raise_for_status()
        visit.page.get_by_role("button", name="Delete …").click()
        dialog = visit.page.get_by_role("dialog", name="Delete 2 elements?")
        dialog.get_by_role("button", name="Delete 2 elements").click()
        expect(dialog.get_by_text("1 of 2 done. 1 failed.")).to_be_visible()
        expect(dialog.get_by_role("listitem")).to_contain_text("Another user was faster.")

    with site.client() as client:
        assert [client.get(f"{DETAIL}/{ids[each]}").status_code for each in ("Bulk one", "Bulk two")] == [404, 200]


@pytest.mark.long
def test_many_are_released_together(site: Site, ids: dict[str, str]) -> None:
    with site.visit(Role.ARCHITECT, LIST, expected=(409,)) as visit:
        choose_rows(visit, "Bulk one", "Bulk two", "Bulk zero")
        visit.page.get_by_role("button", name="Release …").click()
        dialog = visit.page.get_by_role("dialog", name="Take 3 elements on")
        dialog.locator("input[value=InProcessToReleased]").check()
        dialog.get_by_role("checkbox", name="Take it although there are warnings").check()
        visit.check_accessible()
        dialog.get_by_role("button", name="Take this step").click()
        expect(dialog.get_by_text("2 of 3 done. 1 failed.")).to_be_visible()
        expect(dialog.get_by_role("listitem")).to_contain_text("Bulk zero")
        dialog.get_by_role("button", name="Close").last.click()
        expect(visit.page.get_by_role("checkbox", name="Choose Bulk zero")).to_be_checked()
        expect(visit.page.get_by_role("checkbox", name="Choose Bulk one")).not_to_be_checked()

    with site.client() as client:
        states = [
            client.get(f"{DETAIL}/{ids[each]}").json()["elements"][0]["state"] for each in ("Bulk one", "Bulk zero")
        ]
    assert states == ["released", "inProcess"]


@pytest.mark.long
def test_one_is_moved_by_menu_and_by_keys(site: Site, ids: dict[str, str]) -> None:
    with site.visit(Role.ARCHITECT, f"facets/processes/tree?culture=1033&selected={ids['Bulk one']}") as visit:
        page = visit.page
        open_menu(visit, "Bulk one", KEYS)
        use_item(page.get_by_role("menuitem", name="Move to …"), KEYS)
        dialog = page.get_by_role("dialog", name="Move “Bulk one” to …")
        pick(dialog.get_by_role("combobox", name="Below"), "Gantry")
        visit.check_accessible()
        KEYS.use(dialog.get_by_role("button", name="Move", exact=True))
        expect(page.get_by_text("Moved “Bulk one”.")).to_be_visible()
        visit.settle()
        walk_to(visit, "Bulk two")
        page.keyboard.press("Control+x")
        expect(page.get_by_text("Cut “Bulk two”.")).to_be_visible()
        walk_to(visit, "Gantry")
        page.keyboard.press("Control+v")
        expect(page.get_by_text("Moved “Bulk two”.")).to_be_visible()

    assert [name for name, _ in below(site, ids["Gantry"])] == ["Bulk one", "Bulk two"]


def test_a_template_is_where_others_begin(site: Site, ids: dict[str, str]) -> None:
    with site.client() as client:
        task = {"element": {"type": "task", "attributes": {"name": {"1033": "Tap"}}}, "shapeInfo": {"index": 0}}
        path = f"rest/facets/processes/views/diagram/elements/{ids['Bulk one']}/content"
        client.post(path, json={"values": [task]}).raise_for_status()
    with site.visit(Role.ARCHITECT, f"elements/processes/{ids['Bulk one']}?culture=1033") as visit:
        visit.page.get_by_role("button", name="More actions").click()
        visit.page.get_by_role("menuitem", name="Use as template").click()
        visit.settle()
        visit.page.get_by_role("button", name="More actions").click()
        expect(visit.page.get_by_role("menuitem", name="No longer a template")).to_be_visible()

    with site.visit(Role.EDITOR, "facets/processes/list?culture=1033") as visit:
        page = visit.page
        KEYS.use(page.get_by_role("button", name="New", exact=True))
        use_item(page.get_by_role("menuitem", name="Bulk one"), KEYS)
        dialog = page.get_by_role("dialog", name="New from “Bulk one”")
        dialog.get_by_role("textbox").fill("Bulk five")
        visit.check_accessible()
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Bulk five")

    assert ("Bulk five", 1) in below(site, ids["Bulk anvil"])
    with site.client() as client:
        made = client.get(DETAIL, params={"$filter": "name -eq 'Bulk five'"}).json()["elements"][0]["id"]
        client.delete(f"{DETAIL}/{made}?force=true").raise_for_status()
