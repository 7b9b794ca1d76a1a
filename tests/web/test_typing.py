"""Random runs that type, save, slow down, cut and restore the connection, and reload: not one character is lost.

With the full counts (FACETSTORE_LONG=1) there are 200 of them. A run that loses something names its number, which is its seed.
"""

import random
import re
from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import CDPSession, Page, expect

from facetstore.domain.callers import Role
from tests.support.proof import record, sampled
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
RUNS: Final = sampled(200, 4)
STEPS: Final = 9
LETTERS: Final = "abcdefghijklmnopqrstuvwxyzäöüß0123456789"
LATENCIES: Final = (0, 40, 150)
NAME: Final = "Name (German)"
TEXT: Final = "Description (German)"


@dataclass
class Run:
    """One user at one element, and all that this user has typed."""

    visit: Visit
    network: CDPSession
    chance: random.Random
    typed: dict[str, str]
    steps: list[str] = field(default_factory=list)
    is_cut: bool = False

    @property
    def page(self) -> Page:
        return self.visit.page

    def type_name(self) -> None:
        self._type(NAME)

    def type_text(self) -> None:
        opened = self.page.get_by_role("textbox", name=TEXT)
        if opened.count() == 0 and self.is_cut:
            return  # the editor is loaded when it is first needed
        if opened.count() == 0:
            self.page.get_by_role("button", name=f"Edit: {TEXT}").click()
        self._type(TEXT)

    def _type(self, label: str) -> None:
        letters = "".join(self.chance.choices(LETTERS, k=self.chance.randint(1, 12)))
        self.page.get_by_role("textbox", name=label).press("Control+End")
        self.page.keyboard.type(letters)
        self.typed[label] += letters

    def save(self) -> None:
        # Not by a click that waits until it can be done: who types does not wait either.
        self.page.get_by_role("button", name="Save", exact=True).evaluate("button => button.click()")

    def cut(self) -> None:
        self._connect(offline=True)

    def restore(self) -> None:
        self._connect(offline=False)

    def _connect(self, *, offline: bool, latency: int | None = None) -> None:
        self.is_cut = offline
        slow = self.chance.choice(LATENCIES) if latency is None else latency
        conditions = {"offline": offline, "latency": slow, "downloadThroughput": -1, "uploadThroughput": -1}
        self.network.send("Network.emulateNetworkConditions", conditions)

    def reload(self) -> None:
        self._connect(offline=False, latency=0)
        self.page.reload(wait_until="commit")
        self._expect_typed()

    def _expect_typed(self) -> None:
        expect(self.page.get_by_label(NAME)).to_have_value(self.typed[NAME])
        if self.typed[TEXT]:
            expect(self.page.get_by_text(self.typed[TEXT], exact=True)).to_be_visible()

    def finish(self) -> None:
        """The connection is back, and everything is saved."""
        self._connect(offline=False, latency=0)
        save = self.page.get_by_role("button", name="Save", exact=True)
        for _ in range(STEPS):
            expect(save).not_to_have_attribute("data-loading", "true")
            if self.page.get_by_text("No changes").count() > 0:
                break
            self.save()
        expect(self.page.get_by_text("No changes")).to_be_visible()
        self._expect_typed()


STEP_NAMES: Final = ("type_name", "type_name", "type_text", "type_text", "save", "save", "cut", "restore", "reload")


@pytest.mark.timeout(2 * 3600)
def test_random_runs_lose_no_character(site: Site) -> None:
    typed = 0
    with site.visit(Role.ARCHITECT, keep=False) as visit:
        network = visit.page.context.new_cdp_session(visit.page)
        network.send("Network.enable")
        for number in range(RUNS):
            run = Run(visit, network, random.Random(number), {NAME: "Rad", TEXT: ""})
            process = _new(site)
            visit.page.evaluate(
                "to => history.pushState({}, '', to)", f"{site.home}elements/processes/{process}?culture=1031"
            )
            expect(visit.page.get_by_label(NAME)).to_have_value("Rad")
            try:
                for name in run.chance.choices(STEP_NAMES, k=STEPS):
                    run.steps.append(name)
                    getattr(run, name)()
                run.finish()
            except AssertionError as lost:
                raise AssertionError(f"run {number}: {run.steps}, typed {run.typed}") from lost
            assert _stored(site, process) == run.typed, f"run {number}: {run.steps}"
            typed += sum(map(len, run.typed.values())) - len("Rad")
            visit.troubles.clear()  # of requests that were cut
    record("Random runs of typing, saving, reloading and cut connections", RUNS, "no character lost", characters=typed)


def _new(site: Site) -> str:
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": {"name": {"1031": "Rad"}}}]})
    return str(made.json()["elements"][0]["id"])


def _stored(site: Site, process: str) -> dict[str, str]:
    with site.client() as client:
        values = client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]
    text = re.sub(r"<[^>]*>", "", values.get("description", {}).get("1031", ""))
    return {NAME: values["name"]["1031"], TEXT: text}
