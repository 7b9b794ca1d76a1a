"""Files of elements in the page: added by button, by dropping and by pasting, looked at, deleted, and shown in texts."""

import base64
import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from facetstore.domain.callers import Role
from tests.rest.files.cabinet import PNG
from tests.web.browser import PHONE, Scheme, Site
from tests.web.hands import Hand, by_hand
from tests.web.looks import every_day, looks

DETAIL: Final = "rest/facets/processes/views/detail/elements"
PICTURE: Final[FilePayload] = {"name": "board.png", "mimeType": "image/png", "buffer": PNG}
NOTE: Final[FilePayload] = {"name": "note <b>.txt", "mimeType": "text/plain", "buffer": b"Pack the heavy ones first."}
# What a drop or a paste of files looks like to a page.
HAND_OVER: Final = """(target, [kind, name, type, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(content), each => each.charCodeAt(0))], name, { type }));
    const { x, y } = target.getBoundingClientRect();
    const shared = { bubbles: true, cancelable: true, clientX: x + 8, clientY: y + 8 };
    if (kind === "paste") target.dispatchEvent(new ClipboardEvent("paste", { ...shared, clipboardData: data }));
    else for (const each of ["dragenter", "dragover", "drop"]) {
        target.dispatchEvent(new DragEvent(each, { ...shared, dataTransfer: data }));
    }
}"""


@pytest.fixture
def process(site: Site) -> str:
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Pack the goods"}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def files(site: Site, process: str) -> list[dict[str, Any]]:
    with site.client() as client:
        found: list[dict[str, Any]] = client.get(f"{DETAIL}/{process}/files").json()["values"]
    return found


def description(site: Site, process: str) -> str:
    with site.client() as client:
        found = client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]
    return str(found.get("description", {}).get("1033", ""))


def add(site: Site, process: str, name: str = "board.png", content: bytes = PNG) -> str:
    with site.client() as client:
        added = client.post(f"{DETAIL}/{process}/files", params={"name": name}, content=content)
    assert added.status_code == 200, added.text
    return str(added.json()["values"][0]["id"])


def hand_over(target: Locator, kind: str, name: str = "board.png", type_: str = "image/png") -> None:
    target.evaluate(HAND_OVER, [kind, name, type_, base64.b64encode(PNG).decode()])


def is_drawn(picture: Locator) -> bool:
    return bool(picture.evaluate("async each => { await each.decode(); return each.naturalWidth > 0; }"))


@by_hand("keyboard")
def test_files_are_uploaded_downloaded_and_deleted(site: Site, process: str, hand: Hand, tmp_path: Path) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        hand.use(page.get_by_role("link", name="Files (0)"))
        with page.expect_file_chooser() as chooser:
            hand.use(page.get_by_role("button", name="Upload files"))
        chooser.value.set_files([PICTURE, NOTE])
        expect(page.get_by_text("Added 2 files.")).to_be_visible()
        expect(page.get_by_role("link", name="Files (2)")).to_be_visible()
        assert is_drawn(page.get_by_role("img", name="Open board.png"))
        visit.check_accessible_once("files")

        with page.expect_download() as download:
            hand.use(page.get_by_role("link", name="note <b>.txt"))
        download.value.save_as(tmp_path / "note")
        assert (tmp_path / "note").read_bytes() == NOTE["buffer"]

        hand.use(page.get_by_role("button", name="Delete note <b>.txt"))
        dialog = page.get_by_role("dialog", name="Delete “note <b>.txt”?")
        assert len(files(site, process)) == 2, "it asks first"
        hand.use(dialog.get_by_role("button", name="Delete", exact=True))
        expect(page.get_by_role("link", name="Files (1)")).to_be_visible()
    assert [each["name"] for each in files(site, process)] == ["board.png"]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["drop", "paste"])
