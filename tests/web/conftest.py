"""The service with the demo company in it, and a browser."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from facetstore.rest.web_page import BUILT
from tests.support.demo_service import demo_service
from tests.web.browser import PATIENCE_MS, Site, find_chromium, launch


# For no longer than the stories of the page: while it is there, nothing else in this thread can run an event loop.
@pytest.fixture(scope="package")
def running_browser() -> Iterator[Browser]:
    """The browser of all stories that a worker runs one after the other: to start one takes as long as a short story."""
    executable = find_chromium()
    if executable is None or not (BUILT / "index.html").is_file():
        # A build that skips what it cannot run proves nothing about it.
        missing = (
            "There is no Chromium on PATH." if executable is None else "The page is not built: run hatch_build.py."
        )
        if os.environ.get("CI"):
            raise RuntimeError(missing)
        pytest.skip(missing)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = launch(playwright, executable)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser(running_browser: Browser) -> Iterator[Browser]:
    """The browser without a window: the stories of a file find nothing of those before them, and leave nothing."""
    yield running_browser
    for context in running_browser.contexts:
        context.close()


@pytest.fixture(scope="module")
def site(demo_data: Path, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A fresh demo company for the stories of a file, with a person of each role who can sign in."""
    folder = tmp_path_factory.mktemp("site")
    with demo_service(demo_data, folder) as service:
        yield Site(service, browser, folder)
