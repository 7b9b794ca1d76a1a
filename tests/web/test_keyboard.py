"""The keyboard reaches everything on every page, and shows where it is: wide, at twice the size, and as narrow as a phone."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from facetstore.domain.callers import Role
from tests.support.proof import LONG, record
from tests.web.browser import Site, Visit
from tests.web.page_paths import ADMINISTRATION, PAGES, ids_of

SIZES: Final = {"wide": (1280, 900), "at 200 %": (640, 450), "phone": (390, 780)}
"""At 200 % a page of 1280 pixels has room for half of them."""
EVERYDAY: Final = {"wide": "element", "at 200 %": "list"}
"""By size the page of an everyday run; with the full counts each size has all pages."""
MOST_TABS: Final = 1_500

# What the functions below share: what an element is called in a report, and what may show that it has the focus.
_SHARED: Final = """
  const nameOf = (element) => `${element.localName} ${element.ariaLabel ?? element.innerText ?? ""}`.slice(0, 80);
  const around = (element) => [element, element.parentElement, element.parentElement?.parentElement,
    element.nextElementSibling, element.closest("label")].filter(Boolean);
  const marks = (element) => around(element).map((each) => {
    const { top, outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(each);
    return [top, outlineStyle !== "none" && parseFloat(outlineWidth) > 0, boxShadow, borderColor, backgroundColor].join();
  }).join(" | ");
"""
# Everything that can be used, but for what arrows reach in a widget; each is numbered, and how it looks without the focus is noted.
_USABLE: Final = (
    "() => {"
    + _SHARED
    + """
  for (const each of document.querySelectorAll("[data-visited], [data-walked]")) {
    delete each.dataset.visited;
    delete each.dataset.walked;
  }
  window.lastWalked = undefined;
  document.activeElement?.blur();
  const usable = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]";
  const walked = "[role=tablist], [role=tree], [role=menu], [role=radiogroup], [role=listbox], [role=toolbar], [role=grid]";
  const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && element.getClientRects().length > 0
    && !element.closest("[inert], [aria-hidden=true]");
  const byArrow = (element) => element.tabIndex < 0
    && (element.closest(walked) || !element.matches("a, button, input, select, textarea"));
  const found = [...document.querySelectorAll(usable)].filter((element) => seen(element) && !element.disabled
    && !byArrow(element) && !(element.type === "radio" && !element.checked));
  window.looksPlain = found.map(marks);
  found.forEach((element, at) => { element.dataset.walked = String(at); });
  return found.map(nameOf);
}"""
)
# Which of these numbers are still there: what loads more of a list is gone once the focus is near it.
_LEFT: Final = "numbers => numbers.filter((at) => document.querySelector(`[data-walked='${at}']`))"
# Where the focus is: whether it was there before, its number, what hides it, and whether it looks as it does without the focus.
_HERE: Final = (
    "async () => {"
    + _SHARED
    + """
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await frame();
  const here = document.activeElement;
  if (here === null || here === document.body) return null;
  const still = here === window.lastWalked;
  const again = here.dataset.visited === "yes" && !still;
  here.dataset.visited = "yes";
  window.lastWalked = here;
  const shown = here.labels?.[0] && getComputedStyle(here).opacity === "0" ? here.labels[0] : here;
  const middle = (low, high, most) => Math.min(Math.max((Math.max(low, 0) + Math.min(high, most)) / 2, 0), most - 1);
  const above = () => {
    const box = shown.getBoundingClientRect();
    const top = document.elementFromPoint(middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight));
    const free = top === null || shown.contains(top) || top.contains(shown) || [...here.labels ?? []].some((each) => each.contains(top));
    return free ? null : top;
  };
  // A list of choices that opens is put in its place when the page has been scrolled.
  for (let look = 0; look < 150 && above() !== null; look += 1) await frame();
  const top = above();
  const at = here.dataset.walked ?? null;
  const marked = at === null || window.looksPlain[at] !== marks(here);
  return { again, still, at, marked, name: `${nameOf(here)} ${here.className}`, covered: top && `${nameOf(top)} ${top.className}` };
}"""
)


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=[pytest.mark.long] if name != "wide" else []) for name in SIZES]
)
def window(request: pytest.FixtureRequest, site: Site) -> Iterator[tuple[str, Visit]]:
    with site.visit(Role.ADMINISTRATOR, size=SIZES[request.param]) as visit:
        yield request.param, visit


def test_the_keyboard_reaches_everything(site: Site, window: tuple[str, Visit]) -> None:
    name, visit = window
    ids = ids_of(site)
    pages = {key: path for key, path in PAGES.items() if LONG or key == EVERYDAY[name]}
    others = ADMINISTRATION if LONG else ()
    faults: list[str] = []
    for path in [*pages.values(), *others]:
        visit.follow(path.format(**ids))
        faults += [f"{path}: {fault}" for fault in walk(visit)]
    record(f"Pages walked by keyboard, {name}", len(pages) + len(others), "everything reached")
    assert faults == []


def walk(visit: Visit) -> Iterator[str]:
    """What Tab does not reach, what is covered while it has the focus, and what does not show that it has it."""
    names: list[str] = visit.page.evaluate(_USABLE)
    assert names, "a page has something to use"
    reached: set[int] = set()
    reported: set[str] = set()
    for here in _stops(visit):
        if here["at"] is not None:
            reached.add(int(here["at"]))
        for fault in _faults(here):
            if fault not in reported:
                reported.add(fault)
                yield fault
    missed: list[int] = visit.page.evaluate(_LEFT, [at for at in range(len(names)) if at not in reached])
    yield from (f"not reached: {names[at]}" for at in missed)


def _stops(visit: Visit) -> Iterator[dict[str, Any]]:
    """Each place where the focus is, once around the page."""
    for _ in range(MOST_TABS):
        visit.page.keyboard.press("Tab")
        here = visit.page.evaluate(_HERE)
        if here is not None and here["again"]:
            return
        # A field for a date has three parts.
        if here is not None and not here["still"]:
            yield here
    raise AssertionError("Tab never comes to an end.")


def _faults(here: dict[str, Any]) -> Iterator[str]:
    if here["covered"]:
        yield f"{here['name']} is under {here['covered']}"
    if not here["marked"]:
        yield f"{here['name']} does not show the focus"
