"""Two users in one script: both end with the same, nothing is lost, and where both changed the same lines, they are asked."""

from random import Random
from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.support.proof import LONG, record, sampled
from tests.web.browser import Site, Visit
from tests.web.writing import address, field, new_process, save, store, stored

FIVE_MINUTES: Final = 300


@pytest.fixture
def process(site: Site) -> str:
    return new_process(site, "Make a frame")


def test_two_users_write_in_one_script_and_both_end_with_the_same(site: Site, process: str) -> None:
    with (
        site.visit(Role.ARCHITECT, keep=False, expected=(412,)) as one,
        site.visit(Role.ADMINISTRATOR, keep=False, expected=(412,)) as other,
    ):
        asked = turns = 0
        for seed in range(sampled(20, 1)):
            random = Random(seed)
            store(site, process, "( Go\nOne\nTwo\nThree\nFour\nFive\n) End\n")
            for each in (one, other):
                each.go(address(process))
            written: set[str] = set()
            until, turn = monotonic() + (FIVE_MINUTES if LONG else 0), 0
            while turn == 0 or monotonic() < until:
                turn += 1
                words = [_edited(random, each, f"{name}{seed}x{turn}") for name, each in (("a", one), ("b", other))]
                lost = _both_saved(random, one, other)
                asked += bool(lost)
                written |= {*words}
                turns += 1
                written -= {word for word in written if any(word in line for line in lost)}
            final = stored(site, process)
            for each in (one, other):
                expect(field(each)).to_have_value(final)
            assert [word for word in written if word not in final] == []
    record("Two users in one script", sampled(20, 1), "both end equal", edits=2 * turns, asked=asked)


def test_what_is_stored_while_a_user_decides_is_asked_about_as_well(site: Site, process: str) -> None:
    before = "( Go\nOne\nTwo\nThree\n) End\n"
    store(site, process, before)
    with site.visit(Role.ARCHITECT, address(process), expected=(412,), keep=False) as visit:
        expect(field(visit)).to_have_value(before)
        field(visit).fill(before.replace("One", "One of mine").replace("Three", "Three of mine"))
        store(site, process, before.replace("One", "One of theirs"))
        save(visit).click()
        clash = visit.page.get_by_role("alert").filter(has_text="changed the same lines")
        expect(clash.get_by_text("One of theirs")).to_be_visible()
        later = before.replace("One", "One of theirs").replace("Three", "Three of theirs")
        store(site, process, later)
        visit.settle()

        visit.page.get_by_role("button", name="Save my lines").click()

        expect(clash.get_by_text("Three of theirs")).to_be_visible()
        assert stored(site, process) == later
        visit.page.get_by_role("button", name="Save my lines").click()
        expect(save(visit)).to_be_disabled()
    assert stored(site, process) == before.replace("One", "One of mine").replace("Three", "Three of mine")


# At once: what others have stored may come between reading the text and writing it.
_EDIT: Final = """(area, [place, adds, word]) => {
  const lines = area.value.split('\\n').filter((each) => each !== '');
  const at = 1 + Math.floor(place * (lines.length - 2));
  if (adds) lines.splice(at + 1, 0, `New ${word}`);
  else lines[at] += ` ${word}`;
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  set.call(area, lines.map((each) => `${each}\\n`).join(''));
  area.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def _edited(random: Random, visit: Visit, word: str) -> str:
    """Changes a line, or writes a new one after it."""
    visit.settle()
    field(visit).evaluate(_EDIT, [random.random(), random.random() < 0.5, word])
    return word


def _both_saved(random: Random, *visits: Visit) -> list[str]:
    """Save what both have written, and return the lines of others that were given up where both changed the same."""
    lost: list[str] = []
    for visit in random.sample(visits, len(visits)):
        save(visit).click()
        clash = visit.page.get_by_role("alert").filter(has_text="changed the same lines")
        unsaved = visit.page.get_by_text("Not saved yet", exact=True)
        expect(clash.or_(visit.page.get_by_role("button", name="Save the script", disabled=True)).first).to_be_visible()
        visit.settle()
        if clash.count():
            lost += [line for text in clash.locator("pre").all_inner_texts()[1::2] for line in text.splitlines()]
            visit.page.get_by_role("button", name="Save my lines").click()
        expect(unsaved).to_have_count(0)
    return lost
