"""Where notices stand: never on the button to save."""

from typing import Final

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
# What lies on the button at the moment in which a notice appears: the button itself, or something else.
WATCH: Final = """() => {
    const save = [...document.querySelectorAll("button")].find(each => each.textContent.trim() === "Save");
    window.lyingOnSave = new Promise(done => {
        const look = () => {
            const notice = document.querySelector(".mantine-Notification-root");
            if (notice === null) return requestAnimationFrame(look);
            const { x, y, width, height } = save.getBoundingClientRect();
            const points = [[9, 9], [width / 2, height / 2], [width - 9, height - 9]];  // its corners are round
            const shut = points.map(([right, down]) => document.elementFromPoint(x + right, y + down));
            done(shut.filter(each => !save.contains(each)).map(each => each?.className ?? "nothing"));
        };
        look();
    });
}"""


def test_notices_leave_the_button_to_save_free(site: Site) -> None:
    texts = {"name": {"1033": "Save me"}}
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": texts}]})
        process = made.json()["elements"][0]["id"]

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        page.get_by_label("Name (English)").fill("Saved")
        page.evaluate(WATCH)
        page.get_by_role("button", name="Save", exact=True).click()
        assert page.evaluate("() => window.lyingOnSave") == []
