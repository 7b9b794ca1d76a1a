"""Two ways to use a page: with a mouse, and with the keyboard alone."""

from collections import Counter
from typing import Final, Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

MOST_TABS: Final = 250
A_MOMENT: Final = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))"
HAS_FOCUS: Final = "element => element === document.activeElement"
FOCUS_OF: Final = "element => !element.isConnected ? 'gone' : element === document.activeElement ? 'here' : 'elsewhere'"

# Into the diagram by Tab, and in there by the arrow that points where the shape is. An arrow goes to a neighbour, which may lie
# elsewhere: at a shape where one was already, the next arrow is taken.
NEXT_KEY: Final = """shape => {
    const here = document.activeElement;
    if (!here.matches("button[data-shape]")) return ["", ["Tab"]];
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [from, to] = [here, shape].map(each => middle(each.getBoundingClientRect()));
    const [right, down] = [to[0] - from[0], to[1] - from[1]];
    const across = right > 0 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const along = down > 0 ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
    const [first, second] = Math.abs(right) > Math.abs(down) ? [across, along] : [along, across];
    return [here.dataset.shape, [first[0], second[0], second[1], first[1]]];
}"""


class Hand(Protocol):
    """What people do to a page, whatever they do it with."""

    def use(self, what: Locator) -> None:
        """Press a button, follow a link, tick a box."""
        ...

    def write(self, where: Locator, text: str) -> None: ...

    def choose(self, field: Locator, text: str | None, option: Locator) -> None:
        """Take an option of a field, found by typing; None: there is nothing to type into it."""
        ...

    def follow(self, shape: Locator) -> None:
        """Open what a shape of a diagram stands for."""
        ...


class Mouse:
    def use(self, what: Locator) -> None:
        what.click()

    def write(self, where: Locator, text: str) -> None:
        where.fill(text)

    def choose(self, field: Locator, text: str | None, option: Locator) -> None:
        field.click()
        if text is not None:
            field.fill(text)
        option.click()

    def follow(self, shape: Locator) -> None:
        shape.dblclick()


class Keyboard:
    def use(self, what: Locator) -> None:
        reach(what)
        what.page.keyboard.press("Space" if what.get_attribute("type") == "checkbox" else "Enter")

    def write(self, where: Locator, text: str) -> None:
        reach(where)
        where.page.keyboard.press("Control+a")
        where.page.keyboard.type(text)

    def choose(self, field: Locator, text: str | None, option: Locator) -> None:
        if text is None:
            reach(field)
            field.page.keyboard.press("Enter")
        else:
            self.write(field, text)
        expect(option).to_be_visible()
        # A list that has just opened marks an option by itself, a moment after it is seen.
        field.page.evaluate(A_MOMENT)
        for _ in range(MOST_TABS):
            field.page.keyboard.press("ArrowDown")
            if option.get_attribute("data-combobox-selected"):
                break
        expect(option).to_have_attribute("data-combobox-selected", "true")
        field.page.keyboard.press("Enter")

    def follow(self, shape: Locator) -> None:
        expect(shape).to_be_visible()
        times: Counter[str] = Counter()
        for _ in range(MOST_TABS):
            if shape.evaluate(HAS_FOCUS):
                shape.page.keyboard.press("Enter")
                return
            here, keys = shape.evaluate(NEXT_KEY)
            shape.page.keyboard.press(keys[times[here] % len(keys)])
            times[here] += 1
        raise AssertionError(f"The arrows do not lead to {shape}.")


HANDS: Final[dict[str, Hand]] = {"mouse": Mouse(), "keyboard": Keyboard()}


def by_hand(everyday: str) -> pytest.MarkDecorator:
    """A story by mouse and by keyboard: one of them every day, the other with the full counts."""
    marks = {name: () if name == everyday else pytest.mark.long for name in HANDS}
    return pytest.mark.parametrize("hand", [pytest.param(HANDS[name], id=name, marks=marks[name]) for name in HANDS])


def reach(what: Locator) -> None:
    """Tab until something has the focus."""
    expect(what).to_be_visible()
    page: Page = what.page
    # Looked up once: to find it by its role and name again after every Tab takes longer than the Tab.
    found = what.element_handle()
    for _ in range(MOST_TABS):
        where = found.evaluate(FOCUS_OF)
        if where == "gone":
            found = what.element_handle()
        elif where == "here":
            return
        else:
            page.keyboard.press("Tab")
    raise AssertionError(f"The keyboard does not reach {what}.")
