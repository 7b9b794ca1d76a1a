"""The page at /_docs shows every operation of the document, with its body, and sends the examples."""

from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.demo_service import TENANT
from tests.web.browser import Site

METHODS: Final = ("get", "post", "delete")


@pytest.fixture
def document(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{site.service.base}/_api/openapi.json").json()
    return found


@pytest.fixture
def page(site: Site) -> Iterator[Page]:
    page = site.browser.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{site.service.base}/_docs")
    expect(page.locator("#operations a").first).to_be_visible()
    yield page
    page.close()
    assert troubles == []


def operations(document: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Every operation that is not a read by POST or another address of one: method and description, by id."""
    found = [(method, item[method]) for item in document["paths"].values() for method in METHODS if method in item]
    ids = {operation["operationId"] for _, operation in found}

    def is_its_own(name: str) -> bool:
        return name.removesuffix("-post") not in ids - {name} and not name.endswith(
            ("-alias", "-alias-post", "-2", "-3")
        )

    return {each["operationId"]: (method, each) for method, each in found if is_its_own(each["operationId"])}


@pytest.mark.long
def test_every_operation_is_listed_once_and_shown_with_its_method_and_body(
    page: Page, document: dict[str, Any]
) -> None:
    expected = operations(document)

    listed = [each.get_attribute("href") or "" for each in page.locator("#operations a").all()]

    assert sorted(listed) == sorted(f"#{name}" for name in expected)
    for name, (method, operation) in expected.items():
        page.evaluate("name => { location.hash = name }", name)
        expect(page.locator("h1")).to_have_text(operation["summary"])
        expect(page.locator("#main .address .method").first).to_have_text(method.upper())
        assert page.locator("#body").count() == ("requestBody" in operation), name


def test_an_example_can_be_sent_as_it_stands(page: Page, site: Site) -> None:
    collection, storage = TENANT.split("/")
    page.evaluate("location.hash = 'elements-update'")
    expect(page.locator("h1")).to_have_text("Change and create elements")
    for name, value in (
        ("collection", collection),
        ("storage", storage),
        ("token", site.service.tokens["administrator"]),
    ):
        page.locator(f"#{name}").fill(value)
    page.locator("#query-dryRun").select_option("true")
    expect(page.locator("#curl")).to_contain_text("-d '{")

    page.get_by_role("button", name="Send").click()

    expect(page.locator("#result .status")).to_contain_text("200")
    expect(page.locator("#result .body")).to_contain_text("Return goods")
