"""A process from nothing: typed at 300 letters a minute, without a dialog, by the keyboard alone."""

from time import perf_counter

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.support.proof import record
from tests.web.browser import Site
from tests.web.writing import address, field, new_process, saved, stored

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
    for part in (
        "  -> Weld the frame\n",
        " #Taktwerk MES",
        "[[Assemble",
        "Seams in order?\n",
        "Does it ride well?\n",
        " <",
    ):
        assert part in written, written
    assert len([each for each in written.splitlines() if "->" not in each]) >= 15