def test_files_come_by_dropping_and_pasting(site: Site, process: str, kind: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        target = page.get_by_role("heading", level=1) if kind == "drop" else page.locator("body")
        hand_over(target, kind, "image.png" if kind == "paste" else "board.png")
        expect(page.get_by_text("Added 1 file.")).to_be_visible()
        expect(page.get_by_role("link", name="Files (1)")).to_have_attribute("aria-current", "page")
    (found,) = files(site, process)
    assert re.fullmatch(r"board.png|\d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png", found["name"])


@pytest.mark.long
def test_an_upload_shows_how_far_it_is_and_can_be_cancelled(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033&tab=files", keep=False) as visit:
        page = visit.page
        slow = page.context.new_cdp_session(page)
        slow.send("Network.enable")
        limits = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 400_000}
        slow.send("Network.emulateNetworkConditions", limits)
        large: FilePayload = {"name": "large.bin", "mimeType": "application/octet-stream", "buffer": bytes(9_000_000)}
        page.get_by_label("Choose files to upload").set_input_files([large, PICTURE])
        bar = page.get_by_role("progressbar", name="How far large.bin is")
        expect(bar).to_be_visible()
        expect(page.get_by_text("waits")).to_be_visible()
        expect(bar).to_have_attribute("aria-valuenow", re.compile("[1-9]"))
        visit.check_accessible()
        page.get_by_role("button", name="Cancel the upload of large.bin").click()
        slow.send("Network.emulateNetworkConditions", {**limits, "uploadThroughput": -1})
        expect(page.get_by_text("Added 1 file.")).to_be_visible()
        expect(page.get_by_role("list", name="Uploads")).to_have_count(0)
    assert [each["name"] for each in files(site, process)] == ["board.png"]


def test_errors_are_explained_and_an_upload_can_be_tried_again(site: Site, process: str) -> None:
    path = f"elements/processes/{process}?culture=1033&tab=files"
    with site.visit(Role.ARCHITECT, path, expected=(413,), keep=False) as visit:
        page = visit.page
        field = page.get_by_label("Choose files to upload")
        too_large: FilePayload = {
            "name": "large.bin",
            "mimeType": "application/octet-stream",
            "buffer": bytes(11 << 20),
        }
        field.set_input_files([too_large])
        expect(page.get_by_role("list", name="Uploads").get_by_role("alert")).to_contain_text("The file is too large")
        visit.check_accessible()
        page.get_by_role("button", name="Remove large.bin from the list").click()

        page.route("**/files?name=*", lambda route: _lose(page, route))
        field.set_input_files([PICTURE])
        expect(page.get_by_role("link", name="Files (1)")).to_be_visible()  # sent again when the service answers
        visit.troubles.clear()  # the upload that was lost
    assert len(files(site, process)) == 1


def _lose(page: Page, route: Route) -> None:
    """The file arrives, the answer does not."""
    route.fetch()
    route.abort()
    page.unroute("**/files?name=*")


@pytest.mark.long
def test_what_was_released_only_shows_its_files(site: Site) -> None:
    found = "$filter=type -eq 'subProcess' AND state -eq 'inEffect'&$pageSize=1"
    with site.client() as client:
        released = client.get(f"rest/facets/processes/views/list/elements?{found}").json()["elements"][0]
    path = f"elements/processes/{released['versionId']}?culture=1033&tab=files"
    with site.visit(Role.ARCHITECT, path) as visit:
        page = visit.page
        expect(page.get_by_text("There are no files")).to_be_visible()
        expect(page.get_by_role("button", name="Upload files")).to_have_count(0)
        hand_over(page.get_by_role("heading", level=1), "drop")
        expect(page.get_by_text("No files can be added here")).to_be_visible()
    assert files(site, released["versionId"]) == []


@every_day("kind", "drop", of=["drop", "paste"])
def test_a_picture_goes_into_a_text(site: Site, process: str, kind: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        page.get_by_label("Name (English)").fill("Pack them")
        page.get_by_role("button", name="Edit: Description (English)").click()
        text = page.get_by_role("textbox", name="Description (English)")
        text.fill("As on the board:")
        hand_over(text.locator("p"), kind)
        picture = text.get_by_role("img", name="board.png")
        assert is_drawn(picture)
        visit.check_accessible()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        visit.follow(f"elements/processes/{process}?culture=1031")
        visit.go(f"elements/processes/{process}?culture=1033")
        assert is_drawn(page.get_by_role("img", name="board.png"))

    (file,) = files(site, process)
    assert f'/elements/{process}/files/{file["id"]}"' in description(site, process)


@pytest.mark.long
def test_a_picture_stays_in_the_version_that_was_released(site: Site, process: str) -> None:
    """Its text names the element; what is shown is the file of the version that is looked at."""
    file = add(site, process)
    source = f"/demo/showcase/_api/rest/facets/processes/views/detail/elements/{process}/files/{file}"
    html = f'<p>See <img src="{source}" alt="board" /></p>'
    with site.client() as client:
        body = {"elements": [{"id": process, "attributes": {"description": {"1033": html}}}]}
        client.post(DETAIL, json=body).raise_for_status()
        version = client.get(f"{DETAIL}/{process}").json()["elements"][0]["versionId"]
    with site.visit(Role.ARCHITECT, f"elements/processes/{version}?culture=1033") as visit:
        picture = visit.page.get_by_role("img", name="board", exact=True)
        assert is_drawn(picture)
        assert f"/elements/{version}/files/{file}" in str(picture.get_attribute("src"))


@pytest.mark.long
@looks(("de", "dark"))
def test_files_are_readable(site: Site, process: str, language: str, scheme: Scheme) -> None:
    add(site, process)
    add(site, process, "n" * 240 + ".txt", b"long")
    with site.visit(Role.ARCHITECT, language=language, scheme=scheme) as visit:
        visit.follow(f"elements/processes/{process}?tab=files")
        expect(visit.page.get_by_role("img", name="board.png")).to_be_visible()
        visit.check_accessible(contrast=True)


@pytest.mark.long
def test_files_fit_on_a_phone(site: Site, process: str) -> None:
    add(site, process)
    add(site, process, "n" * 240 + ".txt", b"long")
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=files", size=PHONE) as visit:
        expect(visit.page.get_by_role("img", name="Open board.png")).to_be_visible()
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        visit.check_accessible()
