"""A process from nothing: typed at 300 letters a minute, without a dialog, by the keyboard alone; and drawn by mouse."""

import re
from itertools import pairwise
from time import perf_counter
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.support.proof import record
from tests.web.browser import Site, Visit
from tests.web.writing import address, field, new_process, save, saved, stored

LETTER_MS = 200
"""300 letters a minute."""
MOST_S = 180

KEYS = (
    "( Order for a frame", "Enter",
    "Plan the order @Assem", "Take", " #Taktwerk", "Take", "Enter",
    "Fetch the tubes @Assem", "Take", "Enter",
    "Cut the tubes @Weld", "Take", " <Painted", "Take", "Enter",
    "Weld the frame @Weld", "Take", "Enter",
    "Inspect it @Final", "Take", " #Qualis", "Take", "Enter",
    "Seams in order?", "Enter",
    "no", "Enter",
    "  Rework it @Weld", "Take", "Enter",
    "-> Weld the frame", "Enter", "Back",
    "yes", "Enter", "Back",
    "[[Assemble", "Take", "Enter",
    "Test ride @Final", "Take", "Enter",
    "Does it ride well?", "Enter",
    "well", "Enter",
    "badly", "Enter",
    "  Adjust it @Assem", "Take", "Enter", "Back", "Back",
    "Clean it @Assem", "Take", "Enter",
    "Pack it @Assem", "Take", "Enter",
    ") Frame is ready",
)  # fmt: skip
"""What is typed; Take takes the first name that fits, and Back takes the indentation back."""


@pytest.mark.long
def test_fifteen_steps_are_typed_within_three_minutes_by_keys_alone(site: Site) -> None:
    process = new_process(site, "A story of writing")
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page, pressed = visit.page, 0
        for _ in range(250):
            if field(visit).evaluate("area => area === document.activeElement"):
                break
            page.keyboard.press("Tab")
        began = perf_counter()
        for each in KEYS:
            if each == "Take":
                expect(page.get_by_role("option").first).to_be_visible()
            key = {"Take": "Enter", "Enter": "Enter", "Back": "Control+["}.get(each)
            if key is None:
                page.keyboard.type(each, delay=LETTER_MS)
            else:
                page.wait_for_timeout(LETTER_MS)
                page.keyboard.press(key)
            pressed += 1 if key else len(each)
        page.keyboard.press("Control+s")
        saved(visit)
        took = perf_counter() - began
        expect(page.get_by_role("dialog")).to_have_count(0)
        visit.check_accessible(contrast=True)
        lanes = page.locator(".react-flow__node-lane").count()
    written = stored(site, process)
    record(
        "A process typed at 300 letters a minute", pressed, "stored", seconds=round(took, 1), lines=written.count("\n")
    )
    assert pressed * LETTER_MS / 1000 <= MOST_S
    assert lanes >= 3, written
    assert_is_the_story(written)


def assert_is_the_story(written: str) -> None:
    """Fifteen steps, a way back, what they use, and a process that was there already."""
    for part in (
        "-> Weld the frame\n",
        " #Taktwerk MES",
        "[[Assemble",
        "Seams in order?\n",
        "Does it ride well?\n",
        " <",
    ):
        assert part in written, written
    assert len([each for each in written.splitlines() if "->" not in each]) >= 15


