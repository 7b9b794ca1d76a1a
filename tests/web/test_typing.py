"""Letters typed while the editor of a text loads, and random runs that type, save, slow down, cut and restore the connection, and
reload: not one character is lost.

With the full counts (FACETSTORE_LONG=1) there are 200 of them. A run that loses something names its number, which is its seed:
FACETSTORE_TYPING=37 does that one again, FACETSTORE_TYPING=200-299 does others.
"""

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import CDPSession, Error, Page, Route, expect

from facetstore.domain.callers import Role
from tests.support.proof import record, sampled
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
CHOSEN: Final = [int(each) for each in os.environ.get("FACETSTORE_TYPING", "").split("-") if each]
RUNS: Final = range(CHOSEN[0], CHOSEN[-1] + 1) if CHOSEN else range(sampled(200, 2))
STEPS: Final = 9
LETTERS: Final = "abcdefghijklmnopqrstuvwxyzäöüß0123456789"
LATENCIES: Final = (0, 40, 150)
NAME: Final = "Name (German)"
TEXT: Final = "Description (German)"

# Whether the text is as typed, wherever it is: read, in the editor, or behind it in the plain field that is there before.
SHOWN: Final = """(typed) => {
  const field = document.querySelector("[data-field='attributes/description/1031']");
  const texts = [...(field?.querySelectorAll("p:not([role=alert] *), textarea") ?? [])];
  return texts.map((each) => each.value ?? each.textContent).join("") === typed;
}"""


@dataclass
class Run:
    """One user at one element, and all that this user has typed."""

    visit: Visit
    network: CDPSession
    chance: random.Random
    typed: dict[str, str]
    steps: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        return self.visit.page

    def type_name(self) -> None:
        self._type(NAME)

    def type_text(self) -> None:
        opened = self.page.get_by_role("textbox", name=TEXT)
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
        slow = self.chance.choice(LATENCIES) if latency is None else latency
        conditions = {"offline": offline, "latency": slow, "downloadThroughput": -1, "uploadThroughput": -1}
        self.network.send("Network.emulateNetworkConditions", conditions)

    def reload(self) -> None:
        self._connect(offline=False)
        self.page.reload(wait_until="commit")
        self._expect_typed()

    def _expect_typed(self) -> None:
        expect(self.page.get_by_label(NAME)).to_have_value(self.typed[NAME])
        if self.typed[TEXT]:
            self.page.wait_for_function(SHOWN, arg=self.typed[TEXT])

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


# Once the editor could be shown: its part is there, and the page had time to show it.
LOADED: Final = """async (address) => {
  await import(address);
  for (let frame = 0; frame < 5; frame += 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return document.activeElement.tagName;
}"""
IN_EDITOR: Final = "() => document.activeElement.isContentEditable"
BEFORE: Final = "<ul><li><p>Punkt</p></li></ul><p>Ein <strong>guter</strong> Anfang</p>"
MOST_LETTERS: Final = 3000


@pytest.fixture
def held(site: Site) -> Iterator[tuple[Visit, list[Route]]]:
    """A window in which the editor of texts does not load before it is let through."""
    with site.visit(Role.ARCHITECT, keep=False) as visit:
        waiting: list[Route] = []
        visit.page.route("**/HtmlField-*.js", lambda route: waiting.append(route))
        yield visit, waiting


def begin(site: Site, visit: Visit, waiting: list[Route], process: str) -> str:
    """Begins to edit a text whose editor is on its way, and says where that comes from."""
    page = visit.page
    page.goto(f"{site.home}elements/processes/{process}?culture=1031", wait_until="commit")
    page.get_by_role("button", name=f"Edit: {TEXT}").click()
    while not waiting:
        page.wait_for_timeout(20)
    assert page.evaluate("() => document.activeElement.tagName") == "TEXTAREA"
    return waiting[-1].request.url


