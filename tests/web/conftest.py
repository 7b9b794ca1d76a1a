"""The service with the demo company in it, and a browser."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.demo import ADDRESS, PEOPLE
from facetstore.bootstrap.settings import Settings
from facetstore.rest.web_page import BUILT
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.people.users import access_account
from tests.support.demo_service import demo_service
from tests.support.passwords import quick_passwords
from tests.web.browser import PASSWORD, PATIENCE_MS, Site, find_chromium, launch


# For no longer than a file: while it is there, nothing else in this thread can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
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
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A fresh demo company for the stories of a file, with a person of each role who can sign in."""
    folder = tmp_path_factory.mktemp("site")
    with demo_service(folder) as service:
        with ThreadPoolExecutor(1) as beside:
            beside.submit(asyncio.run, _let_in(folder)).result()
        yield Site(service, browser, folder)


async def _let_in(folder: Path) -> None:
    """Give everybody of the demo who can sign in a password: in one go, what the command does for one."""
    async with opened_storage(Settings(data=folder)) as storage:
        tenant = await storage.tenant(ADDRESS)
        assert tenant is not None, "the service made it"
        for login in PEOPLE.values():
            account = await access_account(storage, tenant, login)
            await SignIn(storage, quick_passwords()).set_password(tenant, account, PASSWORD)