class Mouse:
    """Draws a process: what it is called is typed, all else is done by the mouse."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page, self.clicks = visit, visit.page, 0

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def shape(self, name: str) -> Locator:
        named = re.compile(rf"^[^:]*: {re.escape(name)}\.")
        return self.page.locator("button[data-shape]").and_(self.page.get_by_label(named))

    def choose(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name="Show everything"))
        self.click(self.shape(name))

    def add(self, behind: str, name: str, kind: str | None = None) -> None:
        self.choose(behind)
        if kind is None:
            self.click(self.page.get_by_role("button", name=f"Add a step after “{behind}”"))
        else:
            self.click(self.page.get_by_role("button", name=f"Add something else after “{behind}”"))
            self.click(self.page.get_by_role("menuitem", name=kind, exact=True))
        expect(self.page.locator("[data-renaming] textarea")).to_be_focused()
        self.page.keyboard.type(name, delay=LETTER_MS)
        self.page.keyboard.press("Enter")
        self.visit.settle()

    def connect(self, one: str, other: str) -> None:
        """Draw a connection from the end of a shape to another one."""
        self.choose(one)
        start = self.page.locator(".react-flow__handle.source").bounding_box()
        end = self.shape(other).bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2 + 9, end["y"] + end["height"] / 2 + 9, steps=5)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
        mouse.up()
        self.clicks += 1
        self.visit.settle()

    def write(self, line: str, text: str, begins: str) -> None:
        """Click behind a line of the script, write a mark with the beginning of a name, and click the name."""
        place = field(self.visit).evaluate(_END_OF_LINE, line)
        self.page.mouse.click(*place)
        self.clicks += 1
        self.page.keyboard.type(text, delay=LETTER_MS)
        self.click(self.page.get_by_role("option").filter(has_text=begins).first)


# The place behind a line of the script, where a click puts the cursor.
_END_OF_LINE: Final = """(area, line) => {
  const lines = area.value.split('\\n');
  const at = lines.findIndex((each) => each.trim().startsWith(line));
  const style = getComputedStyle(area);
  const box = area.getBoundingClientRect();
  const high = parseFloat(style.lineHeight);
  area.scrollTop = Math.max(0, (at - 3) * high);
  return [box.right - 30, box.top + parseFloat(style.paddingTop) + (at + 0.5) * high - area.scrollTop];
}"""


@pytest.mark.long
def test_the_same_is_drawn_by_mouse_without_a_dialog(site: Site) -> None:
    process = new_process(site, "A story of drawing")
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page, mouse = visit.page, Mouse(visit)
        began = perf_counter()
        mouse.click(field(visit))
        page.keyboard.type("( Order for a frame", delay=LETTER_MS)
        mouse.click(save(visit))
        saved(visit)
        for one, other in pairwise(
            ("Order for a frame", "Plan the order", "Fetch the tubes", "Cut the tubes", "Weld the frame", "Inspect it")
        ):
            mouse.add(one, other)
        mouse.add("Inspect it", "Seams in order?", "XOR gateway")
        mouse.add("Seams in order?", "no", "Condition")
        mouse.add("no", "Rework it")
        mouse.connect("Rework it", "Weld the frame")
        mouse.add("Seams in order?", "yes", "Condition")
        mouse.add("yes", "Test ride")
        mouse.add("Test ride", "Does it ride well?", "XOR gateway")
        mouse.add("Does it ride well?", "well", "Condition")
        mouse.add("Does it ride well?", "badly", "Condition")
        mouse.add("badly", "Adjust it")
        mouse.add("well", "Clean it")
        mouse.connect("Adjust it", "Clean it")
        mouse.add("Clean it", "Pack it")
        mouse.add("Pack it", "Frame is ready", "End event")
        for line, text, begins in MARKS:
            mouse.write(line, text, begins)
        mouse.click(save(visit))
        saved(visit)
        took = perf_counter() - began
        expect(page.get_by_role("dialog")).to_have_count(0)
        visit.check_accessible(contrast=True)
        visit.settle()
        lanes = page.locator(".react-flow__node-lane").count()
    written = stored(site, process)
    record("A process drawn by mouse", mouse.clicks, "stored", seconds=round(took, 1), lines=written.count("\n"))
    assert lanes >= 3, written
    assert_is_the_story(written)


MARKS: Final = (
    ("Plan the order", " @Assem", "Assembler"),
    ("Plan the order", " #Taktwerk", "Taktwerk"),
    ("Cut the tubes", " <Painted", "Painted"),
    ("Inspect it", "\n[[Assemble", "Assemble"),
    ("Fetch the tubes", " @Assem", "Assembler"),
    ("Cut the tubes", " @Weld", "Welder"),
    ("Weld the frame", " @Weld", "Welder"),
    ("Inspect it", " @Final", "Final"),
    ("Rework it", " @Weld", "Welder"),
    ("Test ride", " @Final", "Final"),
    ("Adjust it", " @Assem", "Assembler"),
    ("Clean it", " @Assem", "Assembler"),
    ("Pack it", " @Assem", "Assembler"),
)
