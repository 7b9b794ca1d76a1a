"""Sixty addresses to which nothing may be sent, refused when they are stored and when something is sent; and what is allowed."""

import asyncio
import socket
from collections.abc import Sequence
from typing import Final

import pytest

from facetstore.outgoing.http_receivers import HttpReceivers
from facetstore.usecases.ports.receivers import OutgoingRequest, ReceiverAnswer
from tests.support.receiving import receiving

INSIDE: Final = (
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "169.254.169.254",
    "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255",
    "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "168.63.129.16",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
    "2002:a9fe:a9fe::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "febf::1", "fec0::1", "ff02::1",
    "ff0e::1", "4000::1",
)  # fmt: skip
"""As what a name leads to: written as an address, and behind a name that looks harmless."""
WRITTEN: Final = (
    "http://example.com/", "ftp://example.com/", "https://user@example.com/", "https://user:word@example.com/",
    "https://example.com:22/", "https://example.com:80/", "https://example.com/#part", "https://ex%61mple.com/",
    "https:///path", "https://exa mple.com/", "https://example.com\\@10.0.0.1/", "//example.com/", "example.com",
    "https://example.com:99999/", "https://[::1", "https://bücher.example/", "gopher://example.com/", "https://",
)  # fmt: skip
PUBLIC: Final = "93.184.215.14"


def receivers(*addresses: str, loopback: bool = False) -> HttpReceivers:
    async def look(host: str) -> Sequence[str]:
        return addresses

    return HttpReceivers(lookup=look, loopback=loopback)


def sent(to: HttpReceivers, url: str) -> tuple[int | None, str]:
    async def send() -> ReceiverAnswer:
        try:
            return await to.send(OutgoingRequest("POST", url, {}, b"{}"))
        finally:
            await to.close()

    answer = asyncio.run(send())
    return answer.status, answer.text


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_refused_when_stored_and_when_sent(address: str) -> None:
    to = receivers(address)
    for loopback in (to, receivers(address, PUBLIC), receivers(PUBLIC, address, loopback=True)):
        refusal = asyncio.run(loopback.refusal("https://harmless.example.com/"))
        assert refusal is not None
        assert sent(loopback, "https://harmless.example.com/") == (None, refusal)


@pytest.mark.parametrize("url", WRITTEN)
def test_what_is_no_plain_address_is_refused_when_stored_and_when_sent(url: str) -> None:
    to = receivers(PUBLIC)
    refusal = asyncio.run(to.refusal(url))
    assert refusal is not None
    assert sent(to, url) == (None, refusal)


def test_sixty_are_tried() -> None:
    assert len({*INSIDE, *WRITTEN}) >= 60


@pytest.mark.parametrize(
    "url", ["https://example.com/", "https://example.com:8443/x?y=[name]", "https://[2606:2800::1]/"]
)
def test_public_addresses_are_allowed(url: str) -> None:
    assert asyncio.run(receivers(PUBLIC).refusal(url)) is None


@pytest.mark.parametrize("host", ["127.1", "0x7f.1", "2130706433", "0177.0.0.1", "localhost", "localhost."])
def test_the_system_finds_out_what_odd_spellings_mean(host: str) -> None:
    assert asyncio.run(HttpReceivers().refusal(f"https://{host}/")) is not None


def test_a_name_that_changes_its_address_leads_nowhere() -> None:
    """Public when it is stored, and inside when something is sent; and looked up once for each request."""
    answers = [[PUBLIC], ["127.0.0.1"], ["127.0.0.1"]]

    async def look(host: str) -> Sequence[str]:
        return answers.pop(0)

    with receiving() as receiver:
        to, url = HttpReceivers(lookup=look), f"https://rebinding.example.com:{receiver.port}/"
        assert asyncio.run(to.refusal(url)) is None
        status, text = sent(to, url)
        assert (status, "inside" in text) == (None, True)
        assert len(answers) == 1
        assert receiver.received == []


def test_a_name_is_looked_up_once_for_all_requests_of_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def look(host: str, *_: object, **_more: object) -> list[tuple[object, ...]]:
        asked.append(host)
        if host == "gone.example.com":
            raise socket.gaierror
        return [(None, None, None, "", ("10.0.0.1", 0))]

    async def ask() -> None:
        to = HttpReceivers()
        urls = ["https://one.example.com/"] * 3 + ["https://gone.example.com/"] * 3
        refused = await asyncio.gather(*map(to.refusal, urls))
        assert [each and "inside" in each for each in refused] == [True] * 3 + [False] * 3

    monkeypatch.setattr(socket, "getaddrinfo", look)
    asyncio.run(ask())
    assert sorted(asked) == ["gone.example.com", "one.example.com"]


def test_a_request_goes_to_the_address_that_was_checked_with_its_name() -> None:
    with receiving() as receiver:
        to = receivers("127.0.0.1", loopback=True)
        url = f"http://hooks.example.com:{receiver.port}/path?x=1"
        assert sent(to, url) == (200, "thanks")
        (request,) = receiver.received
        assert (request.headers["host"], request.path) == (f"hooks.example.com:{receiver.port}", "/path?x=1")
