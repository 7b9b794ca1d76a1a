"""One's own picture: set, changed and removed in the account menu, seen by others beside the name, without what a camera adds."""

from typing import Final

import httpx
from playwright.sync_api import Locator, Page, expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from facetstore.domain.pictures import check_picture
from tests.support.pictures import EXIF, png, png_part
from tests.web.browser import PHONE, Site, Visit
from tests.web.hands import Keyboard

PHOTO: Final = png(64, 48, png_part(b"eXIf", EXIF))
"""As a camera writes it: with the place."""


def open_form(page: Page, account: str = "Your account", title: str = "Your picture") -> Locator:
    page.get_by_role("button", name=account).click()
    page.get_by_role("button", name=title).click()
    return page.get_by_role("dialog", name=title)


def choose(form: Locator, content: bytes, name: str = "me.png") -> None:
    form.locator("input[type=file]").set_input_files({"name": name, "mimeType": "image/png", "buffer": content})


def stored(site: Site) -> dict[str, str]:
    with site.client() as client:
        return {each["id"]: each["sha256"] for each in client.get("rest/users/pictures").json()["values"]}


def picture_of(site: Site, user: str) -> httpx.Response:
    with site.client() as client:
        return client.get(f"rest/users/{user}/picture")


def expect_shown(picture: Locator) -> None:
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    expect(picture).not_to_have_js_property("naturalWidth", 0)


def own_face(visit: Visit) -> Locator:
    return visit.page.get_by_role("banner").get_by_role("button", name="Your account").locator("img")


def test_a_picture_is_set_seen_by_others_and_removed(site: Site) -> None:
    with site.visit(Role.EDITOR, "tasks?culture=1033") as visit:
        page, keys = visit.page, Keyboard()
        form = open_form(page)
        expect(form.locator("[data-autofocus]")).to_be_focused()
        choose(form, b"%PDF-1.7 not a picture")
        expect(form.get_by_role("alert")).to_contain_text("cannot be read")
        choose(form, PHOTO)
        expect(form.get_by_role("img", name="Your picture")).to_be_visible()
        expect(form.get_by_role("alert")).to_have_count(0)
        visit.check_accessible(contrast=True)
        keys.use(form.get_by_role("button", name="Save"))
        expect(page.get_by_text("Your picture is saved.")).to_be_visible()
        expect_shown(own_face(visit))
        ((user, digest),) = stored(site).items()
        content = picture_of(site, user).content
        assert check_picture(content) in ("image/webp", "image/png")
        assert b"Exif" not in content
        assert b"GPS" not in content

    with site.visit(Role.ADMINISTRATOR, f"administration/users?culture=1033&q={PEOPLE[Role.EDITOR]}") as visit:
        shown = visit.page.locator("main img.fs-face")
        expect(shown).to_have_count(1)
        expect(visit.page.get_by_role("row").filter(has=visit.page.locator("img.fs-face"))).to_contain_text(
            PEOPLE[Role.EDITOR]
        )
        expect_shown(shown)
        visit.check_accessible()

    with site.visit(Role.EDITOR, "tasks", language="de", scheme="dark", size=PHONE) as visit:
        form = open_form(visit.page, "Ihr Konto", "Ihr Bild")
        choose(form, png(40, 40, color=b"\xb3\x26\x1e"))
        visit.check_accessible(contrast=True)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        form.get_by_role("button", name="Speichern").click()
        expect(visit.page.get_by_text("Ihr Bild ist gespeichert.")).to_be_visible()
        assert stored(site)[user] != digest
        form = open_form(visit.page, "Ihr Konto", "Ihr Bild")
        form.get_by_role("button", name="Entfernen").click()
        expect(visit.page.get_by_text("Ihr Bild ist entfernt.")).to_be_visible()
        assert stored(site) == {}


def test_a_picture_that_is_refused_stays_in_the_form(site: Site) -> None:
    with site.visit(Role.VIEWER, "tasks?culture=1033", expected=(400,), keep=False) as visit:
        page = visit.page
        said = '{"message": "The picture is damaged.", "data": []}'
        page.route("**/rest/me/picture", lambda route: route.fulfill(status=400, body=said))
        form = open_form(page)
        choose(form, PHOTO)
        form.get_by_role("button", name="Save").click()
        expect(form.get_by_role("alert")).to_be_visible()
        expect(form.get_by_role("img", name="Your picture")).to_be_visible()
        page.unroute("**/rest/me/picture")
        form.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Your picture is saved.")).to_be_visible()
        expect_shown(own_face(visit))
