"""A real browser on a running service: people of every role, and an eye on everything that goes wrong in their pages."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import httpx
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Playwright, Request, Response, StorageState, expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.support.demo_service import PASSWORD, TENANT, DemoService, run_command
from tests.support.proof import LONG

Scheme = Literal["light", "dark"]
Look = tuple[str | None, str, Scheme, tuple[int, int]]
"""Whose window it is, its language, its colours and its size."""
WIDE: Final = (1440, 900)
PHONE: Final = (360, 740)
PATIENCE_MS: Final = 120_000
_EXECUTABLES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Root has no sandbox to put a browser into, and containers have little shared memory.
ARGUMENTS: Final = ("--no-sandbox", "--disable-dev-shm-usage")
# Stories end before optimized scripts pay off: to compile them takes a sixth of the browser's processor time. Full counts measure the
# page as users have it.
UNOPTIMIZED: Final = () if LONG else ("--js-flags=--no-turbofan,--no-maglev",)
_KINDS: Final = ("violations", "incomplete")
_RUN_AXE: Final = """([kinds, contrast]) =>
    axe.run({ resultTypes: kinds, rules: { "color-contrast": { enabled: contrast } } })"""
_LOOKS_AT_REST: Final = 400
_DONE_WITH_THAT: Final = """async () => {
    const drawing = () => document.querySelector('.react-flow__viewport')?.style.transform;
    const before = drawing();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))));
    const { location, resolvedLocation } = self.__TSR_ROUTER__?.state ?? {};
    const arrived = !resolvedLocation || resolvedLocation.href === location.href;  // nobody is anywhere before signing in
    return arrived && document.querySelector('[aria-busy=true]') === null && drawing() === before;
}"""
_OF_REFUSALS: Final = re.compile(r"^Failed to load resource: the server responded with a status of (\d+)")


def find_chromium() -> str | None:
    return next((found for name in _EXECUTABLES if (found := shutil.which(name))), None)


def launch(playwright: Playwright, executable: str) -> Browser:
    expect.set_options(timeout=PATIENCE_MS)
    return playwright.chromium.launch(executable_path=executable, args=[*ARGUMENTS, *UNOPTIMIZED])


@dataclass
class Site:
    """The demo company, its page, and its interface beside it."""

    service: DemoService
    browser: Browser
    folder: Path
    checked: set[str] = field(default_factory=set)
    """What was found to be accessible."""
    sessions: dict[str, StorageState] = field(default_factory=dict)
    """By login: to check a password takes as long as a guess should."""
    windows: dict[Look, Page] = field(default_factory=dict)
    """Windows that were left: to open a page in another one takes twice as long."""

    @property
    def home(self) -> str:
        return f"{self.service.base}/{TENANT}/"

    def client(self, role: str = "administrator") -> httpx.Client:
        return self.service.client(role)

    def link(self, login: str) -> str:
        """The part of a sign-in link behind the address of the page."""
        return "#" + run_command("user", "link", TENANT, login, "--data", self.folder).partition("#")[2]

    @contextmanager
    def visit(
        self,
        role: Role | None,
        path: str = "",
        *,
        language: str = "en",
        scheme: Scheme = "light",
        size: tuple[int, int] = WIDE,
        expected: tuple[int, ...] = (),
        keep: bool = True,
    ) -> Iterator["Visit"]:
        """A window of one's own, opened at a path of the page by the person of a role; None: without signing in.

        Whatever the page reports or fails to load fails the test at the end, but for the statuses that are `expected`. A person
        finds the window again that was left before, empty; what is done to the window itself, only who does not `keep` it may do.
        """
        login = PEOPLE[role] if role is not None else None
        look = (login, language, scheme, size)
        page = self.windows.pop(look, None) if keep else None
        visit = Visit(self, page or self._open_window(*look), expected)
        left = False
        try:
            if login is not None:
                visit.enter(login)
            visit.go(path)
            yield visit
            visit.settle()
            assert visit.troubles == [], "\n".join(visit.troubles)
            left = keep and login is not None and look not in self.windows
        finally:
            if left:
                self.windows[look] = visit.leave()
            else:
                visit.page.context.close()

    def _open_window(self, login: str | None, language: str, scheme: Scheme, size: tuple[int, int]) -> Page:
        context = self.browser.new_context(
            storage_state=self.sessions.get(login) if login is not None else None,
            viewport={"width": size[0], "height": size[1]},
            locale=f"{language}-{language.upper()}",
            color_scheme=scheme,
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE_MS)
        return context.new_page()


@dataclass
class Visit:
    """A page in a browser, and what went wrong in it."""

    site: Site
    page: Page
    expected: tuple[int, ...] = ()
    troubles: list[str] = field(default_factory=list)
    _begun: int = 0
    _under_way: set[Request] = field(default_factory=set)

    def __post_init__(self) -> None:
        for event, hear in self._heard.items():
            self.page.on(event, hear)

    @cached_property
    def _heard(self) -> dict[Any, Callable[[Any], None]]:
        return {
            "console": lambda message: self._noticed(message.type, message.text),
            "pageerror": lambda error: self.troubles.append(f"error: {error}"),
            "dialog": lambda dialog: self.troubles.append(f"dialog: {dialog.message}"),
            "request": self._asked,
            "requestfinished": self._finished,
            "requestfailed": self._failed,
            "response": self._answered,
            # The browser does not say how the requests of a closed page end.
            "close": lambda _: self._under_way.clear(),
        }

    def leave(self) -> Page:
        """The window, with nothing in it."""
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)
        for other in self.page.context.pages:
            if other != self.page:
                other.close()
        self.page.evaluate("() => localStorage.clear()")
        self.page.goto("about:blank")
        return self.page

    def enter(self, login: str) -> None:
        """Sign in without the form, which has tests of its own. A session from before is used, unless it was ended."""
        address = f"{self.site.home}_api/rest/session"
        if login in self.site.sessions and self.page.request.get(address).ok:
            return
        own = {"origin": self.site.service.base}
        answer = self.page.request.post(address, data={"name": login, "password": PASSWORD}, headers=own)
        assert answer.ok, answer.text()
        self.site.sessions[login] = self.page.context.storage_state()

    def go(self, path: str) -> None:
        self.page.goto(self.site.home + path)
        self.settle()

    def follow(self, path: str) -> None:
        """Go on as a link in the page leads: what is there stays, and nothing is loaded that is known already."""
        self.page.evaluate("address => history.pushState({}, '', address)", self.site.home + path)
        self.settle()

    def settle(self) -> None:
        """Wait until the page is where it was led, has done what was asked of it, and asks for nothing more.

        The `networkidle` of the browser says when a page that was opened is there. Once it was idle, that is true for ever.
        """
        self.page.wait_for_load_state("networkidle")
        for _ in range(_LOOKS_AT_REST):
            begun = self._begun
            arrived = self.page.evaluate(_DONE_WITH_THAT)
            if arrived and begun == self._begun and not self._under_way:
                return
        raise AssertionError(f"The page never comes to rest: {[each.url for each in self._under_way]}")

    def check_accessible_once(self, what: str) -> None:
        """The same of what stories go through again and again: the first time."""
        if what not in self.site.checked:
            self.check_accessible()
            self.site.checked.add(what)

    def check_accessible(self, *, contrast: bool = LONG) -> None:
        """No rule is broken, and with `contrast` no text is unreadable. Contrast of 1:1 is filed under what axe cannot decide.

        To look at the contrast of every text takes three quarters of the time. Every day it is looked at once on every page.
        """
        self.page.locator("h1").first.wait_for()  # every page has one, once it is there
        self.page.wait_for_timeout(150)  # what appears must have appeared before it is looked at
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found: dict[str, Any] = self.page.evaluate(_RUN_AXE, [_KINDS, contrast])
        broken = [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]
        unreadable = [
            f"{each['id']}: {node['target']}"
            for each in found["incomplete"]
            for node in each["nodes"]
            for check in node["any"]
            if (check.get("data") or {}).get("messageKey") == "equalRatio"
        ]
        assert broken + unreadable == [], "\n".join(broken + unreadable)

    def _noticed(self, kind: str, text: str) -> None:
        refused = _OF_REFUSALS.match(text)
        if refused is not None and int(refused[1]) in self.expected:
            return
        if kind in ("error", "warning"):
            self.troubles.append(f"{kind}: {text}")

    def _asked(self, request: Request) -> None:
        if request.resource_type == "eventsource":
            return  # it stays open as long as the page
        self._begun += 1
        self._under_way.add(request)

    def _finished(self, request: Request) -> None:
        self._under_way.discard(request)

    def _failed(self, request: Request) -> None:
        self._under_way.discard(request)
        # The page cancels what it no longer wants, because the user typed on or went elsewhere.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.troubles.append(f"{response.status}: {response.request.method} {response.url}")
