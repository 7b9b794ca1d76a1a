"""How a person asks for mail in the page, and confirms the address by the link that comes."""

import re

from playwright.sync_api import expect

from tests.rest.mail.letters import MailServer
from tests.web.browser import Visit


def ask_for_mail(visit: Visit, server: MailServer, how_often: str) -> None:
    page = visit.page
    page.get_by_role("button", name=re.compile("^Notices")).click()
    page.get_by_role("combobox", name="By mail", exact=True).click()
    page.get_by_role("option", name=how_often, exact=True).click()
    link = server.wait_for(lambda mail: re.search(r"http\S+/mail/confirm\S+", mail.get_content()))
    answer = page.request.post(link[0], headers={"origin": page.evaluate("location.origin")})
    expect(answer).to_be_ok()