@pytest.mark.parametrize("before", ["", BEFORE], ids=["an empty text", "a formatted text"])
def test_letters_typed_while_the_editor_loads_are_in_the_text(
    site: Site, held: tuple[Visit, list[Route]], before: str
) -> None:
    (visit, waiting), process = held, _new(site, before)
    page, chance, typed = visit.page, random.Random(before), ""
    begin(site, visit, waiting, process)
    page.keyboard.type("<&>")
    page.keyboard.press("ArrowLeft")  # in front of the last one: the editor goes on there
    for _ in range(MOST_LETTERS):
        page.keyboard.type(letter := chance.choice(LETTERS))
        typed += letter
        if len(typed) == 12:
            page.keyboard.press("Enter")
        if len(typed) == 20:
            waiting[0].continue_()
        if len(typed) > 20 and page.evaluate(IN_EDITOR):
            break
    page.keyboard.type("Ende")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("No changes")).to_be_visible()

    first, second = typed[:12], typed[12:]
    text = f"&lt;&amp;{first}</p><p>{second}Ende&gt;</p>"
    whole = f"<p>{text}" if before == "" else before.removesuffix("</p>") + text
    assert _description(site, process) == whole


def test_a_letter_that_is_composed_is_whole_before_the_editor_takes_over(
    site: Site, held: tuple[Visit, list[Route]]
) -> None:
    (visit, waiting), process = held, _new(site)
    page = visit.page
    address = begin(site, visit, waiting, process)
    keyboard = page.context.new_cdp_session(page)
    page.keyboard.type("a")
    keyboard.send("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})
    waiting[0].continue_()
    assert page.evaluate(LOADED, address) == "TEXTAREA"
    keyboard.send("Input.insertText", {"text": "日本"})
    page.wait_for_function(IN_EDITOR)
    page.keyboard.type("z")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("No changes")).to_be_visible()

    assert _description(site, process) == "<p>a日本z</p>"


def test_a_field_that_was_left_while_the_editor_loads_does_not_take_the_focus_back(
    site: Site, held: tuple[Visit, list[Route]]
) -> None:
    (visit, waiting), process = held, _new(site, BEFORE)
    page = visit.page
    begin(site, visit, waiting, process)
    page.keyboard.type("!")
    visit.check_accessible()
    page.get_by_label(NAME).press("End")
    waiting[0].continue_()
    expect(page.locator(f"[contenteditable][aria-label='{TEXT}']")).to_contain_text("Ein guter Anfang!")
    page.keyboard.type("eln")
    expect(page.get_by_label(NAME)).to_have_value("Radeln")
    page.get_by_role("button", name="Discard", exact=True).click()
    expect(page.locator(f"[contenteditable][aria-label='{TEXT}']")).not_to_contain_text("!")
    expect(page.get_by_text("No changes")).to_be_visible()


STEP_NAMES: Final = ("type_name", "type_name", "type_text", "type_text", "save", "save", "cut", "restore", "reload")


@pytest.mark.timeout(2 * 3600)
def test_random_runs_lose_no_character(site: Site) -> None:
    typed = 0
    with site.visit(Role.ARCHITECT, keep=False) as visit:
        network = visit.page.context.new_cdp_session(visit.page)
        network.send("Network.enable")
        for number in RUNS:
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
            except (AssertionError, Error) as lost:
                raise AssertionError(f"run {number}: {run.steps}, typed {run.typed}") from lost
            assert _stored(site, process) == run.typed, f"run {number}: {run.steps}"
            typed += sum(map(len, run.typed.values())) - len("Rad")
            visit.troubles.clear()  # of requests that were cut
    record(
        "Random runs of typing, saving, reloading and cut connections", len(RUNS), "no character lost", characters=typed
    )


def _new(site: Site, description: str = "") -> str:
    attributes = {"name": {"1031": "Rad"}} | ({"description": {"1031": description}} if description else {})
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": attributes}]})
    return str(made.json()["elements"][0]["id"])


def _description(site: Site, process: str) -> str:
    with site.client() as client:
        values = client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]
    return re.sub(r"<\?xml[^>]*>|</?div>", "", str(values.get("description", {}).get("1031", "")))


def _stored(site: Site, process: str) -> dict[str, str]:
    with site.client() as client:
        values = client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]
    text = re.sub(r"<[^>]*>", "", values.get("description", {}).get("1031", ""))
    return {NAME: values["name"]["1031"], TEXT: text}
