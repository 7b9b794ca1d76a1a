"""Webhooks in the administration: made, failing, and sent again, with what was sent and what was answered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from facetstore.domain.callers import Role
from tests.support.demo_service import demo_service
from tests.support.receiving import Received, Receiver, good, receiving
from tests.web.browser import Site
from tests.web.test_overtaken import change, make


@pytest.fixture
def sending(demo_data: Path, browser: Browser, tmp_path: Path) -> Iterator[Site]:
    """A demo company that may send to this machine."""
    folder = tmp_path / "sending"
    with demo_service(demo_data, folder, settings={"FACETSTORE_LOOPBACK_WEBHOOKS": "true"}) as service:
        yield Site(service, browser, folder)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def broken(_: Received) -> tuple[int, bytes]:
    return 500, b"out of order"


def test_a_webhook_is_made_fails_and_sends_again(sending: Site, receiver: Receiver) -> None:
    wheel = make(sending, "Wheel")
    with sending.visit(Role.ADMINISTRATOR, "administration/webhooks", keep=False) as visit:
        page = visit.page
        expect(page.get_by_text("There is no webhook")).to_be_visible()
        page.get_by_role("button", name="New webhook").click()
        page.get_by_label("Name").fill("Chat")
        page.get_by_label("Receiver").fill(receiver.url())
        page.get_by_label("Kinds of changes").fill("element.changed")
        visit.check_accessible_once("new webhook")
        page.get_by_role("button", name="Create", exact=True).click()
        secret = page.locator("[data-secret]").inner_text()
        assert secret.startswith("whsec_")
        page.get_by_role("button", name="Done").click()
        assert secret not in page.content()

        page.get_by_role("button", name="Send a test to Chat").click()
        expect(page.get_by_role("alert").filter(has_text="took the test (200)")).to_be_visible()
        assert receiver.received[0].verified(secret)["data"]["kind"] == "webhook.test"

        receiver.answer = broken
        change(sending, wheel)
        expect(page.get_by_role("cell", name="waits")).to_be_visible()
        expect(page.get_by_role("row", name="Chat")).to_contain_text("failing since")
        page.get_by_role("row", name="waits").get_by_role("button", name="Delivery").click()
        expect(page.get_by_role("dialog")).to_contain_text("out of order")
        expect(page.get_by_role("dialog")).to_contain_text(wheel)
        visit.check_accessible_once("delivery")

        failed = receiver.ids[-1]
        receiver.answer = good
        page.get_by_role("button", name="Send again from here").click()
        expect(page.get_by_text("“Chat” sends again.")).to_be_visible()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_role("cell", name="delivered")).to_be_visible()
        assert receiver.ids[-1] == failed, "what is sent again has the same id"

        page.get_by_role("button", name="Pause Chat").click()
        expect(page.get_by_role("row", name="Chat")).to_contain_text("paused")
        page.get_by_role("button", name="Delete Chat").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
        expect(page.get_by_text("There is no webhook")).to_be_visible()
