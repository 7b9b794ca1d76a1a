"""Templates of manuals in the administration: downloaded, refused with what is wrong, stored for a language, and reset."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import FilePayload, expect

from facetstore.domain.callers import Role
from tests.rest.interchange import word_files as files
from tests.web.browser import Site

TEMPLATE: Final = "rest/manual-template?format=docx"


@pytest.fixture(autouse=True)
def _as_before(site: Site) -> Iterator[None]:
    yield
    with site.client() as client:
        assert client.delete(f"{TEMPLATE}&culture=1031").status_code == 200


def own(site: Site) -> list[dict[str, Any]]:
    with site.client() as client:
        found: list[dict[str, Any]] = client.get(TEMPLATE).json()["own"]
    return found


def word(data: bytes) -> FilePayload:
    return FilePayload(name="ours.docx", mimeType="", buffer=data)


def test_a_word_template_is_downloaded_refused_stored_and_reset(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/manuals?culture=1033", expected=(400,)) as visit:
        page = visit.page
        row = page.get_by_role("row", name="Word German")
        expect(row).to_contain_text("As all languages")
        with page.expect_download() as taken:
            row.get_by_role("button", name="Download: Word, German").click()
        assert taken.value.suggested_filename == "manual.1031.docx"

        upload = row.locator("input[type=file]")
        upload.set_input_files(word(files.in_body(files.own_file(), "<w:altChunk/>")))
        expect(page.get_by_role("alert")).to_contain_text("<altChunk> is not taken")
        assert own(site) == []
        visit.check_accessible()

        upload.set_input_files(word(files.own_file()))
        expect(row).to_contain_text("Own")
        expect(page.get_by_role("alert").filter(has_text="altChunk")).to_have_count(0)
        assert own(site) == [{"format": "docx", "culture": 1031}]
        row.get_by_role("button", name="Reset: Word, German").click()
        expect(row).to_contain_text("As all languages")
        assert own(site) == []
