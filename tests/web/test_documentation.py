"""The documentation in a browser: found from the page's help, searched without the net, allowed to load what is its own."""

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from facetstore.rest.guide import BUILT
from script.lib.guide.build import build
from tests.web.browser import Site


def test_the_help_leads_to_the_documentation_which_is_searched_by_words(site: Site) -> None:
    if not (BUILT / "index.html").is_file():
        build(BUILT)
    with site.visit(Role.VIEWER) as visit:
        visit.page.get_by_role("button", name="Help", exact=True).click()
        link = visit.page.get_by_role("link", name="All documentation", exact=True)
        address = link.evaluate("node => node.href")
    with site.browser.new_context() as context:
        page, strangers, troubles = context.new_page(), [], []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
        page.on(
            "request", lambda each: strangers.append(each.url) if not each.url.startswith(site.service.base) else None
        )

        page.goto(str(address))
        page.keyboard.press("/")
        page.keyboard.type("webhoo sign")
        page.get_by_role("search").get_by_role("link").first.click()
        expect(page.locator("h1")).to_have_text("Send webhooks")
        page.goto(f"{address}how-to/write-a-process.html")
        expect(page.get_by_role("img").first).to_be_visible()

        sizes = page.evaluate(
            "Promise.all([...document.images].map(each => each.decode().then(() => each.naturalWidth)))"
        )
        assert all(sizes)
        assert strangers == [] == troubles
