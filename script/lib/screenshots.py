"""Photographs the main pages of the demo tenant: `python -m script.lib.screenshots [NAME …]`. A page more is a line in SHOTS."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal

import apsw
from playwright.sync_api import Page, Request, sync_playwright

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from script.lib.pictures import BROWSERS, FOLDER, ROOT, service

TENANT: Final = "demo/showcase"
SIZE: Final = (1360, 850)
QUIET: Final = 8
EXAMPLES: Final = ROOT / "docs" / "examples"
ELEMENTS: Final = "_api/rest/facets/processes/views/detail/elements"


@dataclass(frozen=True)
class Shot:
    """A page as a user sees it. `{process}` in its path stands for the id of the process, `{before}` and `{now}` for its
    first and its last version; buttons are pressed one by one."""

    path: str
    login: str = "sommerfeld"
    scheme: Literal["light", "dark"] = "light"
    process: str = "Process a dealer order"
    press: tuple[str, ...] = ()
    height: int = SIZE[1]
    draft: bool = False
    """Whether a new version of the process is made first."""
    upload: Path | None = None
    """A file that is chosen after the buttons; `then` is pressed behind it."""
    then: tuple[str, ...] = ()
    days: int = 0
    """How many days ago the demo tenant was made, as it seems; `{past}` is the day in the middle."""


SHOTS: Final = {
    # First: what it sends on waits among the tasks of the other pictures.
    "release": Shot(
        "elements/processes/{process}?tab=release",
        process="Onboard an employee",
        press=("Send to quality check", "Send to quality check"),
    ),
    "home": Shot("", login="osterkamp", height=1150),
    "tree": Shot("facets/processes/tree?selected={process}"),
    "list": Shot("facets/processes/list?filter=Contains(name,'order')", press=("Filter by conditions",)),
    "element": Shot("elements/processes/{process}?beside=1031", process="Receive and inspect goods"),
    "diagram": Shot(
        "elements/processes/{process}?tab=diagram",
        process="Receive and inspect goods",
        press=("Task: Inspect goods by plan.",),
        height=1180,
    ),
    "workspace": Shot(
        "elements/processes/{process}?tab=diagram",
        process="Make frames",
        press=("Task: Weld the frame.",),
        draft=True,
        height=960,
    ),
    "drawing": Shot(
        "elements/processes/{process}?tab=diagram",
        process="Make frames",
        press=("Task: Weld the frame.", "Add something else after “Weld the frame”"),
        draft=True,
        height=1040,
    ),
    "reading": Shot(
        "elements/processes/{process}?tab=diagram&mine=true", login="kowalski", process="Investigate an accident"
    ),
    "walk": Shot(
        "elements/processes/{process}?tab=diagram&show=walk",
        login="kowalski",
        process="Investigate an accident",
        press=("Give first aid, secure the place", "Report the accident", "Clarify events and cause", "Notifiable?"),
        height=640,
    ),
    "responsibilities": Shot(
        "elements/processes/{process}?tab=diagram&show=responsibilities",
        login="kowalski",
        process="Investigate an accident",
        height=640,
    ),
    "import": Shot("imports?facet=processes", upload=EXAMPLES / "maintenance.csv", height=1000),
    "import-bpmn": Shot(
        "elements/processes/{process}?tab=diagram",
        process="Assemble the bike",
        press=("As a file", "Import BPMN …"),
        draft=True,
        upload=EXAMPLES / "spare-part.bpmn",
        height=960,
    ),
    "compare": Shot(
        "elements/processes/{process}?tab=versions&from={before}&to={now}",
        process="Receive and inspect goods",
        height=1180,
    ),
    "reporting": Shot("reporting", height=1180),
    "administration": Shot("administration", login="brandt"),
    "home-dark": Shot("", scheme="dark"),
    # Last: its history is older than that of the others.
    "time": Shot("facets/processes/tree?selected={process}&asOf={past}", days=90),
}


def main(names: list[str]) -> None:
    unknown = [each for each in names if each not in SHOTS]
    if unknown:
        sys.exit(f"There is no page {', '.join(unknown)} to photograph: there are {', '.join(SHOTS)}.")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("There is no Chromium on PATH.")
    with service() as (base, data), sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-dev-shm-usage"])
        for name in names or SHOTS:
            shot = SHOTS[name]
            context = opened.new_context(
                viewport={"width": SIZE[0], "height": shot.height},
                locale="en-GB",
                color_scheme=shot.scheme,
                reduced_motion="reduce",
            )
            photograph(context.new_page(), base, data, shot, FOLDER / f"page-{name}.png")
            context.close()
        opened.close()


@dataclass
class Rest:
    """Knows whether a page still asks for something. Its own word for being idle comes once, and early on a busy machine."""

    page: Page
    asking: set[Request] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.on("request", self._asked)
        self.page.on("requestfinished", lambda request: self.asking.discard(request))
        self.page.on("requestfailed", lambda request: self.asking.discard(request))

    def _asked(self, request: Request) -> None:
        # The stream of news ends with the page.
        if request.resource_type != "eventsource":
            self.asking.add(request)

    def wait(self) -> None:
        """Until nothing is loading, looked at several times in a row."""
        quiet = 0
        while quiet < QUIET:
            self.page.wait_for_timeout(150)
            loads = (
                self.asking or self.page.locator("[aria-busy=true]").count() > 0 or self.page.locator("h1").count() == 0
            )
            quiet = 0 if loads else quiet + 1


def photograph(page: Page, base: str, data: Path, shot: Shot, target: Path) -> None:
    rest = Rest(page)
    page.goto(sign_in_link(base, data, shot.login))
    page.get_by_role("navigation").first.wait_for()
    # The tour begins here, and is not shown again once that is stored.
    rest.wait()
    if shot.days > 0:
        make_older(data, shot.days)
    past = (datetime.now(UTC).date() - timedelta(days=shot.days // 2)).isoformat()
    path = shot.path.format(past=past, **ids(page, base, shot.process)) if "{" in shot.path else shot.path
    if shot.draft:
        make_draft(page, base, ids(page, base, shot.process)["process"])
    page.goto(f"{base}/{TENANT}/{path}{'&' if '?' in path else '?'}culture=1033")
    rest.wait()
    press(page, rest, shot.press)
    if shot.upload is not None:
        page.locator("input[type=file]").last.set_input_files(shot.upload)
        rest.wait()
        press(page, rest, shot.then)
    # A pointer left on what was pressed would show its hint.
    page.mouse.move(0, 0)
    rest.wait()
    # Hide the notice of the last action.
    page.screenshot(path=target, style=".mantine-Notifications-root { display: none !important }")
    print(f"Wrote {target.relative_to(ROOT)}.", file=sys.stderr)


def press(page: Page, rest: Rest, names: Sequence[str]) -> None:
    for name in names:
        # What was opened last lies on top.
        either = page.get_by_role("button", name=name).or_(page.get_by_role("menuitem", name=name))
        either.last.click()
        rest.wait()


def make_draft(page: Page, base: str, process: str) -> None:
    """A new version, unless there is one."""
    page.request.post(f"{base}/{TENANT}/_api/release/{process}/createversion", headers={"Origin": base})


def make_older(data: Path, days: int) -> None:
    """As if the demo tenant had been made some days ago."""
    settings = Settings(data=data)

    async def change() -> None:
        async with opened_storage(settings):  # it knows how the file is read
            file = apsw.Connection(str(data / "facetstore.db"), vfs="cksmvfs")
            file.execute("UPDATE history SET at = at - ?", (days * 86_400_000_000,))
            file.close()

    # In a thread of its own: where there is a browser, nothing else can run an event loop.
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, change()).result()


def ids(page: Page, base: str, name: str) -> dict[str, str]:
    """What the words in paths stand for, of the process of a name."""
    elements = f"{base}/{TENANT}/{ELEMENTS}"
    found = json.loads(page.request.get(elements, params={"$filter": f"name -eq '{name}'"}).body())["elements"][0]["id"]
    versions = json.loads(page.request.get(f"{elements}/{found}/versions").body())["elements"]
    return {"process": found, "before": versions[0]["versionId"], "now": versions[-1]["versionId"]}


def sign_in_link(base: str, data: Path, login: str) -> str:
    command = [sys.executable, "-m", "facetstore.cli.main", "user", "link", TENANT, login, "--data", str(data)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return f"{base}/{TENANT}/#{printed.strip().partition('#')[2]}"


if __name__ == "__main__":
    main(sys.argv[1:])
