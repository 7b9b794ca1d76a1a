"""A site that `facetstore site` has written, opened from its folder: it is searched, walked through, and read on a phone."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from tests.support.demo_service import TENANT, run_command

_FACETS = "processes,roles,it,risks,knowledge"


@pytest.fixture(scope="module")
def folder(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("portal")
    shutil.copytree(demo_data, place / "data")
    run_command("site", TENANT, str(place / "portal"), "--facets", _FACETS, "--data", place / "data")
    return place / "portal"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window that fails on everything that goes wrong in it."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    yield page
    page.close()
    assert wrong == []


def accessible(page: Page) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'], preload: false })")
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]]


def test_a_process_is_found_and_its_diagram_leads_on(page: Page, folder: Path) -> None:
    page.goto((folder / "index.html").as_uri())
    page.wait_for_url("**/1033/index.html")
    assert accessible(page) == []

    page.get_by_role("searchbox").fill("Réceive and insp")
    expect(page.locator("#count")).to_contain_text("Found:")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Receive and inspect goods")
    assert accessible(page) == []

    page.locator("svg a").first.click()
    expect(page.locator(".step:target")).to_be_visible()
    page.get_by_role("link", name="Warehouse clerk").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Warehouse clerk")
    page.get_by_role("link", name="de-DE").click()
    expect(page.locator("html")).to_have_attribute("lang", "de-DE")
    page.get_by_role("link", name="Rollen").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rollen")
    assert accessible(page) == []
    page.get_by_role("link", name="Prozesse").first.click()
    assert accessible(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
